/* The jobs of a batch and how far they are: from batch.csv in its folder, from Slurm's queue, from
 * the last words of the tasks' logs. */
#ifndef WARPLINE_JOBS_H
#define WARPLINE_JOBS_H

#include "study/batch/script.h"
#include "study/folders.h"

enum { ID_TEXT_MAX = 32, NODE_TEXT_MAX = 256, STATE_TEXT_MAX = 64, REASON_TEXT_MAX = 128 };

struct task {
    char node[NODE_TEXT_MAX], study[NODE_TEXT_MAX]; /* study: "-" where it measures all */
    char state[STATE_TEXT_MAX];                     /* Slurm's, while it is in the queue; else "" */
    char reason[REASON_TEXT_MAX];                   /* why it waits; "" where Slurm does not say */
    int exit_status;                                /* of its last start; -1: it said none */
    int points;                                     /* rows in the folders of its node */
};

struct jobs {
    const char *folder; /* the caller's */
    char array[ID_TEXT_MAX], merge[ID_TEXT_MAX], partition[NODE_TEXT_MAX];
    struct task *tasks;
    int count;
    bool merge_queued;
};

/* Writes batch.csv. 0, or EXIT_WRONG after a message. */
int jobs_write(const struct batch *batch, const char *array, const char *merge);

/* Reads it. 0, or EXIT_USAGE after a message where the folder has none. */
int jobs_read(const char *folder, struct jobs *jobs);

/* Looks how far they are. 0, or EXIT_NO_DEVICE after a message where Slurm does not answer. */
int jobs_look(struct jobs *jobs);

/* Whether a task waits or runs. */
bool task_queued(const struct task *task);

void jobs_free(struct jobs *jobs);

#endif
