#include "plots/compare/contrast.h"

#include <errno.h>
#include <math.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>

const double contrast_false_alarm = 0.01;

enum { TARGETS_MOST = sizeof((struct contrast *)0)->targets / sizeof(struct contrast_target) };
enum { KINDS_MOST = sizeof((struct contrast *)0)->copies / sizeof(struct copies_of_kind) };

/* Strings are interned, so equal strings have equal pointers. */
static int by_fields(const void *left, const void *right)
{
    const struct contrast_point *a = left, *b = right;
    return memcmp(a->field, b->field, sizeof a->field);
}

static int add_point(struct contrast *contrast, struct contrast_point *point)
{
    if (contrast->count == contrast->room) {
        const int room = contrast->room ? 2 * contrast->room : 256;
        void *more = realloc(contrast->points, sizeof *contrast->points * (size_t)room);
        if (!more)
            return -ENOMEM;
        contrast->points = more;
        contrast->room = room;
    }
    if (!tsearch(point, &contrast->tree, by_fields))
        return -ENOMEM;
    contrast->points[contrast->count++] = point;
    return 0;
}

static const char *class_of(struct contrast *contrast, const char *pattern)
{
    const char *class = contrast->class_of ? contrast->class_of(pattern) : NULL;
    return names_keep(&contrast->names, class ? class : "other");
}

/* The point of a row, created if it is new; NULL if memory is short. */
static struct contrast_point *point_of(struct contrast *contrast, const struct measured *row)
{
    struct contrast_point key = {.marks = "-"};
    for (int i = 0; i < POINT_FIELDS; i++)
        if (!(key.field[i] = names_keep(&contrast->names, row->field[i])))
            return NULL;
    struct contrast_point *const *found = tfind(&key, &contrast->tree, by_fields);
    if (found)
        return *found;
    key.class = class_of(contrast, row->field[POINT_PATTERN]);
    struct contrast_point *point = key.class ? malloc(sizeof *point) : NULL;
    if (!point)
        return NULL;
    *point = key;
    if (add_point(contrast, point) == 0)
        return point;
    free(point);
    return NULL;
}

static struct contrast_target *target_of(struct contrast *contrast, const char *name)
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

/* Mean and variance of the logarithms of a row's samples, and their lag-1 autocorrelation. */
struct sampled {
    double mean, variance, alike;
};

static bool sample_speeds(const struct measured *row, struct sampled *sampled)
{
    double squares = 0, products = 0, before = 0;
    *sampled = (struct sampled){.mean = 0};
    if (row->samples < 2 || !(row->elements > 0))
        return false;
    for (int i = 0; i < row->samples; i++) {
        if (!(row->times_ns[i] > 0))
            return false;
        sampled->mean += log(row->elements / row->times_ns[i]) / row->samples;
    }
    for (int i = 0; i < row->samples; i++) {
        const double off = log(row->elements / row->times_ns[i]) - sampled->mean;
        squares += off * off;
        products += off * before;
        before = off;
    }
    sampled->variance = squares / (row->samples - 1);
    sampled->alike = squares > 0 ? products / squares : -1.0 / row->samples;
    return true;
}

static void add_copy(struct contrast *contrast, const struct measured *row,
                     const struct contrast_point *point, double mean, double variance)
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
        return;
    if (i == contrast->copy_count)
        contrast->copies[contrast->copy_count++] = key;
    contrast->copies[i].count++;
    contrast->copies[i].sum += mean;
    contrast->copies[i].squares += mean * mean;
    contrast->copies[i].variance += variance;
}

static void add_speed(struct contrast *contrast, int side, const struct measured *row,
                      struct contrast_point *point, const struct sampled *sampled)
{
    struct drift *drift = &target_of(contrast, point->field[POINT_TARGET])->side[side];
    struct speeds *speeds = &point->side[side];
    const double variance = sampled->variance / row->samples;
    speeds->runs++;
    speeds->sum += sampled->mean;
    speeds->squares += sampled->mean * sampled->mean;
    speeds->variance += variance;
    speeds->freedom += variance * variance / (row->samples - 1);
    drift->rows++;
    drift->alike += sampled->alike;
    drift->samples += row->samples;
    if (strcmp(point->field[POINT_PARAMETER], "-") == 0)
        add_copy(contrast, row, point, sampled->mean, variance);
}

