/* Starts other programs, without a shell.
 *
 * A process reads the given input, or nothing, and its output is captured; or we talk with it. It
 * has no other open files. */
#ifndef WARPLINE_PROCESS_H
#define WARPLINE_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum process_stream { PROCESS_OUTPUT, PROCESS_ERRORS, PROCESS_STREAMS };

struct process_order {
    const char *const
        *arguments;     /* ended by NULL; the first is looked for in PATH if it has no / */
    const char *folder; /* working folder; NULL: ours */
    /* Ended by NULL: "NAME=value" sets a variable, "NAME" removes it. NULL: the environment is
     * ours. */
    const char *const *environment;
    const char *input; /* standard input; NULL: there is none */
    bool talks;        /* its input and output are one socket; standard error is ours */
    bool errors_apart; /* standard error is captured separately from standard output */
    size_t bytes_most; /* of each captured text; the rest is dropped; 0: 64 MiB */
    int seconds_most;  /* then the process and all processes that it has started are killed; 0: no
                          limit */
    /* Called some 50 times a second with `with`. The limit that they have passed, as a clause: then
     * they are killed, too; or NULL. Needs a limit of seconds. NULL: no such limits. */
    const char *(*passed)(pid_t id, void *with);
    void *with;
};

/* The exit of a process, and its output. */
struct process_end {
    int status;                  /* exit status; -1 where a signal ended it */
    int signal;                  /* the signal that ended it; 0: none */
    bool late;                   /* it was killed at its time limit */
    const char *passed;          /* it was killed at this limit; NULL: none */
    char *text[PROCESS_STREAMS]; /* captured, each ended by a 0; NULL: not captured */
    size_t length[PROCESS_STREAMS];
};

/* A running process; the fields belong to process.c. */
struct process {
    pid_t id;
    int pipe[PROCESS_STREAMS]; /* -1: closed; the first is the socket of a process that talks, which
                                  waits for its answer */
    size_t bytes_most;
    int64_t deadline_ns; /* of the monotonic clock; 0: none */
    const char *(*passed)(pid_t id, void *with);
    void *with;
};

/* Starts a program. 0, or a negative errno: -ENOENT if there is no such program (or no such working
 * folder). After success process_wait has to follow, or process_kill. */
int process_start(struct process *process, const struct process_order *order);

/* Waits for the end. It does not wait longer if another process, which the ended one had started,
 * still holds its output open. The caller calls process_end_free. */
void process_wait(struct process *process, struct process_end *end);

/* Kills the process and waits for its end. */
void process_kill(struct process *process);

/* Starts a program and waits for its end. 0 or a negative errno; process_end_free in both cases. */
int process_run(const struct process_order *order, struct process_end *end);

/* Whether the process ended with exit status 0. */
bool process_succeeded(const struct process_end *end);

void process_end_free(struct process_end *end);

#endif
