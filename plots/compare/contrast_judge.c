/* Judges a contrast (contrast.h). */
#include "plots/compare/contrast.h"
#include "study/base/array.h"
#include "study/base/median.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const double contrast_false_alarm = 0.01;

enum { BLOCKS_MOST = 10, BLOCK_POINTS = 3, BLOCKS_LEAST = 3, SCATTER_LEAST = 3, GROUP_LEAST = 3 };

/* Noise of one point has longer tails than that of a mean: on a busy machine one point in a hundred
 * may be off by a factor of two while the others are within a few percent. */
static const double tail_freedom = 5;

/* A group of fewer points may consist of ones that differ from run to run. */
enum { POINTS_LEAST = 3 };

/* Times change by up to this power of the change of cores' or memory's speed: between two runs, and
 * between the means of groups (contrast.h). */
static const double state_most = 2, state_mean = 1;

/* A median of squared differences is this part of their variance: the median of chi-squared with
 * one degree of freedom. It varies as if it were made of a third of them, but of few it is too
 * large: if half of them count, at most 0.6 % of the intervals miss the median of 6 to 100 drawn
 * points where 0.5 % should, for normal noise and for noise with long tails. */
static const double median_of_squares = 0.4549, scatter_freedom_each = 0.5;

/* The assumed variation between runs of a target, and the number of runs that it counts as. CPU: a
 * single run of an unknown machine may be off by a factor of two, as the recorded host's two states
 * are. GPU: runs of one H200 differ by 0.3 %. */
struct assumed_runs {
    double deviation, freedom;
};

static struct assumed_runs assumed_runs(const char *target)
{
    const bool gpu = strncmp(target, "gpu", 3) == 0;
    return gpu ? (struct assumed_runs){.deviation = 0.004, .freedom = 4}
               : (struct assumed_runs){.deviation = 0.04, .freedom = 2};
}

/* A variance of `ways` sides, from what was found of it and what is assumed, which counts as
 * `weight` degrees of freedom. It is never less than what was found. */
static struct part with_assumed(const char *target, double ways, double weight,
                                struct deviations found)
{
    const struct assumed_runs assumed = assumed_runs(target);
    const double prior = weight * ways * assumed.deviation * assumed.deviation,
                 both = (prior + found.squares) / (weight + found.freedom);
    return (struct part){.variance =
                             found.freedom > 0 ? fmax(both, found.squares / found.freedom) : both,
                         .freedom = fmax(assumed.freedom, weight + found.freedom)};
}

/* The larger of two estimates of one variance; one of which nothing was found does not count. */
static struct part larger_part(const char *target, double ways, double weight,
                               struct deviations first, struct deviations second)
{
    const struct part by_first = with_assumed(target, ways, weight, first),
                      by_second = with_assumed(target, ways, weight, second);
    const bool is_second =
        first.freedom == 0 || (second.freedom > 0 && by_second.variance > by_first.variance);
    return is_second ? by_second : by_first;
}

/* Half the width of the interval that a part misses with probability `chance`, squared. */
static double reach_squared(struct part part, double chance)
{
    const double t = part.variance > 0 ? student_quantile(chance, part.freedom) : 0;
    return t * t * part.variance;
}

/* The variance between the runs of a side, from their distances to its first one. */
static struct deviations between_runs(const struct variation *variation)
{
    const double freedom = variation->group.freedom;
    if (freedom == 0)
        return (struct deviations){0, 0};
    const double mean = variation->shifts / (freedom + 1);
    return (struct deviations){fmax(0, variation->group.squares - variation->shifts * mean),
                               freedom};
}

