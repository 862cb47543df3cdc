#include "plots/compare/contrast.h"

#include "study/base/array.h"
#include "study/base/median.h"

#include <errno.h>
#include <math.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>

enum { TARGETS_MOST = sizeof((struct contrast *)0)->targets / sizeof(struct contrast_target) };
/* As long as a short run. */
static const double half_minute_ns = 30e9;

enum { EARLIER_MOST = 100000 };
enum { KINDS_MOST = sizeof((struct contrast *)0)->copies / sizeof(struct copies_of_kind) };

/* Strings are interned, so equal strings have equal pointers. */
static int by_fields(const void *left, const void *right)
{
    const struct contrast_point *a = left, *b = right;
    return memcmp(a->field, b->field, sizeof a->field);
}

/* The point of a row, created if it is new. */
static struct contrast_point *point_of(struct contrast *contrast, const struct measured *row)
{
    struct contrast_point key = {.marks = "-"};
    for (int i = 0; i < POINT_FIELDS; i++)
        key.field[i] = names_keep(&contrast->names, row->field[i]);
    struct contrast_point *point = tree_keep(&contrast->tree, &key, sizeof key, by_fields);
    if (point->class)
        return point;
    const char *class = contrast->class_of ? contrast->class_of(row->field[POINT_PATTERN]) : NULL;
    point->class = names_keep(&contrast->names, class ? class : "other");
    array_make_room(contrast->points, contrast->count, contrast->room);
    return contrast->points[contrast->count++] = point;
}

struct contrast_target *contrast_target_of(struct contrast *contrast, const char *name)
{
    for (int i = 0; i < contrast->target_count; i++)
        if (contrast->targets[i].name == name)
            return &contrast->targets[i];
    if (contrast->target_count == TARGETS_MOST)
        return &contrast->targets[TARGETS_MOST - 1];
    struct contrast_target *target = &contrast->targets[contrast->target_count++];
    *target = (struct contrast_target){.name = name};
    return target;
}

/* Deviations of a series from its mean: sums of their squares, and of their products with the one
 * before. */
struct series {
    double squares, products, before;
};

static void add_off(struct series *series, double off)
{
    series->squares += off * off;
    series->products += off * series->before;
    series->before = off;
}

/* The lag-1 autocorrelation; of constants that of noise. */
static double alike(const struct series *series, int count)
{
    return series->squares > 0 ? series->products / series->squares : -1.0 / count;
}

/* That of the logarithms of a row's samples. */
static double samples_alike(const struct measured *row)
{
    struct series series = {0, 0, 0};
    double mean = 0;
    for (int i = 0; i < row->samples; i++)
        mean += log(row->times_ns[i]) / row->samples;
    for (int i = 0; i < row->samples; i++)
        add_off(&series, log(row->times_ns[i]) - mean);
    return alike(&series, row->samples);
}

static struct copies_of_kind *kind_of(struct contrast *contrast, const struct measured *row,
                                      const struct contrast_point *point)
{
    const char *footprint = names_keep(&contrast->names, row->footprint_bytes);
    const struct copies_of_kind key = {.target = point->field[POINT_TARGET],
                                       .pattern = point->field[POINT_PATTERN],
                                       .element = point->field[POINT_ELEMENT],
                                       .footprint = footprint};
    int i = 0;
    while (i < contrast->copy_count && memcmp(&contrast->copies[i], &key, 4 * sizeof(char *)) != 0)
        i++;
    if (i == KINDS_MOST)
        return NULL;
    if (i == contrast->copy_count)
        contrast->copies[contrast->copy_count++] = key;
    return &contrast->copies[i];
}

static void end_part(struct copies_of_kind *copies)
{
    if (copies->part_count == 0)
        return;
    array_make_room(copies->parts, copies->parts_count, copies->parts_room);
    copies->parts[copies->parts_count++] = copies->part_sum / copies->part_count;
    copies->part_sum = copies->part_count = 0;
}