int contrast_add_row(struct contrast *contrast, int side, const struct measured *row)
{
    struct sampled sampled;
    struct contrast_point *point = point_of(contrast, row);
    if (!point)
        return -ENOMEM;
    point->runs[side]++;
    point->footprint[side] = names_keep(&contrast->names, row->footprint_bytes);
    if (strcmp(row->marks, "-") != 0)
        point->marks = names_keep(&contrast->names, row->marks);
    if (!point->marks || !point->footprint[side])
        return -ENOMEM;
    if (row->usable && sample_speeds(row, &sampled))
        add_speed(contrast, side, row, point, &sampled);
    else
        contrast->invalid++;
    return 0;
}

void contrast_end_run(struct contrast *contrast, int side)
{
    for (int i = 0; i < contrast->copy_count; i++) {
        const struct copies_of_kind *copies = &contrast->copies[i];
        struct drift *drift = &target_of(contrast, copies->target)->side[side];
        const double mean = copies->sum / copies->count;
        drift->squares += fmax(0, copies->squares - copies->sum * mean);
        drift->within += (copies->count - 1) * copies->variance / copies->count;
        drift->freedom += copies->count - 1;
    }
    contrast->copy_count = 0;
    contrast->run_count[side]++;
}

static int no_memory(const struct rows *rows)
{
    snprintf(rows->table.problem, rows->table.problem_size, "%s: not enough memory to compare it",
             rows->table.path);
    return -ENOMEM;
}

static int add_rows(struct contrast *contrast, int side, struct rows *rows)
{
    struct measured row;
    int more = 0, code = 0;
    contrast->node[0] = '\0';
    while (!code && (more = rows_next(rows, &row)) == 1) {
        if (contrast->node[0] && strcmp(contrast->node, row.node) != 0)
            contrast_end_run(contrast, side);
        memcpy(contrast->node, rows->node, sizeof contrast->node);
        code = contrast_add_row(contrast, side, &row);
    }
    if (contrast->node[0])
        contrast_end_run(contrast, side);
    contrast->contradicted += rows->contradicted;
    return code ? no_memory(rows) : more;
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
    if (!code && circumstances_take(&contrast->circumstances, &contrast->names, side, &rows.table))
        code = no_memory(&rows);
    if (!code)
        code = add_rows(contrast, side, &rows);
    rows_close(&rows);
    return code;
}

static double variance_of(const struct speeds *speeds)
{
    const double mean = speeds->sum / speeds->runs;
    return speeds->runs < 2 ? 0
                            : fmax(0, speeds->squares - speeds->sum * mean) / (speeds->runs - 1);
}

/* The variance between the runs of a group beyond that of their samples, over all points of a
 * target. */
static double between_runs(const struct contrast *contrast, const char *target, int side)
{
    double sum = 0, weight = 0;
    for (int i = 0; i < contrast->count; i++) {
        const struct speeds *speeds = &contrast->points[i]->side[side];
        if (contrast->points[i]->field[POINT_TARGET] != target || speeds->runs < 2)
            continue;
        sum += (speeds->runs - 1) * (variance_of(speeds) - speeds->variance / speeds->runs);
        weight += speeds->runs - 1;
    }
    return weight > 0 ? fmax(0, sum / weight) : 0;
}

static void settle_drift(const struct contrast *contrast, const char *target, int side,
                         struct drift *drift)
{
    const double alike =
        drift->rows ? drift->alike / drift->rows + drift->rows / drift->samples : 0;
    const double copies =
        drift->freedom > 0 ? fmax(0, drift->squares - drift->within) / drift->freedom : 0;
    drift->inflation = alike > 0 ? (1 + fmin(alike, 0.9)) / (1 - fmin(alike, 0.9)) : 1;
    const double runs = between_runs(contrast, target, side);
    drift->between = fmax(copies, runs);
    drift->between_freedom =
        contrast->run_count[side] - 1; /* all points of a run may shift together */
    if (copies >= runs)
        drift->between_freedom += drift->freedom;
}