static void settle_variation(const char *target, struct variation *variation)
{
    const double alike =
        variation->rows ? variation->alike / variation->rows + variation->rows / variation->samples
                        : 0;
    struct deviations runs = between_runs(variation);
    runs.squares += variation->earlier.squares;
    runs.freedom += variation->earlier.freedom;
    const double weight = assumed_runs(target).freedom;
    const struct deviations means = {variation->means_squares, variation->parts.freedom};
    variation->inflation = alike > 0 ? (1 + fmin(alike, 0.9)) / (1 - fmin(alike, 0.9)) : 1;
    const int copies = variation->copy_count;
    variation->times = copies ? fmax(0, median_of(variation->copies, copies) / median_of_squares -
                                            variation->copies_within / copies)
                              : NAN;
    variation->runs = larger_part(target, 1, weight, runs, variation->parts);
    variation->whole_runs = larger_part(target, 1, weight, runs, means);
    variation->is_assumed = runs.freedom == 0 && variation->parts.freedom == 0;
    variation->points = variation->earlier.freedom > 0 ? variation->earlier_points
                        : variation->group.freedom > 0 ? INFINITY
                                                       : 0;
}

/* A side of which nothing is known is assumed to vary as much as the other, and as if it were as
 * short as can be. */
static void lend_variation(struct variation *to, const struct variation *from)
{
    if (!to->is_assumed || from->is_assumed)
        return;
    to->runs = to->whole_runs = from->runs;
    to->points = from->points;
    to->is_assumed = false;
}

static double log_ratio_of(const struct contrast_point *point)
{
    return point->side[1].sum / point->side[1].runs - point->side[0].sum / point->side[0].runs;
}

/* The judged points of a target, in their order. Returns how many. */
static int points_of(const struct contrast *contrast, const char *target,
                     struct contrast_point **points)
{
    int count = 0;
    for (int i = 0; i < contrast->count; i++)
        if (contrast->points[i]->judged && contrast->points[i]->field[POINT_TARGET] == target)
            points[count++] = contrast->points[i];
    return count;
}

/* The speed of the target in the runs of a side at a point. */
static struct sample_speed target_speed(const struct contrast_point *point, int side)
{
    const struct speeds *speeds = &point->side[side];
    return (struct sample_speed){speeds->target.core_ns / speeds->runs,
                                 speeds->target.memory_ns / speeds->runs};
}

static struct sample_speed speed_change(const struct contrast_point *point)
{
    const struct sample_speed a = target_speed(point, 0), b = target_speed(point, 1);
    return (struct sample_speed){b.core_ns - a.core_ns, b.memory_ns - a.memory_ns};
}

/* The median is far more precise than one point's reading. `numbers` has room for `count`. */
static struct sample_speed median_change(struct contrast_point **points, int count, double *numbers)
{
    struct sample_speed median;
    for (int i = 0; i < count; i++)
        numbers[i] = speed_change(points[i]).core_ns;
    median.core_ns = median_of(numbers, count);
    for (int i = 0; i < count; i++)
        numbers[i] = speed_change(points[i]).memory_ns;
    median.memory_ns = median_of(numbers, count);
    return median;
}

static bool has_groups(const struct contrast *contrast)
{
    return contrast->run_count[0] >= GROUP_LEAST && contrast->run_count[1] >= GROUP_LEAST;
}

bool contrast_has_few_runs(const struct contrast *contrast)
{
    return !contrast->points_only && !has_groups(contrast);
}

/* Another machine may be in the same state although its cores or its memory are slower: then all
 * points differ alike. How much runs of one state vary has small changes of it already, but as
 * those of single runs: the mean of a group has less of them. */
static void find_unlike(const struct contrast *contrast, struct contrast_target *target,
                        struct contrast_point **points, int count, double *numbers)
{
    const struct sample_speed none = {0, 0}, median = median_change(points, count, numbers),
                              usual = contrast->several_nodes ? median : none;
    target->unlike = !same_speed(median, usual);
    /* fmax and fmin leave out what is not known */
    const double most = has_groups(contrast) && !contrast->several_nodes ? state_mean
                        : target->unlike                                 ? state_most
                                                                         : 0;
    target->state[0] = -most * fmax(0, fmax(median.core_ns, median.memory_ns));
    target->state[1] = -most * fmin(0, fmin(median.core_ns, median.memory_ns));
    for (int i = 0; i < count && !has_groups(contrast); i++)
        points[i]->unlike = target->unlike || !same_speed(speed_change(points[i]), usual);
}

