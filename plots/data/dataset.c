#include "plots/data/dataset.h"

#include "plots/data/row_reader.h"
#include "study/base/array.h"
#include "study/base/median.h"
#include "study/base/text.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* A column and the field of struct row that stores it. */
struct place {
    enum column_number column;
    size_t offset;
};
#define PLACE(column, field)                         \
    {                                                \
        COLUMN_##column, offsetof(struct row, field) \
    }

static const struct place texts[] = {
    PLACE(study, study),         PLACE(pattern, pattern),
    PLACE(target, target),       PLACE(element_bytes, element_bytes),
    PLACE(parameter, parameter), PLACE(value, value),
    PLACE(level, level),         PLACE(marks, marks),
    PLACE(valid, stated_valid),  PLACE(bound, bound),
    PLACE(settings, settings),   PLACE(ran_on, ran_on),
};

static const struct place numbers[] = {
    PLACE(value, at),
    PLACE(elements, number.elements),
    PLACE(useful_bytes, number.useful_bytes),
    PLACE(footprint_bytes, number.footprint_bytes),
    PLACE(samples, number.samples),
    PLACE(workers, number.workers),
    PLACE(time_ns, stated.time_ns),
    PLACE(time_min_ns, stated.least_ns),
    PLACE(time_max_ns, stated.most_ns),
    PLACE(ci_low_ns, stated.low_ns),
    PLACE(ci_high_ns, stated.high_ns),
    PLACE(bandwidth_gbps, stated.bandwidth_gbps),
    PLACE(fraction_of_copy, stated.fraction_of_copy),
    PLACE(predicted_bytes, stated.predicted_bytes),
    PLACE(write_allocate_bytes, stated.allocated_bytes),
    PLACE(predicted_time_ns, number.predicted_ns),
    PLACE(disturbed, number.disturbed),
    PLACE(load_gbps, number.load_gbps),
};

enum {
    TEXTS = sizeof texts / sizeof texts[0],
    NUMBERS = sizeof numbers / sizeof numbers[0],
    PATTERN_NAME_MAX = 256,
    ROWS_MOST = 1 << 22,
    SAMPLES_MOST = 1 << 27,
    SAMPLES_BOUNDED = 1 << 10, /* a point that other load disturbed has no more */
};

/* State while a folder is read into a dataset. */
struct reading {
    struct dataset *set;
    struct rows rows;
    int room;        /* allocated points */
    char first[128]; /* contradiction */
};

/* Results of one machine are read into memory. A run of all studies has 2,000 rows. */
static int too_many(const struct reading *reading, const char *what)
{
    const struct table *table = &reading->rows.table;
    snprintf(table->problem, table->problem_size,
             "%s: more %s than one machine has; use its own results", table->path, what);
    return -EINVAL;
}

static void take_texts(struct reading *reading, struct row *point)
{
    for (int i = 0; i < TEXTS; i++) {
        const char *text =
            names_keep(&reading->set->names, rows_text(&reading->rows, texts[i].column));
        memcpy((char *)point + texts[i].offset, &text, sizeof text);
    }
}

/* Adds "each=134217728 bind=1" as readers count: "each=128Mi bind=1". */
static void add_settings(char name[PATTERN_NAME_MAX], const char *settings)
{
    static const char *const prefixes[] = {"", "Ki", "Mi", "Gi"};
    for (const char *at = settings; *at;) {
        const int length = (int)strcspn(at, "0123456789");
        char *end;
        long long number = strtoll(at + length, &end, 10);
        int prefix = 0;
        if (number >= 1 << 14)
            for (; prefix < 3 && number % 1024 == 0; prefix++)
                number /= 1024;
        text_add(name, PATTERN_NAME_MAX, "%.*s", length, at);
        if (end > at + length)
            text_add(name, PATTERN_NAME_MAX, "%lld%s", number, prefixes[prefix]);
        at = end > at + length ? end : at + length;
    }
}

/* Settings become part of the pattern's name, so all code that finds rows by pattern treats them as
 * different patterns. */
static void name_pattern(struct reading *reading, struct row *point)
{
    char name[PATTERN_NAME_MAX];
    if (strcmp(point->settings, "-") == 0)
        return;
    snprintf(name, sizeof name, "%s ", point->pattern);
    add_settings(name, point->settings);
    point->pattern = names_keep(&reading->set->names, name);
}

static int take_numbers(struct reading *reading, struct row *point)
{
    int code = 0;
    for (int i = 0; i < NUMBERS && !code; i++) {
        double number;
        code = rows_number(&reading->rows, numbers[i].column, &number);
        memcpy((char *)point + numbers[i].offset, &number, sizeof number);
    }
    return code;
}

