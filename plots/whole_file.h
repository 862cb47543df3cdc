/* A file that is there whole or as it was before: written beside its place and put there when all
 * of it is on the disk, so that a full disk or a kill leaves no half of one. */
#ifndef PLOTS_WHOLE_FILE_H
#define PLOTS_WHOLE_FILE_H

#include <limits.h>
#include <stddef.h>
#include <stdio.h>

struct whole_file {
    FILE *out;
    char path[PATH_MAX], part[PATH_MAX];
};

/* 0, or a negative errno with a line in `problem` that names the file and says why. */
int whole_file_open(struct whole_file *file, const char *path, char *problem, size_t problem_size);

/* Puts it in its place. 0, or a negative errno with the problem; the part is then gone. */
int whole_file_close(struct whole_file *file, char *problem, size_t problem_size);

/* Leaves the place as it is. */
void whole_file_drop(struct whole_file *file);

#endif