static void add_copy(const struct contrast *contrast, struct copies_of_kind *copies, double mean,
                     double variance)
{
    array_make_room(copies->speeds, copies->count, copies->room);
    const int part = (int)fmin(contrast->run_ns / half_minute_ns, 1e6);
    if (part != copies->part_number)
        end_part(copies);
    copies->part_number = part;
    copies->part_count++;
    copies->part_sum += mean;
    copies->speeds[copies->count++] = mean;
    copies->variance += variance;
}

static void add_speed(struct contrast *contrast, int side, const struct measured *row,
                      struct contrast_point *point, const struct fast_third *third)
{
    struct variation *variation =
        &contrast_target_of(contrast, point->field[POINT_TARGET])->side[side];
    struct speeds *speeds = &point->side[side];
    const double speed = log(row->elements) - third->log_ns, variance = third->variance;
    if (speeds->runs++ == 0)
        point->first[side] = speed;
    point->last = speed;
    point->last_run = contrast->runs_added + 1;
    speeds->sum += speed;
    speeds->off += speed - point->first[side];
    speeds->off_squares += (speed - point->first[side]) * (speed - point->first[side]);
    speeds->target.core_ns += third->log_speed.core_ns;
    speeds->target.memory_ns += third->log_speed.memory_ns;
    speeds->variance += variance;
    speeds->freedom += variance * variance / (third->samples - 1);
    variation->rows++;
    variation->alike += samples_alike(row);
    variation->samples += row->samples;
    struct copies_of_kind *copies =
        strcmp(point->field[POINT_PARAMETER], "-") == 0 ? kind_of(contrast, row, point) : NULL;
    if (copies)
        add_copy(contrast, copies, speed, variance);
}

void contrast_add_row(struct contrast *contrast, int side, const struct measured *row)
{
    struct fast_third third;
    struct contrast_point *point = point_of(contrast, row);
    if (row->time_ns > 0 && row->passes > 0)
        contrast->run_ns += row->time_ns * row->passes * row->samples;
    point->runs[side]++;
    point->footprint[side] = names_keep(&contrast->names, row->footprint_bytes);
    if (strcmp(row->marks, "-") != 0)
        point->marks = names_keep(&contrast->names, row->marks);
    if (row->comparable && row->elements > 0 &&
        fast_third_of(row->times_ns, row->speeds, row->lost_shares, row->samples, &third))
        add_speed(contrast, side, row, point, &third);
    else
        contrast->invalid++;
}

/* Adds the copies' squared deviations from their median, if they are repeated. */
static void add_copies(struct variation *variation, struct copies_of_kind *copies)
{
    if (copies->count < 2)
        return;
    const double middle = median_of(copies->speeds, copies->count);
    for (int i = 0; i < copies->count; i++) {
        const double off = copies->speeds[i] - middle;
        array_make_room(variation->copies, variation->copy_count, variation->copy_room);
        variation->copies[variation->copy_count++] = off * off;
    }
    variation->copies_within += copies->variance;
}

/* Adds how far the current run is from the side's first one: the median over their points. */
static void add_shift(struct contrast *contrast, int side, struct contrast_target *target,
                      double *numbers)
{
    struct variation *variation = &target->side[side];
    int count = 0;
    for (int i = 0; i < contrast->count; i++) {
        const struct contrast_point *point = contrast->points[i];
        if (point->field[POINT_TARGET] == target->name &&
            point->last_run == contrast->runs_added + 1 && point->side[side].runs > 1)
            numbers[count++] = point->last - point->first[side];
    }
    if (count == 0)
        return;
    const double shift = median_of(numbers, count);
    variation->shifts += shift;
    variation->group.squares += shift * shift;
    variation->group.freedom++;
}

/* Adds how much half minutes vary, and how much of that remains in the mean of a run of them. They
 * are correlated where a state of the machine lasts longer: their lag-1 autocorrelation is taken
 * a standard error larger than it is found, so that of three everything remains. */
