/* Each value's speed for the same bytes, against that of one value: what does each of them cost? */
#include "plots/caption/caption.h"
#include "plots/caption/compared.h"
#include "plots/caption/wording.h"
#include "study/base/median.h"
#include "study/base/message.h"
#include "study/base/units.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SLOWER_MOST = 64, SLOWER_NAMED = 3 };

/* The points of one target but the one that they are compared with. */
struct others {
    struct told *told;
    const struct sentence *sentence;
    struct selection selection;
    const struct row *base;
};

static const struct row *point_at(const struct selection *selection, double at)
{
    for (int i = 0; i < selection->chart->drawn_count; i++)
        if (selection_has(selection, selection->chart->drawn[i]) &&
            selection->chart->drawn[i]->at == at)
            return selection->chart->drawn[i];
    return NULL;
}

/* The next point after number *index, whether it certainly differs by more than 10 % or not. */
static const struct row *next_point(const struct others *others, bool differs, int *index)
{
    const struct chart *chart = others->told->chart;
    while (++*index < chart->drawn_count) {
        const struct row *point = chart->drawn[*index];
        if (!selection_has(&others->selection, point) || point == others->base)
            continue;
        const struct comparison speed = compare_rates(point, others->base);
        if (is_unequal(&speed, point, others->base) == differs)
            return point;
    }
    return NULL;
}

/* "1.24 (1.22–1.25) in case “3 of 4 idle”": the points that differ. Returns their number. */
static int write_different(FILE *out, const struct others *others)
{
    const struct row *point;
    int count = 0;
    for (int i = -1; (point = next_point(others, true, &i)); count++) {
        const struct estimate times =
            estimate_ratio(estimate_rate(point), estimate_rate(others->base));
        fprintf(out, "%s%s %s", count ? ", " : " ", ratio_slot(times, point, others->base).text,
                place_slot(others->told->chart, others->sentence->place, point).text);
    }
    return count;
}

/* "0.98–1.03 at the 3 others", the only one by its place; over bounds that other load made, their
 * ends. They decide nothing. */
static void write_alike(FILE *out, const struct others *others, int different)
{
    const struct row *point, *last = NULL;
    double low = INFINITY, high = 0;
    int count = 0;
    bool busy = false;
    for (int i = -1; (point = next_point(others, false, &i)); count++) {
        last = point;
        const struct comparison speed = compare_rates(point, others->base);
        const bool bound = point->busy || others->base->busy;
        low = fmin(low, bound ? speed.ratio.low : speed.ratio.value);
        high = fmax(high, bound ? speed.ratio.high : speed.ratio.value);
        busy |= bound;
    }
    if (count == 0)
        return;
    fputs(different ? ", " : " ", out);
    fputs(range_slot(low, high < low + 0.005 ? low : high, 2).text, out);
    if (count == 1)
        fprintf(out, " %s", place_slot(others->told->chart, others->sentence->place, last).text);
    else
        fprintf(out, " at %s %d others", different ? "the" : "all", count);
    fputs(busy ? " (inconclusive)" : "", out);
}

static struct others others_of(struct told *told, const struct sentence *sentence, int target)
{
    struct others others = {
        .told = told,
        .sentence = sentence,
        .selection = {
            .chart = told->chart, .target = told->targets[target], .of = sentence->of, .at = NAN}};
    if (selection_is_wide(&others.selection))
        others.base = point_at(&others.selection, abs(sentence->sign));
    return others;
}

/* Whether a point other than the base counts: at a larger value, or at any if the sign says so. */
static bool is_beyond(const struct others *others, const struct row *point)
{
    return others->sentence->sign < 0 ? point != others->base : point->at > others->base->at;
}

/* The points where a target is slower: the first target of each, and which targets there are. */
struct slower {
    const struct row *points[SLOWER_MOST];
    int count;
    const struct row *only; /* the base of the only target that loses; NULL: several do */
};