/* The part of the samples in the variance of a point's log ratio. */
static double within_point(const struct contrast_target *target, const struct contrast_point *point)
{
    double variance = 0;
    for (int side = 0; side < 2; side++) {
        const struct speeds *speeds = &point->side[side];
        variance += target->side[side].inflation * speeds->variance / speeds->runs / speeds->runs;
    }
    return variance;
}

/* The order of the sweeps of two points of a target; 0 if they are in one. Strings are interned. */
static int sweep_order(const struct contrast_point *a, const struct contrast_point *b)
{
    const int order = memcmp(a->field, b->field, POINT_VALUE * sizeof *a->field);
    return order ? order
                 : memcmp(&a->field[POINT_SETTINGS], &b->field[POINT_SETTINGS], sizeof *a->field);
}

static int by_sweep_and_value(const void *left, const void *right)
{
    const struct contrast_point *a = *(struct contrast_point *const *)left,
                                *b = *(struct contrast_point *const *)right;
    const int order = sweep_order(a, b);
    const double at = atof(a->field[POINT_VALUE]), other = atof(b->field[POINT_VALUE]);
    return order ? order : (at > other) - (at < other);
}

/* The variance of log ratios of neighbours in sweeps, beyond their samples. `points` are the judged
 * ones of the target, in any order; `numbers` has room for as many. */
static struct deviations scatter_of(const struct contrast_target *target,
                                    struct contrast_point **points, int count, double *numbers)
{
    int pairs = 0;
    qsort(points, (size_t)count, sizeof *points, by_sweep_and_value);
    for (int i = 1; i < count; i++) {
        if (sweep_order(points[i - 1], points[i]) != 0 ||
            strcmp(points[i]->field[POINT_PARAMETER], "-") == 0)
            continue;
        const double step = log_ratio_of(points[i]) - log_ratio_of(points[i - 1]);
        numbers[pairs++] = step * step / 2;
    }
    if (pairs < SCATTER_LEAST)
        return (struct deviations){0, 0};
    const double squares = median_of(numbers, pairs) / median_of_squares;
    for (int i = 0; i < count; i++)
        numbers[i] = within_point(target, points[i]);
    const double within = median_of(numbers, count), freedom = pairs * scatter_freedom_each;
    return (struct deviations){fmax(0, squares - within) * freedom, freedom};
}

/* The variance of a log ratio by the copies of both sides; a side without copies is assumed to vary
 * as much as the other. */
static struct deviations copies_of(const struct contrast *contrast,
                                   const struct contrast_target *target)
{
    struct deviations all = {0, 0};
    for (int side = 0; side < 2; side++) {
        const struct variation *variation = &target->side[side],
                               *known = variation->copy_count ? variation : &target->side[!side];
        all.freedom += variation->copy_count * scatter_freedom_each;
        all.squares += known->copy_count ? known->times / fmax(1, contrast->run_count[side]) : 0;
    }
    all.squares *= all.freedom;
    return all;
}

static bool is_common(const struct contrast_group *group)
{
    return strcmp(group->by, "all") == 0;
}

/* The probabilities that an interval misses the truth: of a common shift, and of the rest. */
struct chances {
    double common, other;
};

static struct chances chances_of(const struct contrast *contrast)
{
    int common = 0;
    for (int i = 0; i < contrast->group_count; i++)
        common += is_common(&contrast->groups[i]);
    const int points = contrast_has_few_runs(contrast) ? 0 : contrast->judged;
    const int others = points + contrast->group_count - common;
    return (struct chances){contrast_false_alarm / 2 / fmax(1, common),
                            contrast_false_alarm / 2 / fmax(1, others)};
}