static void add_parts(struct variation *variation, const struct copies_of_kind *copies)
{
    const int count = copies->parts_count;
    struct series series = {0, 0, 0};
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += copies->parts[i];
    for (int i = 0; i < count; i++)
        add_off(&series, copies->parts[i] - sum / count);
    if (count < 2)
        return;
    const double most = fmax(0, alike(&series, count)) + 1 / sqrt(count),
                 remaining = most < 1 ? fmin(1, (1 + most) / (1 - most) / count) : 1;
    variation->parts.squares += series.squares;
    variation->parts.freedom += count - 1;
    variation->means_squares += series.squares * remaining;
}

void contrast_end_run(struct contrast *contrast, int side)
{
    double *numbers = needed(calloc((size_t)contrast->count + 1, sizeof *numbers));
    for (int i = 0; i < contrast->target_count && contrast->run_count[side] > 0; i++)
        add_shift(contrast, side, &contrast->targets[i], numbers);
    free(numbers);
    for (int i = 0; i < contrast->copy_count; i++) {
        struct copies_of_kind *copies = &contrast->copies[i];
        struct variation *variation = &contrast_target_of(contrast, copies->target)->side[side];
        end_part(copies);
        add_copies(variation, copies);
        add_parts(variation, copies);
        free(copies->parts);
        free(copies->speeds);
    }
    contrast->copy_count = 0;
    contrast->run_ns = 0;
    contrast->run_count[side]++;
    contrast->runs_added++;
}

/* Reads how much the target's earlier runs varied. Runs of one machine share their
 * earlier runs: the longest list counts. */
static void add_earlier(struct contrast *contrast, int side, const struct rows *rows,
                        const char *target)
{
    char key[128];
    int runs, points;
    double deviation;
    snprintf(key, sizeof key, "%.64s_earlier_runs", target);
    const char *value = rows_header(rows, key), *name = names_keep(&contrast->names, target);
    if (!value ||
        sscanf(value, "%d runs of %d points, deviation %lf", &runs, &points, &deviation) != 3)
        return;
    struct variation *variation = &contrast_target_of(contrast, name)->side[side];
    if (runs < 2 || runs > EARLIER_MOST || points < 1 || !(deviation >= 0 && deviation < 10) ||
        runs - 1 <= variation->earlier.freedom)
        return;
    variation->earlier = (struct deviations){(runs - 1) * deviation * deviation, runs - 1};
    variation->earlier_points = points;
}

static int add_rows(struct contrast *contrast, int side, struct rows *rows)
{
    struct measured row;
    int more;
    contrast->node[0] = '\0';
    while ((more = rows_next(rows, &row)) == 1) {
        if (!contrast->first_node)
            contrast->first_node = names_keep(&contrast->names, row.node);
        contrast->several_nodes |= strcmp(contrast->first_node, row.node) != 0;
        if (contrast->node[0] && strcmp(contrast->node, row.node) != 0)
            contrast_end_run(contrast, side);
        memcpy(contrast->node, rows->node, sizeof contrast->node);
        roll_row(&contrast->roll, &row);
        contrast_add_row(contrast, side, &row);
        if (strcmp(row.field[POINT_PARAMETER], "-") == 0)
            add_earlier(contrast, side, rows, row.field[POINT_TARGET]);
    }
    if (contrast->node[0])
        contrast_end_run(contrast, side);
    contrast->contradicted += rows->contradicted;
    return more;
}

/* Prefixes and suffixes of the header keys to compare: others, such as the date, differ from run to
 * run. */
static const char *const keys[] = {"warpline",
                                   "commit",
                                   "compiler",
                                   "cpu_flags",
                                   "gpu_flags",
                                   "kernel",
                                   "cpu",
                                   "gpu",
                                   "machine_governor",
                                   "machine_turbo",
                                   "machine_numa_balancing",
                                   "machine_large_pages"};
