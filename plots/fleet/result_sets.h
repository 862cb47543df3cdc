/* The results folders of a path: a folder with a results.csv, or a folder whose subfolders have one
 * each, as a batch job writes them. */
#ifndef PLOTS_FLEET_RESULT_SETS_H
#define PLOTS_FLEET_RESULT_SETS_H

#include <stdbool.h>
#include <stddef.h>

/* Whether the folder itself has a results.csv. results_merged: whether that is of many nodes, with
 * a host in each row, as merge writes it. */
bool results_there(const char *folder);
bool results_merged(const char *folder);

/* A zeroed struct is empty. */
struct sets {
    char **folder;
    int count, room;
};

/* Adds `path`, or the results folders in it in the order of their names. Merged ones among these
 * are left out, because they repeat the others. 0, or a negative errno with a line in `problem`. */
int sets_add(struct sets *sets, const char *path, char *problem, size_t problem_size);

/* 0, or -EEXIST with the problem if two of them are the same folder. */
int sets_distinct(const struct sets *sets, char *problem, size_t problem_size);

void sets_free(struct sets *sets);

#endif