/* Adds the points beyond the base where this target is certainly 10 % slower, and no target in the
 * list was. */
static void add_slower(struct slower *slower, const struct others *others)
{
    const struct row *point, *base = others->base;
    const int before = slower->count;
    for (int i = -1; slower->count < SLOWER_MOST && (point = next_point(others, true, &i));) {
        if (!is_beyond(others, point) || point->gbps >= base->gbps)
            continue;
        bool met = false;
        for (int k = 0; k < slower->count; k++)
            met |= slower->points[k]->at == point->at;
        slower->only = before == 0 ? base : NULL;
        if (!met)
            slower->points[slower->count++] = point;
    }
}

/* Whether a point beyond the base may be 10 % slower: the copies vary as much, or it is a bound. */
static bool is_unsure(const struct others *others)
{
    const struct row *point;
    bool unsure = selection_is_busy(&others->selection);
    for (int i = -1; (point = next_point(others, false, &i));)
        unsure |= is_beyond(others, point) && point->gbps < 0.9 * others->base->gbps;
    return unsure;
}

/* Writes the answer to "Do larger values cost more?", or to "What do they cost?", if there is one:
 * only what is sure answers no. */
static bool write_answer(FILE *out, const struct told *told, const struct sentence *sentence,
                         const struct slower *slower, bool unsure)
{
    const int count = slower->count;
    const bool is_question = strncmp(told->chart->telling->question, "Do", 2) == 0;
    if (count == 0 && unsure)
        return false;
    if (count == 0 || is_question)
        fputs(!is_question ? "no value costs more than 10 %" : count ? "yes" : "no", out);
    else if (sentence->of)
        fprintf(out, "%s loses more than 10 %%", sentence->of);
    else
        fputs("more than 10 % is lost", out);
    if (count == 0 || is_question)
        return true;
    const bool only = !unsure && count <= SLOWER_NAMED;
    fputs(only ? " only" : "", out);
    if (slower->only)
        fprintf(out, " on %s%s", target_slot(slower->only).text, only ? "," : "");
    if (count > SLOWER_NAMED)
        fprintf(out, " at %d values", count);
    for (int i = 0; i < count && count <= SLOWER_NAMED; i++)
        fprintf(out, "%s %s",
                i == 0           ? ""
                : i + 1 == count ? " and"
                                 : ",",
                place_slot(told->chart, sentence->place, slower->points[i]).text);
    return true;
}

/* The slowest point beyond the base; `smaller` says whether others do not count. */
static const struct row *find_worst(const struct others *others, bool *smaller)
{
    const struct chart *chart = others->told->chart;
    const struct row *worst = NULL;
    for (int i = 0; i < chart->drawn_count; i++) {
        const struct row *point = chart->drawn[i];
        if (!selection_has(&others->selection, point))
            continue;
        *smaller |= point != others->base && !is_beyond(others, point);
        if (is_beyond(others, point) && (!worst || point->gbps < worst->gbps))
            worst = point;
    }
    return worst;
}

/* ": cpu reaches at worst 0.32 (0.28–0.32) times the speed at “in order”, gpu0 0.17". */
static void write_worst(FILE *out, const struct others *others, int count)
{
    const char *before = ": ";
    for (int i = 0; i < count; i++) {
        const struct chart *chart = others[i].told->chart;
        const struct row *base = others[i].base;
        bool smaller = false;
        const struct row *worst = find_worst(&others[i], &smaller);
        char value[64];
        if (!worst)
            continue;
        write_value(value, sizeof value, chart, base);
        const struct estimate times = estimate_ratio(estimate_rate(worst), estimate_rate(base));
        const struct slot slowest = ratio_slot(times, worst, base);
        const bool first = *before == ':';
        note_number(others[i].told, worst, "×%", slowest.text);
        fprintf(out, "%s%s%s%s%s %s%s", before, first && smaller ? "beyond " : "",
                first && smaller ? value : "", first && smaller ? " " : "",
                named_slot(others[i].told, base).text, first ? "reaches at worst " : "",
                slowest.text);
        if (first)
            fprintf(out, " times the speed %s, for the same bytes",
                    place_slot(chart, others[i].sentence->place, base).text);
        before = "; ";
    }
}

