/* The compiler of users' own patterns. */
#ifndef WARPLINE_COMPILER_H
#define WARPLINE_COMPILER_H

#include "study/base/digest.h"
#include "study/base/folders.h"
#include "study/base/process.h"

#include <stdbool.h>
#include <stddef.h>

/* What a file becomes. */
enum part { PART_MODEL, PART_CPU, PART_GPU, PARTS };

/* "model", "cpu", "gpu": names of files, and the last two kinds of modules. */
extern const char *const part_names[PARTS];

struct compiler {
    const char *program;            /* WARPLINE_CC, or the one that the program was built by */
    char path[PATH_TEXT_MAX];       /* where it is */
    char headers[2][PATH_TEXT_MAX]; /* that patterns include */
    char variables[PATH_TEXT_MAX];  /* the script offload/own_variables */
    char *flags;                    /* WARPLINE_CFLAGS in words, each ended by a 0; NULL: ours */
    int flag_count;
};

/* Says which it is, and finds what came with the program. False with a sentence in `problem`; the
 * caller ends it either way. */
bool compiler_find(struct compiler *compiler, char *problem, size_t problem_size);

/* Whether it is on this machine, as it need not be where all is compiled already: compute nodes
 * have often none. False with a sentence. */
bool compiler_is_there(struct compiler *compiler, char *problem, size_t problem_size);

void compiler_end(struct compiler *compiler);

/* Whether the program has such a part: GPU code is a matter of how it was built. */
bool compiler_makes(enum part part);

/* Adds the compiler's name and flags to the digest. True if the flags target this CPU
 * (-march=native). */
bool compiler_digest(const struct compiler *compiler, struct sha256 *digest);

/* Starts it on a file. It makes FOLDER/model.so (or cpu.so, gpu.so) and FOLDER/model.d, the list of
 * files that it read. False with a sentence in `problem`. */
bool compiler_start(struct process *process, const struct compiler *compiler, enum part part,
                    const char *file, const char *folder, char *problem, size_t problem_size);

/* Waits for it, and changes a GPU's module so that it can be loaded beside others
 * (offload/own_variables). NULL where all went well; else what the compiler wrote, which the caller
 * frees. */
char *compiler_wait(struct process *process, const struct compiler *compiler, enum part part,
                    const char *folder);

/* Writes the kernels of a part as the compiler reads them, for `show --code`, beside the part's
 * object. No text is written where that fails. */
void compiler_write_text(const struct compiler *compiler, enum part part, const char *file,
                         const char *folder);

#endif
