/* The compiler for users' own patterns. */
#ifndef WARPLINE_COMPILER_H
#define WARPLINE_COMPILER_H

#include "study/base/digest.h"
#include "study/base/folders.h"
#include "study/base/process.h"

#include <stdbool.h>
#include <stddef.h>

/* The parts that a file is compiled into. */
enum part { PART_MODEL, PART_CPU, PART_GPU, PARTS };

/* "model", "cpu", "gpu": names of files; the last two are also kinds of modules. */
extern const char *const part_names[PARTS];

struct compiler {
    const char *program;            /* WARPLINE_CC, or the compiler of the program itself */
    char path[PATH_TEXT_MAX];       /* its full path */
    char headers[2][PATH_TEXT_MAX]; /* folders of headers for patterns */
    char offload[PATH_TEXT_MAX];    /* the folder of the scripts for GPU modules */
    char *flags;                    /* WARPLINE_CFLAGS in words, each ended by a 0; NULL: the
                                       default */
    int flag_count;
    const char *const *loop; /* macros that describe a loop (patterns/loop/loop_file.h), ended by
                                NULL; NULL: the file is a pattern in macros */
};

/* Determines the compiler, and finds the files that came with the program. False with a sentence in
 * `problem`; the caller ends it either way. */
bool compiler_find(struct compiler *compiler, char *problem, size_t problem_size);

/* Whether it exists on this machine. It is not needed if everything is cached: compute nodes often
 * have none. False with a sentence. */
bool compiler_is_there(struct compiler *compiler, char *problem, size_t problem_size);

void compiler_end(struct compiler *compiler);

/* Whether the program has such a part: GPU code depends on how the program was built. */
bool compiler_makes(enum part part);

/* Adds the compiler's name and flags to the digest. True if the flags target this CPU
 * (-march=native). */
bool compiler_digest(const struct compiler *compiler, struct sha256 *digest);

/* Starts it on a file. It makes FOLDER/model.so (or cpu.so, gpu.so) and FOLDER/model.d, the list of
 * the files that it read. False with a sentence in `problem`. */
bool compiler_start(struct process *process, const struct compiler *compiler, enum part part,
                    const char *file, const char *folder, char *problem, size_t problem_size);

/* Waits for it, and changes a GPU's module so that it can be loaded together with others
 * (offload/own_variables). NULL on success, then the warnings about a loop are in
 * FOLDER/model.warnings; else the compiler's output, which the caller frees. */
char *compiler_wait(struct process *process, const struct compiler *compiler, enum part part,
                    const char *folder);

/* Writes the kernels of a part as text, after preprocessing, next to the part's object, for `show
 * --code`. Writes no text if that fails. */
void compiler_write_text(const struct compiler *compiler, enum part part, const char *file,
                         const char *folder);

/* Writes the lines of the source from which a loop's model was made to FOLDER/lines, as readelf
 * prints them, and its divisions of whole numbers by values to FOLDER/divisions, as objdump prints
 * them: those by constants are multiplications by then. False if that fails. */
bool compiler_write_lines(const char *folder);

/* The instruction sets of a processor, as Linux lists them in /proc/cpuinfo.
 *
 * -march=native compiles for the processor of the machine that compiles. On a cluster that is often
 * a login node, and the pattern runs on other nodes: code that was compiled for one processor runs
 * on every other that has all of its instruction sets. */
enum { PROCESSOR_TEXT_MAX = 4096 };

/* The processor's name and, on a second line, the instruction sets that a compiler uses by default,
 * each followed by a blank. Empty if Linux does not list them. Returns text. */
const char *processor_text(char text[PROCESSOR_TEXT_MAX]);

/* Whether a processor with the text `here` runs code compiled on one with the text `there`. */
bool processor_runs(const char *here, const char *there);

#endif