static int keep_samples(struct reading *reading, struct row *point, const struct measured *row)
{
    struct dataset *set = reading->set;
    if (set->time_count + row->samples > SAMPLES_MOST)
        return too_many(reading, "samples");
    point->first_sample = set->time_count;
    point->sample_count = row->samples;
    point->unloaded_ns = NAN;
    for (int i = 0; i < row->samples; i++) {
        point->unloaded_ns = fmin(point->unloaded_ns, row->times_ns[i] * (1 - row->lost_shares[i]));
        array_make_room(set->times_ns, set->time_count, set->time_room);
        set->times_ns[set->time_count++] = row->times_ns[i];
    }
    return 0;
}

static bool partly_cached(const char *level)
{
    return strchr(level, '/') || strcmp(level, "unknown") == 0;
}

/* What load that disturbed every sample left of the shortest pass; half of it, if its share is
 * unknown. A hundredth of it at least: more than that is not known of it. */
static double unloaded_ns(const struct row *point, double shortest_ns)
{
    return isnan(point->unloaded_ns) ? shortest_ns / 2
                                     : fmax(point->unloaded_ns, shortest_ns / 100);
}

/* Other load makes a point only slower: without it, a pass takes at least the shortest sample, or
 * what the load left of it if it disturbed every sample, and at most the median. A point that has
 * no time because load scattered its samples gets their median. */
static void bound(struct row *point)
{
    const int count = point->sample_count;
    double sorted[SAMPLES_BOUNDED];
    if (count < 1 || count > SAMPLES_BOUNDED)
        return;
    memcpy(sorted, row_samples(point), (size_t)count * sizeof *sorted);
    const double median_ns = median_of(sorted, count); /* sorts them */
    if (!(sorted[0] > 0))
        return;
    if (!point->usable)
        point->number.time_ns = point->number.ci_high_ns = median_ns;
    point->number.ci_low_ns =
        point->number.disturbed < count ? sorted[0] : unloaded_ns(point, sorted[0]);
    point->usable = point->hollow = true;
    point->busy = !partly_cached(point->level) && !strstr(point->marks, "level-differs");
}

/* The file rounds times to 0.01 ns; a short one has more digits in the bandwidth. */
static double unrounded(const struct row *point)
{
    const double time_ns = point->stated.time_ns;
    const double exact_ns = point->number.useful_bytes / point->stated.bandwidth_gbps;
    return time_ns < 100 && fabs(exact_ns - time_ns) <= 0.0051 ? exact_ns : time_ns;
}

/* Of zeros there is no ratio that a sentence could tell. No run writes them. */
static bool is_zero(const struct row *point)
{
    return point->stated.low_ns <= 0 || point->number.useful_bytes <= 0;
}

static void work_out(struct row *point)
{
    point->valid = point->stated_valid;
    if (strcmp(point->valid, "yes") == 0 && is_zero(point))
        point->valid = "no: its interval or its useful bytes are 0";
    point->number.time_ns = unrounded(point);
    point->number.ci_low_ns = point->stated.low_ns;
    point->number.ci_high_ns = point->stated.high_ns;
    point->usable = strcmp(point->valid, "yes") == 0 && point->number.time_ns > 0;
    point->hollow = strcmp(point->marks, "-") != 0 || partly_cached(point->level);
    if (point->usable ? row_is_disturbed(point)
                      : point->number.disturbed > 0 && row_varies(point->valid))
        bound(point);
    point->gbps = point->number.useful_bytes / point->number.time_ns;
}

static void contradict(struct reading *reading, struct row *point)
{
    reading->set->contradicted++;
    point->valid = names_keep(&reading->set->names, "no: its samples say otherwise");
    point->usable = point->busy = false;
    point->gbps = point->number.time_ns = NAN;
    point->number.ci_low_ns = point->number.ci_high_ns = NAN;
}

static void describe(struct reading *reading, const struct row *point, double median_ns)
{
    char median[48] = "";
    if (point->sample_count > 0)
        snprintf(median, sizeof median, " with a median of %.2f", median_ns);
    snprintf(reading->first, sizeof reading->first,
             "line %d, time_ns %.2f of %.0f samples, but there are %d%s%s", point->line,
             point->stated.time_ns, point->number.samples, point->sample_count,
             point->sample_count ? "" : " of it", median);
}

/* Counts a sample of an earlier row: that row has too many samples. */
static void take_stray(void *context, int row)
{
    struct reading *reading = context;
    struct row *point = &reading->set->points[row];
    if (!point->usable)
        return;
    if (reading->set->contradicted == 0)
        snprintf(reading->first, sizeof reading->first,
                 "line %d, of which a sample stands behind those of a later row", point->line);
    contradict(reading, point);
}

static int take_row(struct reading *reading, const struct measured *row)
{
    struct dataset *set = reading->set;
    if (set->count == ROWS_MOST)
        return too_many(reading, "rows");
    array_make_room(set->points, set->count, reading->room);
    struct row *point = &set->points[set->count];
    *point = (struct row){.from = set, .line = reading->rows.table.line};
    take_texts(reading, point);
    name_pattern(reading, point);
    int code = take_numbers(reading, point);
    if (!code)
        code = keep_samples(reading, point, row);
    if (code)
        return code;
    work_out(point);
    if (row->contradicted && set->contradicted == 0)
        describe(reading, point, row->median_ns);
    if (row->contradicted)
        contradict(reading, point);
    set->count++;
    return 0;
}

