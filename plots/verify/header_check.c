#include "plots/verify/checks.h"

#include "plots/data/text_digest.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char digest_line[] = "# header_digest: ";

static void compare_digest(const char *line, uint64_t digest, struct doubt_sink *sink)
{
    char made[17];
    const char *stated = line + strlen(digest_line);
    snprintf(made, sizeof made, "%016llx", (unsigned long long)digest);
    if (strncmp(stated, made, strlen(made)) != 0 || stated[strlen(made)] != '\n')
        doubt_add(sink, DOUBT_OTHER, 0,
                  "results.csv: the header's lines have the digest %s, but it states %.16s: host, "
                  "date, id or another line was changed",
                  made, stated);
}

/* Undoes the changes of a Windows editor: removes a byte order mark before the line and a carriage
 * return at its end. Returns the new start of the line. */
static char *plain_line(char *line, bool first)
{
    static const char mark[] = "\xEF\xBB\xBF";
    const size_t length = strlen(line);
    if (length >= 2 && strcmp(line + length - 2, "\r\n") == 0) {
        line[length - 2] = '\n';
        line[length - 1] = '\0';
    }
    return line + (first && strncmp(line, mark, strlen(mark)) == 0 ? strlen(mark) : 0);
}

/* Older results have no digest. */
static void check_digest(FILE *file, struct doubt_sink *sink)
{
    char *text = NULL;
    size_t room = 0;
    uint64_t digest = digest_begin;
    for (bool first = true; getline(&text, &room, file) > 0; first = false) {
        const char *line = plain_line(text, first);
        if (line[0] != '#')
            break;
        if (strncmp(line, digest_line, strlen(digest_line)) == 0) {
            compare_digest(line, digest, sink);
            break;
        }
        digest = digest_add(digest, line, strlen(line));
    }
    free(text);
}

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

static int check_doubles(const struct dataset *set, struct doubt_sink *sink)
{
    const struct row **rows = calloc((size_t)set->count + 1, sizeof *rows);
    if (!rows)
        return -ENOMEM;
    for (int i = 0; i < set->count; i++)
        rows[i] = &set->points[i];
    qsort(rows, (size_t)set->count, sizeof *rows, by_identity);
    for (int i = 1; i < set->count; i++)
        if (by_identity(&rows[i - 1], &rows[i]) == 0)
            doubt_add(sink, DOUBT_OTHER, rows[i]->line, "line %d is the same point",
                      rows[i - 1]->line);
    free(rows);
    return 0;
}

int header_check(const struct dataset *set, const char *folder, struct doubt_sink *sink,
                 char *problem, size_t problem_size)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/results.csv", folder);
    FILE *file = fopen(path, "r");
    int code = file ? 0 : -errno;
    if (file) {
        if (!table_header_value(&set->table, "merged")) /* merged: lines of several headers */
            check_digest(file, sink);
        fclose(file);
        check_targets(set, sink);
        check_points(set, sink);
        code = check_doubles(set, sink);
    }
    if (code)
        snprintf(problem, problem_size, "%s: %s", path, strerror(-code));
    return code;
}
