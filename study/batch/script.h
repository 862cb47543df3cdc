/* The job scripts of a batch: what a person would write, with every name quoted for bash. */
#ifndef WARPLINE_SCRIPT_H
#define WARPLINE_SCRIPT_H

#include "study/batch/nodes.h"

#include <stdio.h>

struct batch {
    const struct options *options;
    struct node_list nodes;
    const char *program, *out; /* absolute names */
    int64_t time_s;            /* of a task */
};

/* How many tasks the array has, and what task number `task` is: its node, and its study, NULL where
 * it measures all that were asked for. */
int batch_tasks(const struct batch *batch);
const struct node *batch_node(const struct batch *batch, int task);
const char *batch_study(const struct batch *batch, int task);

/* Writes the script of the array. Run by bash outside a job it submits itself and the merging. */
void script_write(FILE *out, const struct batch *batch);

/* Writes the script of the job that merges and reports. */
void script_write_merge(FILE *out, const struct batch *batch);

#endif
