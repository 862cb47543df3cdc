/* The compiler of patterns of one's own: started without a shell, its words kept in a file. */
#ifndef WARPLINE_COMPILER_H
#define WARPLINE_COMPILER_H

#include "study/folders.h"
#include "study/own/compile/digest.h"

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

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

/* Adds all that its output depends on beside the files it reads: its name and the flags. Whether
 * they have it compile for this machine's processor. */
bool compiler_digest(const struct compiler *compiler, struct digest *digest);

/* Starts it on a file: FOLDER/model.so and so on, what that was made from in FOLDER/model.d, what
 * it says in FOLDER/model.txt. A process's number, or -1 with a sentence in `problem`. */
pid_t compiler_start(const struct compiler *compiler, enum part part, const char *file,
                     const char *folder, char *problem, size_t problem_size);

/* Waits for it, and lets a GPU's module be loaded beside others (offload/own_variables). False
 * where it failed, with what it said, as it is, in `said`. */
bool compiler_wait(const struct compiler *compiler, enum part part, pid_t process,
                   const char *folder, char *said, size_t said_size);

#endif
