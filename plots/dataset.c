#include "dataset.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The columns that the report cannot do without. */
static const struct column {
    const char *name;
    size_t offset; /* of the string in struct point */
} needed[] = {
#define COLUMN(field)                                           \
    {                                                           \
        .name = #field, .offset = offsetof(struct point, field) \
    }
    COLUMN(study),
    COLUMN(pattern),
    COLUMN(target),
    COLUMN(element_bytes),
    COLUMN(parameter),
    COLUMN(value),
    COLUMN(elements),
    COLUMN(useful_bytes),
    COLUMN(samples),
    COLUMN(time_ns),
    COLUMN(ci_low_ns),
    COLUMN(ci_high_ns),
    COLUMN(fraction_of_copy),
    COLUMN(level),
    COLUMN(marks),
    COLUMN(valid),
    COLUMN(workers),
#undef COLUMN
};
enum { NEEDED = sizeof needed / sizeof needed[0] };

static int find_columns(const struct table *table, const char *path, int *columns, char *problem,
                        size_t problem_size)
{
    for (int i = 0; i < NEEDED; i++) {
        columns[i] = table_column(table, needed[i].name);
        if (columns[i] < 0) {
            snprintf(problem, problem_size, "%s: there is no column `%s`", path, needed[i].name);
            return -EINVAL;
        }
    }
    return 0;
}

static bool partly_cached(const char *level)
{
    return strchr(level, '/') || strcmp(level, "unknown") == 0;
}

static void read_numbers(struct point *point)
{
    point->number = (struct numbers){.time_ns = table_number(point->time_ns),
                                     .ci_low_ns = table_number(point->ci_low_ns),
                                     .ci_high_ns = table_number(point->ci_high_ns),
                                     .elements = table_number(point->elements),
                                     .useful_bytes = table_number(point->useful_bytes),
                                     .workers = table_number(point->workers)};
    point->at = table_number(point->value);
    point->gbps = point->number.useful_bytes / point->number.time_ns;
    point->fraction = table_number(point->fraction_of_copy);
    point->usable = strcmp(point->valid, "yes") == 0 && isfinite(point->number.time_ns) &&
                    point->number.time_ns > 0;
    point->hollow = strcmp(point->marks, "-") != 0 || partly_cached(point->level);
}

/* Results of older versions have no predictions. */
static const char *cell_of(const struct table *table, int row, const char *column)
{
    const int found = table_column(table, column);
    return found < 0 ? "-" : table_cell(table, row, found);
}

static void fill_points(struct dataset *set, const int *columns)
{
    for (int row = 0; row < set->table.row_count; row++) {
        struct point *point = &set->points[set->count++];
        for (int i = 0; i < NEEDED; i++)
            *(const char **)((char *)point + needed[i].offset) =
                table_cell(&set->table, row, columns[i]);
        point->from = set;
        point->bound = cell_of(&set->table, row, "bound");
        read_numbers(point);
        point->number.predicted_ns = table_number(cell_of(&set->table, row, "predicted_time_ns"));
    }
}

int dataset_read(struct dataset *set, const char *folder, const char *name, char *problem,
                 size_t problem_size)
{
    char path[PATH_MAX];
    int columns[NEEDED];
    *set = (struct dataset){.name = name};
    snprintf(path, sizeof path, "%s/results.csv", folder);
    int code = table_read(&set->table, path, problem, problem_size);
    if (code == 0)
        code = find_columns(&set->table, path, columns, problem, problem_size);
    if (code == 0 && set->table.row_count == 0) {
        snprintf(problem, problem_size, "%s: there are no points in it yet", path);
        code = -ENODATA;
    }
    if (code == 0 && !(set->points = calloc(set->table.row_count, sizeof *set->points)))
        code = -ENOMEM;
    if (code == 0)
        fill_points(set, columns);
    else
        dataset_free(set);
    return code;
}

void dataset_free(struct dataset *set)
{
    free(set->points);
    table_free(&set->table);
    *set = (struct dataset){0};
}

bool dataset_first_of_target(const struct dataset *set, int index)
{
    for (int i = 0; i < index; i++)
        if (strcmp(set->points[i].target, set->points[index].target) == 0)
            return false;
    return true;
}

bool target_is_gpu(const char *target)
{
    return strncmp(target, "gpu", 3) == 0;
}

bool dataset_has(const struct dataset *set, const char *study, bool gpu)
{
    for (int i = 0; i < set->count; i++) {
        const struct point *point = &set->points[i];
        if (point->usable && target_is_gpu(point->target) == gpu &&
            (!study || strcmp(point->study, study) == 0))
            return true;
    }
    return false;
}