/* The targets that have the value that the others are compared with. */
static int find_others(struct told *told, const struct sentence *sentence,
                       struct others others[TARGETS_TOLD])
{
    int count = 0;
    for (int t = 0; t < told->count; t++) {
        others[count] = others_of(told, sentence, t);
        count += others[count].base != NULL;
    }
    return count;
}

void tell_lost(FILE *out, struct told *told, const struct sentence *sentence)
{
    struct slower slower = {.count = 0};
    struct others others[TARGETS_TOLD];
    bool unsure = false;
    const int count = find_others(told, sentence, others);
    for (int i = 0; i < count; i++) {
        add_slower(&slower, &others[i]);
        unsure |= is_unsure(&others[i]);
    }
    if (count == 1)
        slower.only = NULL; /* there is no other */
    if (count == 0 || !write_answer(out, told, sentence, &slower, unsure))
        return;
    write_worst(out, others, count);
    fputs(".", out);
}

void tell_against(FILE *out, struct told *told, const struct sentence *sentence)
{
    struct others others[TARGETS_TOLD];
    const int count = find_others(told, sentence, others);
    if (count == 0)
        return;
    fprintf(out, "speed relative to that %s, for the same bytes:",
            place_slot(told->chart, sentence->place, others[0].base).text);
    for (int i = 0; i < count; i++) {
        fprintf(out, "%s %s", i ? ";" : "", named_slot(told, others[i].base).text);
        write_alike(out, &others[i], write_different(out, &others[i]));
    }
    fputs(".", out);
}

/* Adds the pairs of a target that ran on cores this far apart to the sentence; returns how many. */
static int write_distance(FILE *out, struct told *told, const struct row *target,
                          const char *distance, int said)
{
    const struct chart *chart = told->chart;
    double *amounts = needed(calloc((size_t)chart->drawn_count + 1, sizeof *amounts));
    double low = INFINITY, high = 0;
    const struct row *nearest = NULL;
    int count = 0;
    for (int i = 0; i < chart->drawn_count; i++) {
        const struct row *point = chart->drawn[i];
        if (!same_target(point, target) || !row_is_compared(point) ||
            !strstr(point->ran_on, distance))
            continue;
        amounts[count] = quantity_median(chart->told, chart, point);
        nearest = amounts[count] < low ? point : nearest;
        low = fmin(low, amounts[count]);
        high = fmax(high, amounts[count++]);
    }
    if (count > 0) {
        note_number(told, target, "% ns", DIGITS(median_of(amounts, count), 3));
        fprintf(out, "%s%s ns between %s", said ? ", " : "a handover takes ",
                DIGITS(median_of(amounts, count), 3), distance);
        if (count > 1)
            fprintf(out, " (%s–%s, %d pairs)", DIGITS(low, 3), DIGITS(high, 3), count);
        if (nearest && 2 * low < median_of(amounts, count))
            fprintf(out, ", of which %s and %s are as near as threads of one core",
                    nearest->settings + strcspn(nearest->settings, "0123456789"), nearest->value);
    }
    free(amounts);
    return count;
}

void tell_distances(FILE *out, struct told *told, const struct sentence *sentence)
{
    static const char *const distances[] = {"threads of one core", "cores with one L2",
                                            "cores with one L3", "cores of one package",
                                            "cores of two packages"};
    int said = 0;
    (void)sentence;
    for (size_t i = 0; told->count && i < sizeof distances / sizeof *distances; i++)
        said += write_distance(out, told, told->targets[0], distances[i], said);
    fputs(said ? "." : "", out);
}
