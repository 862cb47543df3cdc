#include "plots/data/dataset.h"

#include "plots/data/dataset_index.h"
#include "plots/data/samples.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* A column and the field of struct row that it is read into. Results of older versions lack the
 * optional ones. */
struct column {
    const char *name;
    size_t offset;
    bool optional;
};
#define COLUMN(name_, field)                                   \
    {                                                          \
        .name = (name_), .offset = offsetof(struct row, field) \
    }
#define OPTIONAL(name_, field)                                                   \
    {                                                                            \
        .name = (name_), .offset = offsetof(struct row, field), .optional = true \
    }

static const struct column text_columns[] = {
    COLUMN("study", study),         COLUMN("pattern", pattern),
    COLUMN("target", target),       COLUMN("element_bytes", element_bytes),
    COLUMN("parameter", parameter), COLUMN("value", value),
    COLUMN("level", level),         COLUMN("marks", marks),
    COLUMN("valid", valid),         OPTIONAL("bound", bound),
    OPTIONAL("settings", settings),
};

static const struct table_range counts = {.least = 1, .most = 1e18, .whole = true};
static const struct table_range amounts = {.least = 0, .most = 1e18, .whole = true, .absent = true};
/* 1e15 ns are eleven days: no pass takes them. */
static const struct table_range times_ns = {.least = 0, .most = 1e15, .absent = true};

static const struct number_column {
    struct column column;
    const struct table_range *range;
} number_columns[] = {
    {COLUMN("value", at), &amounts},
    {COLUMN("elements", number.elements), &counts},
    {COLUMN("useful_bytes", number.useful_bytes), &amounts},
    {OPTIONAL("footprint_bytes", number.footprint_bytes), &amounts},
    {COLUMN("samples", number.samples), &amounts},
    {COLUMN("workers", number.workers), &amounts},
    {COLUMN("time_ns", number.time_ns), &times_ns},
    {COLUMN("ci_low_ns", number.ci_low_ns), &times_ns},
    {COLUMN("ci_high_ns", number.ci_high_ns), &times_ns},
    {OPTIONAL("predicted_time_ns", number.predicted_ns), &times_ns},
    {OPTIONAL("disturbed", number.disturbed), &amounts},
};
enum {
    TEXTS = sizeof text_columns / sizeof text_columns[0],
    NUMBERS = sizeof number_columns / sizeof number_columns[0]
};

enum { PATTERN_NAME_MAX = 256 };

/* A results.csv on its way into a dataset. */
struct reading {
    struct dataset *set;
    int texts[TEXTS], numbers[NUMBERS]; /* the columns' numbers; -1 for one that is not there */
    int room;                           /* for points */
};

static int find_column(struct table *table, const struct column *column, int *number)
{
    *number = column->optional ? table_column(table, column->name)
                               : table_needed_column(table, column->name);
    return *number < 0 && !column->optional ? *number : 0;
}

static int find_columns(struct reading *reading)
{
    int code = 0;
    for (int i = 0; i < TEXTS && !code; i++)
        code = find_column(&reading->set->table, &text_columns[i], &reading->texts[i]);
    for (int i = 0; i < NUMBERS && !code; i++)
        code = find_column(&reading->set->table, &number_columns[i].column, &reading->numbers[i]);
    return code;
}

static int no_memory(const struct dataset *set)
{
    snprintf(set->table.problem, set->table.problem_size, "%s: not enough memory to read it",
             set->table.path);
    return -ENOMEM;
}

static int take_texts(struct reading *reading, struct row *point)
{
    struct dataset *set = reading->set;
    for (int i = 0; i < TEXTS; i++) {
        const int column = reading->texts[i];
        const char *text = names_keep(&set->names, column < 0 ? "-" : set->table.cells[column]);
        if (!text)
            return no_memory(set);
        memcpy((char *)point + text_columns[i].offset, &text, sizeof text);
    }
    return 0;
}

/* A pattern with other settings is another one to all that finds rows by their pattern. */
static int name_pattern(struct dataset *set, struct row *point)
{
    char name[PATTERN_NAME_MAX];
    if (strcmp(point->settings, "-") == 0)
        return 0;
    snprintf(name, sizeof name, "%s %s", point->pattern, point->settings);
    point->pattern = names_keep(&set->names, name);
    return point->pattern ? 0 : no_memory(set);
}

static int take_numbers(struct reading *reading, struct row *point)
{
    int code = 0;
    for (int i = 0; i < NUMBERS && !code; i++) {
        double number = NAN;
        if (reading->numbers[i] >= 0)
            code = table_number(&reading->set->table, reading->numbers[i], number_columns[i].range,
                                &number);
        memcpy((char *)point + number_columns[i].column.offset, &number, sizeof number);
    }
    return code;
}

