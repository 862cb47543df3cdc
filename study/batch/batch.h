/* What the parts of `warpline batch` share: the folder of a batch, and what is known of it. */
#ifndef WARPLINE_BATCH_H
#define WARPLINE_BATCH_H

#include "study/batch/script.h"
#include "study/folders.h"

/* All return an exit status, after a message where it is not 0. */

/* Submits a batch: the folder with job.sh, merge.sh and batch.csv, the array, the merging. Prints
 * the ids. A batch that is still at work in the folder is left alone: EXIT_USAGE. */
int batch_submit(const struct batch *batch);

/* Runs the tasks of an array of one node, this one, here and one after another. */
int batch_local(const struct options *options);

/* Prints a line for each task of the batch in a folder. */
int batch_status(const char *folder);

/* Waits for its end, with progress on stderr. EXIT_WRONG where a task failed. */
int batch_wait(const char *folder);

/* Cancels all of its jobs. */
int batch_cancel(const char *folder);

#endif
