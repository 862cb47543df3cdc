/* From a pattern's file to the objects that are loaded, through the cache (cache.h).
 *
 * A pattern is kept under the SHA-256 of what goes into it: its text, the texts of all headers that
 * it includes but the system's, their names (from the pattern's folder or the program's, wherever
 * these are), the compiler's name and flags. Behind that stands the processor that -march=native
 * stands for. Which headers those are is known from the last time that the same text was compiled;
 * where one has changed, the hash is another and the file is compiled again. A pattern is compiled
 * in a folder of its own, which then gets its name in one step: two processes do not disturb each
 * other, and one that is interrupted leaves nothing half.
 *
 * The compiler and the system's headers need not be on every node of a cluster: what is kept is
 * used without looking for them. Where this processor is another than the one compiled for, the
 * file is compiled anew; where that cannot be, what was compiled for a processor whose instructions
 * this one has is used, and said so. */
#ifndef WARPLINE_COMPILE_H
#define WARPLINE_COMPILE_H

#include "study/base/folders.h"
#include "study/own/compile/compiler.h"

#include <stdbool.h>
#include <stddef.h>

/* The objects of a pattern. */
struct compiled {
    char folder[PATH_TEXT_MAX];   /* with model.so, cpu.so, gpu.so, and the kernels as text */
    char digest[DIGEST_TEXT_MAX]; /* of the file alone */
};

/* Compiles the file of that absolute name, which messages call `shown`, or finds that it is
 * compiled. False with the reason in `problem`, as own.h says. A part for a side where the pattern
 * does not run is not there. */
bool compile_pattern(const char *file, const char *shown, struct compiled *compiled, char *problem,
                     size_t problem_size);

#endif