/* The contribution of a side's samples to the variance of its mean. */
static struct spread within_side(const struct speeds *speeds, const struct drift *drift)
{
    const double scale = drift->inflation / speeds->runs / speeds->runs;
    return (struct spread){scale * speeds->variance, scale * scale * speeds->freedom};
}

/* The contribution of the variation between runs; a point that varies more than others keeps its
 * own. */
static double between_side(const struct speeds *speeds, const struct drift *drift)
{
    const double own = speeds->runs < 3 ? 0 : variance_of(speeds);
    return fmax(drift->between, own) / speeds->runs;
}

/* The variation of runs without repeated copies is unknown: then the assumed drift is used. */
static double unknown_drift(const struct contrast_target *target)
{
    return target->side[0].between_freedom > 0 ? 1 : NAN;
}

static bool is_common(const struct contrast_group *group)
{
    return strcmp(group->by, "all") == 0;
}

/* The probability that an interval misses the truth. One half of all false alarms is for the shifts
 * common to a target. There are few of these, so more points do not hide them. The other half is
 * for the points, studies and classes. */
static double chance_of(const struct contrast *contrast, bool common)
{
    int shifts = 0;
    for (int i = 0; i < contrast->group_count; i++)
        shifts += is_common(&contrast->groups[i]);
    if (shifts == 0)
        return contrast_false_alarm / contrast->judged;
    return contrast_false_alarm / 2 /
           (common ? shifts : contrast->judged + contrast->group_count - shifts);
}

static struct comparison compare_sides(struct contrast *contrast, const char *target,
                                       double log_ratio, const struct spread *spread, double chance)
{
    const struct margin margin = {.threshold = contrast->threshold, .drift = 1};
    const struct estimate ratio = estimate_of_logarithms(log_ratio, spread, chance);
    const struct comparison speed = compare_ratio(
        estimate_with_drift(ratio, unknown_drift(target_of(contrast, target))), margin);
    contrast->much_slower += is_much_slower(&speed);
    return speed;
}

static double log_ratio_of(const struct contrast_point *point)
{
    return point->side[1].sum / point->side[1].runs - point->side[0].sum / point->side[0].runs;
}

static void judge_point(struct contrast *contrast, struct contrast_point *point, double chance)
{
    const struct contrast_target *target = target_of(contrast, point->field[POINT_TARGET]);
    struct spread spread = {0, 0};
    for (int side = 0; side < 2; side++) {
        const struct drift *drift = &target->side[side];
        const struct spread within = within_side(&point->side[side], drift);
        spread.variance += within.variance;
        spread.weight += within.weight;
        spread_add(&spread, between_side(&point->side[side], drift), drift->between_freedom);
    }
    point->speed = compare_sides(contrast, target->name, log_ratio_of(point), &spread, chance);
}

static bool belongs(const struct contrast_group *group, const struct contrast_point *point)
{
    if (!point->judged || point->field[POINT_TARGET] != group->target)
        return false;
    return strcmp(group->by, "all") == 0 ||
           (strcmp(group->by, "study") == 0 ? point->field[POINT_STUDY] : point->class) ==
               group->name;
}

/* All points of a group may be shifted together, and more points do not reduce that shift. */
static void judge_group(struct contrast *contrast, struct contrast_group *group)
{
    double sum = 0, between[2] = {0, 0};
    struct spread spread = {0, 0};
    for (int i = 0; i < contrast->count; i++) {
        const struct contrast_point *point = contrast->points[i];
        if (!belongs(group, point))
            continue;
        sum += log_ratio_of(point);
        group->verdicts[point->speed.verdict]++;
        for (int side = 0; side < 2; side++) {
            const struct drift *drift = &target_of(contrast, group->target)->side[side];
            const struct spread within = within_side(&point->side[side], drift);
            spread.variance += within.variance;
            spread.weight += within.weight;
            between[side] += between_side(&point->side[side], drift);
        }
    }
    const double n = group->points;
    spread.variance /= n * n;
    spread.weight /= n * n * n * n;
    for (int side = 0; side < 2; side++)
        spread_add(&spread, between[side] / n,
                   target_of(contrast, group->target)->side[side].between_freedom);
    group->speed = compare_sides(contrast, group->target, sum / n, &spread,
                                 chance_of(contrast, is_common(group)));
}

