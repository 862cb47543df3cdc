#include "plots/verify/follows.h"

#include "plots/verify/checks.h"
#include "study/base/message.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { INTERVALS_MOST = 4096 };

/* State while a folder is checked. */
struct look {
    const struct dataset *set;
    const struct follows_options *options;
    struct allowances allowances;
    struct row_ground ground;
    struct doubt_sink sink;
    struct follows *follows;
    bool predicted; /* a row has a predicted time */
};

void doubt_add(struct doubt_sink *sink, enum doubt_kind kind, int line, const char *format, ...)
{
    struct doubt doubt = {.kind = kind, .line = line};
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(doubt.text, sizeof doubt.text, format, arguments);
    va_end(arguments);
    sink->count++;
    sink->tell(sink->context, &doubt);
}

/* "by hwloc, over all CPUs that the process was given: 0-15" */
static const char *cpus_of(const struct dataset *set)
{
    static const char before[] = "given: ";
    const char *binding = table_header_value(&set->table, "cpu_binding");
    const char *cpus = binding ? strstr(binding, before) : NULL;
    return cpus ? cpus + strlen(before) : NULL;
}

/* The value of `--seed` in its command line, which is always recorded. */
static uint64_t seed_of(const struct dataset *set)
{
    const char *command = table_header_value(&set->table, "command");
    const char *seed = command ? strstr(command, " --seed ") : NULL;
    return seed ? strtoull(seed + strlen(" --seed "), NULL, 10) : 1;
}

static void check_row(struct look *look, const struct row *row, int number)
{
    const int every = look->set->count / INTERVALS_MOST + 1;
    struct row_ground ground = look->ground;
    if (number % every != 0)
        ground.interval = NULL;
    row_check(row, &ground, &look->sink);
    allowances_check(&look->allowances, row, &look->sink);
    look->predicted |= row->number.predicted_ns > 0;
    look->follows->samples += row->sample_count;
    look->follows->rows++;
    if (look->options->copies)
        copy_search_add(look->options->copies, look->options->owner, row);
}

static void check_rows(struct look *look)
{
    const struct dataset *set = look->set;
    if (!set->has_samples)
        doubt_add(&look->sink, DOUBT_SAMPLES, 0,
                  "samples.csv is missing: nothing says that these times were measured");
    for (int i = 0; i < set->count; i++)
        check_row(look, &set->points[i], i);
    if (set->strays > 0)
        doubt_add(&look->sink, DOUBT_SAMPLES, 0,
                  "samples.csv: %d samples stand behind those of a later row", set->strays);
}

/* Strings are interned: equal strings have equal pointers. */
static int by_identity(const void *left, const void *right)
{
    const struct row *a = *(const struct row *const *)left, *b = *(const struct row *const *)right;
    const char *const one[] = {a->study,         a->pattern,   a->target,
                               a->element_bytes, a->parameter, a->value};
    const char *const two[] = {b->study,         b->pattern,   b->target,
                               b->element_bytes, b->parameter, b->value};
    const int order = memcmp(one, two, sizeof one);
    const double bytes = a->number.footprint_bytes, others = b->number.footprint_bytes;
    return order ? order : (bytes > others) - (bytes < others);
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

/* The digest of the header ties host, date, command and a student's id together, and detects
 * careless changes. */
static void check_header(const struct dataset *set, struct doubt_sink *sink)
{
    const char *points = table_header_value(&set->table, "points");
    const long planned = points ? strtol(points, NULL, 10) : LONG_MAX;
    if (set->table.edited)
        doubt_add(sink, DOUBT_OTHER, 0,
                  "results.csv: the header states the digest of other lines: host, date, id or "
                  "another line was changed");
    else if (!table_header_value(&set->table, "header_digest") &&
             !table_header_value(&set->table, "merged"))
        doubt_add(
            sink, DOUBT_OTHER, 0,
            "results.csv: the header has no digest of its lines, so any of them may have been "
            "changed");
    for (int i = 0; i < set->target_count; i++)
        if (!table_header_value(&set->table, set->targets[i].target))
            doubt_add(sink, DOUBT_OTHER, 0, "results.csv: the header has no line of target %.32s",
                      set->targets[i].target);
    if (set->count > planned)
        doubt_add(sink, DOUBT_OTHER, 0,
                  "results.csv: it has %d rows, but the header says that %ld points were planned",
                  set->count, planned);
    check_doubles(set, sink);
}

static int check_files(struct look *look, const char *folder, char *problem, size_t size)
{
    check_header(look->set, &look->sink);
    const int code = allowances_read(&look->allowances, look->set, folder, problem, size);
    if (code)
        return code;
    check_rows(look);
    if (look->predicted && !look->allowances.has_file &&
        !table_header_value(&look->set->table, "merged")) /* each node has its own ceilings */
        doubt_add(&look->sink, DOUBT_OTHER, 0,
                  "ceilings.csv is missing, but rows have times predicted from it");
    return 0;
}

int follows_check(const struct dataset *set, const char *folder,
                  const struct follows_options *options, struct follows *follows, char *problem,
                  size_t problem_size)
{
    *follows = (struct follows){.cut = set->table.truncated};
    struct look look = {.set = set,
                        .options = options,
                        .ground = {.interval = options->interval,
                                   .bytes = options->bytes,
                                   .seed = seed_of(set),
                                   .cpus = cpus_of(set),
                                   .has_samples = set->has_samples,
                                   .fractions = set->contradicted == 0},
                        .sink = {.tell = options->tell, .context = options->context},
                        .follows = follows};
    problem[0] = '\0';
    const int code = check_files(&look, folder, problem, problem_size);
    follows->doubts = look.sink.count;
    return code;
}

/* The first doubt that the set's note does not mention, and the number of such doubts. */
struct summary_of_doubts {
    bool samples_told;
    int count;
    struct doubt first;
};

static void sum_up(void *context, const struct doubt *doubt)
{
    struct summary_of_doubts *sum = context;
    if (sum->samples_told && doubt->kind == DOUBT_SAMPLES)
        return;
    if (sum->count++ == 0)
        sum->first = *doubt;
}

int follows_note(const struct dataset *set, const char *folder, interval_function *interval,
                 bytes_function *bytes, char *text, size_t size)
{
    struct follows follows;
    struct summary_of_doubts sum = {.samples_told = !set->has_samples || set->contradicted > 0};
    const struct follows_options options = {
        .interval = interval, .bytes = bytes, .tell = sum_up, .context = &sum};
    char problem[PATH_MAX + 256], where[32] = "";
    text[0] = '\0';
    const int code = follows_check(set, folder, &options, &follows, problem, sizeof problem);
    if (code) {
        snprintf(text, size, "these results cannot be checked: %s", problem);
        /* The machine's error, not the files': too many open files, or a disk error. */
        return code == -EMFILE || code == -ENFILE || code == -EIO ? code : 0;
    }
    if (sum.first.line)
        snprintf(where, sizeof where, "line %d: ", sum.first.line);
    if (sum.count)
        snprintf(text, size,
                 "%.256s: does not follow from what was measured, in %d thing%s; the first is "
                 "%s%s; see warpline verify",
                 folder, sum.count, sum.count == 1 ? "" : "s", where, sum.first.text);
    return 0;
}
