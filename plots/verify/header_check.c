#include "plots/verify/checks.h"

#include "study/base/message.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check_targets(const struct dataset *set, struct doubt_sink *sink)
{
    for (int i = 0; i < set->target_count; i++)
        if (!table_header_value(&set->table, set->targets[i].target))
            doubt_add(sink, DOUBT_OTHER, 0, "results.csv: the header has no line of target %.32s",
                      set->targets[i].target);
}

static void check_points(const struct dataset *set, struct doubt_sink *sink)
{
    const char *points = table_header_value(&set->table, "points");
    const long planned = points ? strtol(points, NULL, 10) : LONG_MAX;
    if (set->count > planned)
        doubt_add(sink, DOUBT_OTHER, 0,
                  "results.csv: it has %d rows, but the header says that %ld points were planned",
                  set->count, planned);
}

/* Strings are interned: equal strings have equal pointers. */
static int by_identity(const void *left, const void *right)
{
    const struct row *a = *(const struct row *const *)left, *b = *(const struct row *const *)right;
    const char *const one[] = {a->study,         a->pattern,   a->target,
                               a->element_bytes, a->parameter, a->value};
    const char *const two[] = {b->study,         b->pattern,   b->target,
                               b->element_bytes, b->parameter, b->value};
    for (size_t i = 0; i < sizeof one / sizeof *one; i++)
        if (one[i] != two[i])
            return one[i] < two[i] ? -1 : 1;
    const double bytes = a->number.footprint_bytes, others = b->number.footprint_bytes;
    return bytes < others ? -1 : bytes > others;
}

static void check_doubles(const struct dataset *set, struct doubt_sink *sink)
{
    const struct row **rows = needed(calloc((size_t)set->count + 1, sizeof *rows));
    for (int i = 0; i < set->count; i++)
        rows[i] = &set->points[i];
    qsort(rows, (size_t)set->count, sizeof *rows, by_identity);
    for (int i = 1; i < set->count; i++)
        if (by_identity(&rows[i - 1], &rows[i]) == 0)
            doubt_add(sink, DOUBT_OTHER, rows[i]->line, "line %d is the same point",
                      rows[i - 1]->line);
    free(rows);
}

void header_check(const struct dataset *set, struct doubt_sink *sink)
{
    if (set->table.edited)
        doubt_add(sink, DOUBT_OTHER, 0,
                  "results.csv: the header states the digest of other lines: host, date, id or "
                  "another line was changed");
    check_targets(set, sink);
    check_points(set, sink);
    check_doubles(set, sink);
}