/* A side without repeated copies is assumed to vary as much as the other. */
static void lend_drift(struct drift *to, const struct drift *from)
{
    if (to->between_freedom > 0)
        return;
    to->between = from->between;
    to->between_freedom = from->between_freedom;
}

static int count_in_group(struct contrast *contrast, const char *target, const char *by,
                          const char *name)
{
    for (int i = 0; i < contrast->group_count; i++) {
        struct contrast_group *group = &contrast->groups[i];
        if (group->target == target && strcmp(group->by, by) == 0 && group->name == name) {
            group->points++;
            return 0;
        }
    }
    void *more =
        realloc(contrast->groups, sizeof *contrast->groups * ((size_t)contrast->group_count + 1));
    if (!more)
        return -ENOMEM;
    contrast->groups = more;
    contrast->groups[contrast->group_count++] =
        (struct contrast_group){.target = target, .by = by, .name = name, .points = 1};
    return 0;
}

static int make_groups(struct contrast *contrast)
{
    static const char *const bys[] = {"all", "class", "study"};
    const char *all = names_keep(&contrast->names, "all");
    int code = all ? 0 : -ENOMEM;
    for (int by = 0; by < 3; by++)
        for (int i = 0; i < contrast->count && !code; i++) {
            const struct contrast_point *point = contrast->points[i];
            const char *const names[] = {all, point->class, point->field[POINT_STUDY]};
            if (point->judged)
                code = count_in_group(contrast, point->field[POINT_TARGET], bys[by], names[by]);
        }
    return code;
}

int contrast_judge(struct contrast *contrast)
{
    free(contrast->groups);
    contrast->groups = NULL;
    contrast->group_count = contrast->judged = contrast->much_slower = 0;
    for (int i = 0; i < contrast->target_count; i++) {
        struct drift *sides = contrast->targets[i].side;
        for (int side = 0; side < 2; side++)
            settle_drift(contrast, contrast->targets[i].name, side, &sides[side]);
        lend_drift(&sides[0], &sides[1]);
        lend_drift(&sides[1], &sides[0]);
    }
    for (int i = 0; i < contrast->count; i++) {
        struct contrast_point *point = contrast->points[i];
        point->judged = point->side[0].runs > 0 && point->side[1].runs > 0;
        contrast->judged += point->judged;
    }
    if (!contrast->points_only && make_groups(contrast))
        return -ENOMEM;
    const double chance = chance_of(contrast, false);
    for (int i = 0; i < contrast->count; i++)
        if (contrast->points[i]->judged)
            judge_point(contrast, contrast->points[i], chance);
    for (int i = 0; i < contrast->group_count; i++)
        judge_group(contrast, &contrast->groups[i]);
    return 0;
}

void contrast_clear(struct contrast *contrast, int side)
{
    for (int i = 0; i < contrast->count; i++) {
        contrast->points[i]->side[side] = (struct speeds){.runs = 0};
        contrast->points[i]->runs[side] = 0;
    }
    for (int i = 0; i < contrast->target_count; i++)
        contrast->targets[i].side[side] = (struct drift){.rows = 0};
    contrast->run_count[side] = 0;
}

static void leave(void *point)
{
    (void)point; /* the list frees it */
}

void contrast_free(struct contrast *contrast)
{
    tdestroy(contrast->tree, leave);
    for (int i = 0; i < contrast->count; i++)
        free(contrast->points[i]);
    free(contrast->points);
    free(contrast->groups);
    names_free(&contrast->names);
    *contrast = (struct contrast){.threshold = contrast->threshold};
}