static const char *const ends[] = {"_driver", "_ecc", "_mig", "_power_limit_w",
                                   "_sm_clock_most_mhz"};

/* Also true for "gpu0", the title of a GPU. */
static bool is_key(const char *key)
{
    const size_t length = strlen(key);
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        const size_t begin = strlen(keys[i]);
        if (strncmp(key, keys[i], begin) == 0 && !key[begin + strspn(key + begin, "0123456789")])
            return true;
    }
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (length > strlen(ends[i]) && strcmp(key + length - strlen(ends[i]), ends[i]) == 0)
            return true;
    return false;
}

static struct circumstance *circumstance_of(struct contrast *contrast, const char *key)
{
    struct circumstance *all = contrast->circumstances;
    for (int i = 0; i < contrast->circumstance_count; i++)
        if (all[i].key == key)
            return &all[i];
    if (contrast->circumstance_count == CIRCUMSTANCES_MOST)
        return NULL;
    all[contrast->circumstance_count] = (struct circumstance){.key = key};
    return &all[contrast->circumstance_count++];
}

/* The key without the node: `gpu0_driver` for `node12_gpu0_driver` of merged results. */
static const char *own_key(const char *key)
{
    const size_t length = node_prefix(key);
    return length > 0 && key[length] == '_' ? key + length + 1 : key;
}

/* Adds the facts that a folder's header states about its nodes. */
static void take_circumstances(struct contrast *contrast, int side, const struct table *table)
{
    struct names *names = &contrast->names;
    const char *several = names_keep(names, "several");
    for (int i = 0; i < table->header_count; i++) {
        const char *key = own_key(table->headers[i].key);
        if (!is_key(key))
            continue;
        const char *value = names_keep(names, table->headers[i].value);
        struct circumstance *one = circumstance_of(contrast, names_keep(names, key));
        if (one && one->value[side] != several)
            one->value[side] = !one->value[side] || one->value[side] == value ? value : several;
    }
}

bool circumstance_differs(const struct circumstance *one)
{
    return one->value[0] && one->value[1] && strcmp(one->value[0], one->value[1]) != 0;
}

int contrast_add(struct contrast *contrast, int side, const char *folder, char *problem,
                 size_t problem_size)
{
    struct rows rows;
    int code = rows_open(&rows, folder, problem, problem_size);
    if (!code && !rows.has_samples) {
        snprintf(problem, problem_size,
                 "%s/samples.csv: missing or empty; intervals are made from its samples", folder);
        code = -ENODATA;
    }
    contrast->roll.apart = true;
    if (!code) {
        roll_folder(&contrast->roll, &rows, contrast->folder_count++);
        take_circumstances(contrast, side, &rows.table);
        code = add_rows(contrast, side, &rows);
    }
    rows_close(&rows);
    return code;
}

static void drop_variation(struct variation *variation)
{
    free(variation->copies);
    *variation = (struct variation){.rows = 0};
}

void contrast_clear(struct contrast *contrast, int side)
{
    for (int i = 0; i < contrast->count; i++) {
        contrast->points[i]->side[side] = (struct speeds){.runs = 0};
        contrast->points[i]->runs[side] = 0;
    }
    for (int i = 0; i < contrast->target_count; i++)
        drop_variation(&contrast->targets[i].side[side]);
    contrast->run_count[side] = 0;
}

void contrast_free(struct contrast *contrast)
{
    tdestroy(contrast->tree, free);
    for (int i = 0; i < contrast->copy_count; i++)
        free(contrast->copies[i].speeds);
    for (int i = 0; i < 2 * contrast->target_count; i++)
        drop_variation(&contrast->targets[i / 2].side[i % 2]);
    free(contrast->points);
    free(contrast->groups);
    names_free(&contrast->names);
    roll_free(&contrast->roll);
    *contrast = (struct contrast){.threshold = contrast->threshold};
}
