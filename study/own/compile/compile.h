/* Compiles a pattern's file into the objects that are loaded, through the cache (cache.h).
 *
 * A pattern is cached under the SHA-256 of its inputs: its text, the texts of all headers that it
 * includes except the system's, their names (relative to the pattern's folder or the program's,
 * wherever these are), and the compiler's name and flags. The model and the GPU's kernels do not
 * depend on the processor; CPU kernels have a separate folder, whose name ends in the hash of the
 * processor that -march=native selects. The list of headers comes from the last compilation of
 * the same text; if a header has changed, the hash differs and the file is compiled again. Each
 * compilation has a separate folder, which is renamed in one step: two processes do not disturb
 * each other, and an interrupted one leaves no incomplete result.
 *
 * The compiler and the system's headers need not be on every node of a cluster: a cached pattern is
 * used without them. If this processor differs from the one that was compiled for, the CPU kernels
 * are compiled again. If that fails, cached ones are used whose processor's instruction sets this
 * one has, and a message says so; if there are none and no compiler, the pattern has no kernels for
 * a CPU here. */
#ifndef WARPLINE_COMPILE_H
#define WARPLINE_COMPILE_H

#include "study/base/folders.h"
#include "study/own/compile/compiler.h"

#include <stdbool.h>
#include <stddef.h>

/* The objects of a pattern. */
struct compiled {
    char folder[PATH_TEXT_MAX];     /* with model.so, gpu.so, and the text of its kernels */
    char cpu_folder[PATH_TEXT_MAX]; /* with cpu.so, and the text of its kernels; its name begins
                                       with the other's */
    char digest[DIGEST_TEXT_MAX];   /* of the file alone */
    char no_cpu[PATH_TEXT_MAX];     /* why there is no cpu.so although there should be; "" */
};

/* Compiles the file with that absolute path, which messages call `shown`, or finds it in the cache.
 * `loop` describes a loop, as in struct compiler; NULL: it is a pattern in macros. False with the
 * reason in `problem`, as own.h describes. A side where the pattern does not run has
 * no object. */
bool compile_pattern(const char *file, const char *shown, const char *const *loop,
                     struct compiled *compiled, char *problem, size_t problem_size);

/* Explains in a sentence, with the file's line, why a compiler refused a pattern's file. */
struct refusal {
    const char *file;     /* its absolute path, as in the compiler's output */
    const char *shown;    /* the name that the user gave */
    const char *compiler; /* its path */
    enum part part;
    const char *said; /* the compiler's whole output */
};

/* Writes the sentence. If the cause is not recognised, the compiler's own output follows, in
 * separate lines. */
void refusal_tell(const struct refusal *refusal, char *problem, size_t problem_size);

/* Writes the sentence for a symbol that a linker or loader did not find. */
void refusal_tell_undefined(const char *file, const char *shown, const char *name, char *problem,
                            size_t problem_size);

#endif