/* How far all points of a target may be shifted between runs, squared. What was found of both sides
 * has its degrees of freedom together (Welch 1947); what is assumed counts once. */
static double runs_reach_squared(const struct contrast *contrast,
                                 const struct contrast_target *target, bool whole, double chance)
{
    const double assumed = assumed_runs(target->name).freedom;
    double variance = 0, weight = 0;
    for (int side = 0; side < 2; side++) {
        const struct variation *variation = &target->side[side];
        const struct part *runs = whole ? &variation->whole_runs : &variation->runs;
        const double part = runs->variance / fmax(1, contrast->run_count[side]);
        variance += part;
        weight += part * part / (runs->freedom - assumed); /* infinite: none was found */
    }
    const double found = weight > 0 ? variance * variance / weight : 0;
    return reach_squared((struct part){variance, assumed + found}, chance);
}

/* The interval is also that of the target's state. An infinite reach: nothing is known. */
static struct comparison compare_logs(struct contrast *contrast,
                                      const struct contrast_target *target, double log_ratio,
                                      double reach)
{
    const struct estimate ratio = {exp(log_ratio), exp(log_ratio - reach - target->state[1]),
                                   exp(log_ratio + reach - target->state[0])};
    const struct margin margin = {.threshold = contrast->threshold, .drift = 1};
    const struct comparison speed = compare_ratio(ratio, margin);
    contrast->much_slower += is_much_slower(&speed);
    return speed;
}

/* The samples of few points have few degrees of freedom; those of their squares are summed
 * (Satterthwaite 1946). */
static struct part samples_part(const struct contrast_target *target,
                                const struct contrast_point *point)
{
    double weight = 0;
    const double variance = within_point(target, point);
    for (int side = 0; side < 2; side++) {
        const struct speeds *speeds = &point->side[side];
        const double scale = target->side[side].inflation / speeds->runs / speeds->runs;
        weight += scale * scale * speeds->freedom;
    }
    return (struct part){variance, weight > 0 ? fmax(1, variance * variance / weight) : 1};
}

/* How much the point itself varied between the runs of groups. From one run of each side nothing is
 * known of that, and a check of a node takes points that do not vary. */
static struct part runs_part(const struct contrast *contrast, const struct contrast_point *point)
{
    double squares = 0, freedom = 0, ways = 0;
    for (int side = 0; side < 2; side++) {
        const struct speeds *speeds = &point->side[side];
        squares += fmax(0, speeds->off_squares - speeds->off * speeds->off / speeds->runs);
        freedom += speeds->runs - 1;
        ways += 1.0 / speeds->runs;
    }
    const double unknown = contrast->points_only ? 0 : INFINITY;
    return (struct part){freedom > 0 ? ways * squares / freedom : unknown, fmax(1, freedom)};
}

static void judge_point(struct contrast *contrast, struct contrast_point *point,
                        const struct chances *chances)
{
    const struct contrast_target *target = contrast_target_of(contrast, point->field[POINT_TARGET]);
    const struct part times = {target->scatter, fmin(tail_freedom, target->scatter_freedom)};
    const double squares = reach_squared(samples_part(target, point), chances->other) +
                           reach_squared(times, chances->other) +
                           runs_reach_squared(contrast, target, false, chances->common);
    const bool unknown = point->unlike || contrast_has_few_runs(contrast);
    point->reach_squared =
        unknown ? INFINITY
                : fmax(squares, reach_squared(runs_part(contrast, point), chances->other));
    point->speed = compare_logs(contrast, target, log_ratio_of(point), sqrt(point->reach_squared));
}

static bool belongs(const struct contrast_group *group, const struct contrast_point *point)
{
    if (!point->judged || point->field[POINT_TARGET] != group->target)
        return false;
    return is_common(group) || (strcmp(group->by, "study") == 0 ? point->field[POINT_STUDY]
                                                                : point->class) == group->name;
}