/* A median lies within its interval, but for the digits that the file leaves out. */
static int check_interval(struct table *table, const struct numbers *number)
{
    const double rounding_ns = 0.01;
    if (number->ci_low_ns > number->ci_high_ns)
        return table_refuse(table, table_column(table, "ci_low_ns"), "is above ci_high_ns");
    if (number->time_ns < number->ci_low_ns - rounding_ns ||
        number->time_ns > number->ci_high_ns + rounding_ns)
        return table_refuse(table, table_column(table, "time_ns"),
                            "is not between ci_low_ns and ci_high_ns");
    return 0;
}

static bool partly_cached(const char *level)
{
    return strchr(level, '/') || strcmp(level, "unknown") == 0;
}

static void work_out(struct row *point)
{
    point->gbps = point->number.useful_bytes / point->number.time_ns;
    point->usable = strcmp(point->valid, "yes") == 0 && point->number.time_ns > 0;
    point->hollow = strcmp(point->marks, "-") != 0 || partly_cached(point->level);
}

static int take_row(struct reading *reading)
{
    struct dataset *set = reading->set;
    if (set->count == reading->room) {
        const int room = reading->room ? 2 * reading->room : 1024;
        void *more = realloc(set->points, sizeof *set->points * (size_t)room);
        if (!more)
            return no_memory(set);
        set->points = more;
        reading->room = room;
    }
    struct row *point = &set->points[set->count];
    *point = (struct row){.from = set, .line = set->table.line};
    int code = take_texts(reading, point);
    if (!code)
        code = name_pattern(set, point);
    if (!code)
        code = take_numbers(reading, point);
    if (!code)
        code = check_interval(&set->table, &point->number);
    if (!code)
        work_out(point);
    /* A million rows are of a few targets, most like the row before. */
    if (!code)
        point->gpu = set->count > 0 && point[-1].target == point->target
                         ? point[-1].gpu
                         : dataset_target_is(set, point->target, "GPU");
    set->count += !code;
    return code;
}

/* Yardsticks, claims and figures are of one machine: merged results have several. */
static int check_host(struct dataset *set, int column, const char **host)
{
    const char *name = column < 0 ? NULL : names_keep(&set->names, set->table.cells[column]);
    if (column >= 0 && !name)
        return no_memory(set);
    if (*host && *host != name) {
        snprintf(set->table.problem, set->table.problem_size,
                 "%s: rows of several machines (%.64s, %.64s); use warpline report or compare, or "
                 "the folder of one",
                 set->table.path, *host, name);
        return -EINVAL;
    }
    *host = name;
    return 0;
}

static int read_rows(struct dataset *set)
{
    struct reading reading = {.set = set};
    const char *host = NULL;
    int code = find_columns(&reading), more = 0;
    const int hosts = table_column(&set->table, "host");
    while (!code && (more = table_next(&set->table)) == 1) {
        code = check_host(set, hosts, &host);
        if (!code)
            code = take_row(&reading);
    }
    if (!code && more == 0 && set->count == 0) {
        snprintf(set->table.problem, set->table.problem_size, "%s: there are no points in it yet",
                 set->table.path);
        code = -ENODATA;
    }
    return code ? code : more;
}

int dataset_read(struct dataset *set, const char *folder, const char *name, char *problem,
                 size_t problem_size)
{
    *set = (struct dataset){.name = name};
    int code = table_open(&set->table, folder, "results.csv", problem, problem_size);
    if (!code)
        code = read_rows(set);
    if (!code)
        code = samples_check(set, folder, problem, problem_size);
    if (!code && dataset_index(set))
        code = no_memory(set);
    if (code)
        dataset_free(set);
    return code;
}

void dataset_free(struct dataset *set)
{
    free(set->points);
    free(set->by_study);
    free(set->studies);
    free(set->targets);
    names_free(&set->names);
    table_close(&set->table);
    *set = (struct dataset){0};
}

bool dataset_target_is(const struct dataset *set, const char *target, const char *kind)
{
    char key[64];
    snprintf(key, sizeof key, "%.48s_kind", target);
    const char *said = table_header_value(&set->table, key);
    return said ? strcmp(said, kind) == 0 : strncasecmp(target, kind, strlen(kind)) == 0;
}

bool row_is_baseline(const struct row *point)
{
    return strcmp(point->parameter, "-") == 0;
}

double row_fraction(const struct row *point)
{
    return point->gbps / point->yardstick.gbps;
}
