/* The nodes of a partition, as Slurm knows them now, and which of them a batch measures. */
#ifndef WARPLINE_NODES_H
#define WARPLINE_NODES_H

#include "study/commands/options.h"

struct node {
    const char *name, *state; /* Slurm's: "idle", "mixed", "down*", ... */
    const char *features, *gres;
    bool usable; /* not down, not drained */
    bool named;  /* by --nodelist, once */
};

struct node_list {
    struct node *nodes;
    int count;
    int64_t limit_s; /* of a job in this partition; INT64_MAX: none */
    char *text;      /* what the nodes' texts are in */
};

/* Asks for all nodes of a partition. 0, or EXIT_USAGE where there is none of that name,
 * EXIT_NO_DEVICE without Slurm, after a message; the list is then empty. */
int nodes_ask(const char *partition, struct node_list *list);

/* Leaves in the list those that are measured: of --nodelist, or all of the partition; with what
 * --gres asks for and, as far as it is a list of names, --constraint; at most --nodes of them, idle
 * ones first; by name. What is down or drained is left out with a line. 0, or an exit status after
 * a message. */
int nodes_choose(const struct batch_options *wanted, struct node_list *list);

void nodes_free(struct node_list *list);

#endif