/* A shift of a group: the median of its points' log ratios, and the medians of blocks of them. */
struct shift {
    double *log_ratios; /* room for all points and, after them, for those of a block */
    double within;      /* sum of the variances of their samples */
    double widest;      /* reach of a point, squared */
    double block[BLOCKS_MOST];
    int points, blocks;
};

static void take_points(const struct contrast *contrast, struct contrast_group *group,
                        const struct contrast_target *target, struct shift *shift)
{
    for (int i = 0; i < contrast->count; i++) {
        const struct contrast_point *point = contrast->points[i];
        if (!belongs(group, point))
            continue;
        shift->log_ratios[shift->points++] = log_ratio_of(point);
        shift->within += within_point(target, point);
        shift->widest = fmax(shift->widest, point->reach_squared);
        group->verdicts[point->speed.verdict]++;
    }
}

static void take_blocks(struct shift *shift)
{
    double *room = shift->log_ratios + shift->points;
    shift->blocks =
        shift->points / BLOCK_POINTS < BLOCKS_MOST ? shift->points / BLOCK_POINTS : BLOCKS_MOST;
    for (int i = 0; i < shift->blocks; i++) {
        const int first = shift->points * i / shift->blocks,
                  count = shift->points * (i + 1) / shift->blocks - first;
        memcpy(room, shift->log_ratios + first, (size_t)count * sizeof *room);
        shift->block[i] = median_of(room, count);
    }
}

/* The variance of the whole by that of its blocks (batch means). */
static struct part blocks_part(const struct shift *shift)
{
    double sum = 0, squares = 0;
    if (shift->blocks < BLOCKS_LEAST)
        return (struct part){0, 1};
    for (int i = 0; i < shift->blocks; i++) {
        sum += shift->block[i];
        squares += shift->block[i] * shift->block[i];
    }
    const double blocks = shift->blocks, variance = (squares - sum * sum / blocks) / (blocks - 1);
    return (struct part){fmax(0, variance) / blocks, blocks - 1};
}

/* How far the median of a shift's points may be off, squared, by their samples and by what varies
 * within runs; `part` is 1 / n for all of that. A median varies pi / 2 times as much as a mean. */
static double points_reach_squared(const struct contrast_target *target, const struct shift *shift,
                                   double part, double chance)
{
    const struct part samples = {M_PI / 2 * part * shift->within / shift->points, shift->points},
                      times = {M_PI / 2 * part * target->scatter, target->scatter_freedom};
    return reach_squared(times, chance) + reach_squared(samples, chance);
}

/* How far the shift common to all points may be off by what these groups' own runs show, squared:
 * of both sides together, since few runs show little of their variance. */
static double groups_reach_squared(const struct contrast *contrast,
                                   const struct contrast_target *target, double chance)
{
    struct deviations own = {0, 0};
    double ways = 0;
    for (int side = 0; side < 2; side++) {
        const struct deviations runs = between_runs(&target->side[side]);
        own.squares += runs.squares;
        own.freedom += runs.freedom;
        ways += 1 / fmax(1, contrast->run_count[side]);
    }
    const struct part part = {ways * own.squares / own.freedom, own.freedom};
    return own.freedom > 0 ? reach_squared(part, chance) : 0;
}

/* Half the width of a shift's interval, squared. What the runs' part contains already is not added
 * to it. But these runs may have varied more within themselves than earlier ones: on a machine that
 * became busy after eight calm runs, two pairs of 210 would have differed. */
static double shift_reach_squared(const struct contrast *contrast,
                                  const struct contrast_group *group,
                                  const struct contrast_target *target, const struct shift *shift,
                                  const struct chances *chances)
{
    const double chance = is_common(group) ? chances->common : chances->other,
                 runs = runs_reach_squared(contrast, target, is_common(group), chances->common),
                 known =
                     is_common(group) ? fmin(target->side[0].points, target->side[1].points) : 0,
                 whole = 1.0 / shift->points, part = fmax(0, whole - (known > 0 ? 1 / known : 0)),
                 within = points_reach_squared(target, shift, whole, chance);
    if (is_common(group) && has_groups(contrast))
        return fmax(runs, groups_reach_squared(contrast, target, chance));
    if (is_common(group) && known == 0)
        return runs + fmax(within, reach_squared(blocks_part(shift), chance));
    return fmax(within, runs + points_reach_squared(target, shift, part, chance));
}

