/* The results folders that a name stands for: a folder with a results.csv, or one whose folders
 * have one each, as a batch job writes them. */
#ifndef PLOTS_FLEET_RESULT_SETS_H
#define PLOTS_FLEET_RESULT_SETS_H

#include <stdbool.h>
#include <stddef.h>

/* Whether the folder itself has a results.csv; whether that is of many nodes, each row with its
 * host, as merge writes it. */
bool results_there(const char *folder);
bool results_merged(const char *folder);

/* Zeroed, it has none. */
struct sets {
    char **folder;
    int count, room;
};

/* Adds `path`, or in the order of their names the results folders that it holds; among those merged
 * ones are left out, since they are made of the others. 0, or a negative errno with a line in
 * `problem`. */
int sets_add(struct sets *sets, const char *path, char *problem, size_t problem_size);

/* 0, or -EEXIST with the problem where two of them are one folder. */
int sets_distinct(const struct sets *sets, char *problem, size_t problem_size);

void sets_free(struct sets *sets);

#endif
