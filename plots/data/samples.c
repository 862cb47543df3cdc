#include "plots/data/samples.h"

#include "plots/data/dataset.h"
#include "plots/data/median.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char says_otherwise[] = "no: its samples say otherwise";

/* The samples of one row after the other: those of a row stand together, because they are written
 * with it. */
struct check {
    struct dataset *set;
    struct table table;
    int point_column, time_column;
    int next;      /* the first row whose samples have not been met */
    double *times; /* of the row in hand */
    int count, room;
};

static int no_memory(const struct check *check)
{
    snprintf(check->table.problem, check->table.problem_size, "%s: not enough memory to read it",
             check->table.path);
    return -ENOMEM;
}

static void describe(const struct check *check, const struct row *point, double median)
{
    struct dataset *set = check->set;
    const struct numbers *number = &point->number;
    snprintf(set->note, sizeof set->note,
             "line %d, time_ns %.2f of %.0f samples, but there are %d%s", point->line,
             number->time_ns, number->samples, check->count, check->count ? "" : " of it");
    const size_t length = strlen(set->note);
    if (check->count)
        snprintf(set->note + length, sizeof set->note - length, " with a median of %.2f", median);
}

static int contradict(struct check *check, struct row *point, double median)
{
    const char *valid = names_keep(&check->set->names, says_otherwise);
    if (!valid)
        return no_memory(check);
    if (check->set->contradicted++ == 0)
        describe(check, point, median);
    point->valid = valid;
    point->usable = false;
    point->gbps = point->number.time_ns = NAN;
    point->number.ci_low_ns = point->number.ci_high_ns = NAN;
    return 0;
}

/* All samples of a row are there: are they what it says? Both files have two decimals. */
static int end_row(struct check *check, struct row *point)
{
    const double rounding_ns = 0.011;
    const double median = median_of(check->times, check->count), ns = point->number.time_ns;
    /* Not of an invalid row, which has no time. */
    const bool agrees = check->count == point->number.samples &&
                        (isnan(ns) || fabs(median - ns) <= rounding_ns + 1e-9 * ns);
    const int code = agrees ? 0 : contradict(check, point, median);
    check->count = 0;
    return code;
}

/* Ends the rows before `row`, of which there are no more samples. */
static int end_rows_before(struct check *check, int row)
{
    int code = 0;
    while (!code && check->next < row && check->next < check->set->count)
        code = end_row(check, &check->set->points[check->next++]);
    return code;
}

static int take_sample(struct check *check, double ns)
{
    if (check->count == check->room) {
        const int room = check->room ? 2 * check->room : 64;
        void *more = realloc(check->times, sizeof *check->times * (size_t)room);
        if (!more)
            return no_memory(check);
        check->times = more;
        check->room = room;
    }
    check->times[check->count++] = ns;
    return 0;
}

/* Samples of rows that a killed run never wrote come last, and count for nothing. Those of a row
 * that is behind belong to another run: the row has too many. */
static int take_line(struct check *check)
{
    static const struct table_range points = {.least = 0, .most = 1e9, .whole = true};
    static const struct table_range times_ns = {.least = -1e15, .most = 1e15};
    double row = 0, ns = 0;
    int code = table_number(&check->table, check->point_column, &points, &row);
    if (!code)
        code = table_number(&check->table, check->time_column, &times_ns, &ns);
    if (!code && row < check->next)
        return check->set->points[(int)row].usable
                   ? contradict(check, &check->set->points[(int)row], ns)
                   : 0;
    if (!code && row > check->next)
        code = end_rows_before(check, (int)row);
    return code || row >= check->set->count ? code : take_sample(check, ns);
}

static int check_lines(struct check *check)
{
    int code = check->point_column < 0  ? check->point_column
               : check->time_column < 0 ? check->time_column
                                        : 0;
    int more = 0;
    while (!code && (more = table_next(&check->table)) == 1)
        code = take_line(check);
    if (!code && more == 0)
        code = end_rows_before(check, check->set->count);
    return code ? code : more;
}

static void write_note(struct check *check)
{
    char first[sizeof check->set->note];
    struct dataset *set = check->set;
    memcpy(first, set->note, sizeof first);
    if (set->contradicted)
        snprintf(set->note, sizeof set->note,
                 "%.300s: contradicts %d of the %d rows of results.csv, which are left out; the "
                 "first is %.120s; restore both files, or measure again",
                 check->table.path, set->contradicted, set->count, first);
}

int samples_check(struct dataset *set, const char *folder, char *problem, size_t problem_size)
{
    struct check check = {.set = set};
    int code = table_open(&check.table, folder, "samples.csv", problem, problem_size);
    if (code == -ENOENT || code == -ENODATA) { /* older, deleted, or its header was cut off */
        snprintf(set->note, sizeof set->note, "%.500s; times are not checked against samples",
                 problem);
        problem[0] = '\0';
        return 0;
    }
    if (code)
        return code;
    check.point_column = table_needed_column(&check.table, "point");
    check.time_column = table_needed_column(&check.table, "time_ns");
    code = check_lines(&check);
    if (!code)
        write_note(&check);
    free(check.times);
    table_close(&check.table);
    return code;
}