static void judge_group(struct contrast *contrast, struct contrast_group *group,
                        const struct chances *chances)
{
    const struct contrast_target *target = contrast_target_of(contrast, group->target);
    struct shift shift = {.log_ratios =
                              needed(calloc(2 * (size_t)contrast->count, sizeof(double)))};
    take_points(contrast, group, target, &shift);
    take_blocks(&shift);
    const double squares = shift_reach_squared(contrast, group, target, &shift, chances);
    const bool few = shift.points < POINTS_LEAST && !contrast->points_only;
    group->speed = compare_logs(contrast, target, median_of(shift.log_ratios, shift.points),
                                sqrt(few ? fmax(squares, shift.widest) : squares));
    free(shift.log_ratios);
}

static void count_in_group(struct contrast *contrast, const char *target, const char *by,
                           const char *name)
{
    for (int i = 0; i < contrast->group_count; i++) {
        struct contrast_group *group = &contrast->groups[i];
        if (group->target == target && strcmp(group->by, by) == 0 && group->name == name) {
            group->points++;
            return;
        }
    }
    array_make_room(contrast->groups, contrast->group_count, contrast->group_room);
    contrast->groups[contrast->group_count++] =
        (struct contrast_group){.target = target, .by = by, .name = name, .points = 1};
}

static void make_groups(struct contrast *contrast)
{
    static const char *const bys[] = {"all", "class", "study"};
    const char *all = names_keep(&contrast->names, "all");
    for (int by = 0; by < (contrast->points_only ? 1 : 3); by++)
        for (int i = 0; i < contrast->count; i++) {
            const struct contrast_point *point = contrast->points[i];
            const char *const names[] = {all, point->class, point->field[POINT_STUDY]};
            if (point->judged)
                count_in_group(contrast, point->field[POINT_TARGET], bys[by], names[by]);
        }
}

static void settle(struct contrast *contrast)
{
    struct contrast_point **points = needed(calloc((size_t)contrast->count + 1, sizeof(void *)));
    double *numbers = needed(calloc((size_t)contrast->count + 1, sizeof *numbers));
    for (int i = 0; i < contrast->target_count; i++) {
        struct contrast_target *target = &contrast->targets[i];
        for (int side = 0; side < 2; side++)
            settle_variation(target->name, &target->side[side]);
        const int count = points_of(contrast, target->name, points);
        find_unlike(contrast, target, points, count, numbers);
        lend_variation(&target->side[0], &target->side[1]);
        lend_variation(&target->side[1], &target->side[0]);
        const struct part scatter = larger_part(target->name, 2, 1, copies_of(contrast, target),
                                                scatter_of(target, points, count, numbers));
        target->scatter = scatter.variance;
        target->scatter_freedom = scatter.freedom;
    }
    free(points);
    free(numbers);
}

void contrast_judge(struct contrast *contrast)
{
    contrast->group_count = contrast->judged = contrast->much_slower = 0;
    for (int i = 0; i < contrast->count; i++) {
        struct contrast_point *point = contrast->points[i];
        point->unlike = false;
        point->judged = point->side[0].runs > 0 && point->side[1].runs > 0;
        contrast->judged += point->judged;
    }
    settle(contrast);
    make_groups(contrast);
    const struct chances chances = chances_of(contrast);
    for (int i = 0; i < contrast->count; i++)
        if (contrast->points[i]->judged)
            judge_point(contrast, contrast->points[i], &chances);
    for (int i = 0; i < contrast->group_count; i++)
        judge_group(contrast, &contrast->groups[i], &chances);
}
