/* Runs this program again in a sandbox, to compile and run a stranger's pattern: by bubblewrap
 * (bwrap 0.7 or newer), which needs no rights where the kernel allows user namespaces.
 *
 * Inside there are the system's programs and libraries, this program, and what the caller shows,
 * all read-only. There is no network, no device, no process from outside, no descriptor but
 * standard input and two pipes, and nobody's files. A folder in memory, /tmp, can be written, and
 * is gone afterwards. Memory, of each process and of all, the number of processes, the size of
 * files and time are limited (quota.h); if root starts it, it runs as another user. All processes
 * of a sandbox end with it.
 *
 * What remains: an error of the kernel can be used from inside, and for its time the sandbox
 * occupies processors; on disk, files count that have a name in the folder. What it prints is a
 * stranger's: callers believe none of it. */
#ifndef WARPLINE_SANDBOX_H
#define WARPLINE_SANDBOX_H

#include "study/base/process.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SANDBOX_NOBODY = 65534 };

struct sandbox_order {
    const char *const *arguments; /* of this program, after its name; ended by NULL */
    const char *input;            /* standard input; NULL: there is none */
    const char *const *shown;     /* absolute paths to read there; ended by NULL; or NULL */
    const char *written;          /* the absolute path of a folder that it may write to; or NULL */
    const char *folder;           /* working folder; NULL: /tmp */
    int seconds_most;             /* as in process_order; needed */
    int64_t memory_bytes; /* of all processes, each of which then also has 20 s of processor time;
                             0: what the machine has */
    size_t bytes_most;    /* of each captured text; 0: as in process_order */
};

/* Whether a sandbox can be made here; tried once. If not, a clause that says why. */
bool sandbox_works(char *problem, size_t problem_size);

/* Runs the program in a sandbox, which must work; its standard error is captured apart. 0 or a
 * negative errno; process_end_free in both cases. */
int sandbox_run(const struct sandbox_order *order, struct process_end *end);

#endif