/* Yardsticks, claims and figures are for one machine, so merged results, which have several, are
 * refused. */
static int check_host(const struct rows *rows, char host[NODE_NAME_MAX])
{
    if (*host && strcmp(host, rows->node) != 0) {
        snprintf(rows->table.problem, rows->table.problem_size,
                 "%s: rows of several machines (%.64s, %.64s); use warpline report or compare, or "
                 "the folder of one",
                 rows->table.path, host, rows->node);
        return -EINVAL;
    }
    memcpy(host, rows->node, sizeof rows->node);
    return 0;
}

static int read_rows(struct reading *reading)
{
    struct rows *rows = &reading->rows;
    struct measured row;
    char host[NODE_NAME_MAX] = "";
    int code = 0, more = 0;
    while (!code && (more = rows_next(rows, &row)) == 1) {
        code = check_host(rows, host);
        if (!code)
            code = take_row(reading, &row);
    }
    if (!code && more == 0 && reading->set->count == 0) {
        snprintf(rows->table.problem, rows->table.problem_size, "%s: there are no points in it yet",
                 rows->table.path);
        code = -ENODATA;
    }
    return code ? code : more;
}

int dataset_planned(const struct dataset *set)
{
    const int points = table_planned(&set->table);
    return points > set->count ? points : set->count;
}

static void write_note(const struct reading *reading)
{
    struct dataset *set = reading->set;
    if (set->contradicted)
        snprintf(set->note, sizeof set->note,
                 "%.300s: contradicts %d of the %d rows of results.csv, which are left out; the "
                 "first is %s; restore both files, or measure again",
                 reading->rows.sample_table.path, set->contradicted, set->count, reading->first);
    else if (!*set->note)
        rows_missing(&reading->rows, set->note, sizeof set->note);
}

static int open_rows(struct reading *reading, const char *folder, char *problem,
                     size_t problem_size)
{
    struct dataset *set = reading->set;
    const int code = rows_open(&reading->rows, folder, problem, problem_size);
    if (code)
        return code;
    reading->rows.stray = take_stray;
    reading->rows.context = reading;
    set->has_samples = reading->rows.has_samples;
    if (!set->has_samples) { /* older version, deleted, or its header was cut off */
        snprintf(set->note, sizeof set->note, "%.500s; times are not checked against samples",
                 problem);
        problem[0] = '\0';
    }
    return 0;
}

/* Only the header remains after reading. */
static void end_reading(struct reading *reading)
{
    struct dataset *set = reading->set;
    write_note(reading);
    set->strays = reading->rows.strays;
    set->table = reading->rows.table;
    reading->rows.table = (struct table){0};
    /* Even a million rows have only a few targets, and most have that of the row before. */
    for (struct row *point = set->points; point < set->points + set->count; point++)
        point->gpu = point > set->points && point[-1].target == point->target
                         ? point[-1].gpu
                         : dataset_target_is(set, point->target, "GPU");
}

int dataset_read(struct dataset *set, const char *folder, const char *name, char *problem,
                 size_t problem_size)
{
    *set = (struct dataset){.name = name};
    struct reading reading = {.set = set};
    int code = open_rows(&reading, folder, problem, problem_size);
    if (!code)
        code = read_rows(&reading);
    if (!code) {
        end_reading(&reading);
        dataset_index(set);
    }
    rows_close(&reading.rows);
    if (code)
        dataset_free(set);
    return code;
}

void dataset_free(struct dataset *set)
{
    free(set->points);
    free(set->times_ns);
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

const char *dataset_machine(const struct dataset *set)
{
    return set->name ? set->name : set->called;
}

const double *row_samples(const struct row *row)
{
    return row->from->times_ns + row->first_sample;
}

bool row_is_baseline(const struct row *point)
{
    return strcmp(point->parameter, "-") == 0;
}

const char *row_reason(const struct row *point)
{
    return strncmp(point->valid, "no: ", 4) == 0 ? point->valid + 4 : point->valid;
}

const char *row_parameter(const struct row *point)
{
    return strcmp(point->parameter, "run") == 0 ? "chunk" : point->parameter;
}

double row_setting(const struct row *point, const char *name)
{
    const size_t length = strlen(name);
    for (const char *at = point->settings; (at = strstr(at, name)); at += length)
        if ((at == point->settings || at[-1] == ' ') && at[length] == '=')
            return atof(at + length + 1);
    return NAN;
}

bool row_is_disturbed(const struct row *point)
{
    return strstr(point->marks, "disturbed") != NULL;
}

bool row_is_compared(const struct row *point)
{
    return point->usable && (!point->hollow || point->busy);
}

bool row_is_of_other_level(const struct row *point)
{
    return point->usable && strcmp(point->marks, "level-differs") == 0 &&
           !partly_cached(point->level);
}

double row_fraction(const struct row *point)
{
    return point->gbps / point->yardstick.gbps;
}
