/* The best and the worst of some points, and which points tie with them. */
#include "plots/caption/caption.h"
#include "plots/caption/compared.h"
#include "plots/caption/wording.h"

#include <math.h>
#include <string.h>

struct end {
    const struct row *point; /* the best or the worst point */
    const struct row *other; /* another point that ties with it; NULL */
    int others;
};

struct ranking {
    struct selection selection;
    struct end best, worst;
    int count;
    bool varies;             /* whether patterns differ */
    struct comparison range; /* speed of the best over the worst; unset below two points */
};

static bool is_flat(const struct ranking *ranking)
{
    return ranking->range.verdict == VERDICT_SAME || ranking->range.verdict == VERDICT_INCONCLUSIVE;
}

static double speed(const struct chart *chart, const struct row *point)
{
    return estimate_speed(chart, point).value;
}

static void find_ends(struct ranking *ranking)
{
    const struct chart *chart = ranking->selection.chart;
    for (int i = 0; i < chart->drawn_count; i++) {
        const struct row *point = chart->drawn[i];
        if (!selection_has(&ranking->selection, point))
            continue;
        ranking->count++;
        if (!ranking->best.point || speed(chart, point) > speed(chart, ranking->best.point))
            ranking->best.point = point;
        if (!ranking->worst.point || speed(chart, point) < speed(chart, ranking->worst.point))
            ranking->worst.point = point;
    }
}

static void take_tie(const struct chart *chart, struct end *end, const struct row *point)
{
    if (point == end->point || compare_told(chart, point, end->point).apart)
        return;
    end->other = end->other ? end->other : point;
    end->others++;
}

static void find_ties(struct ranking *ranking)
{
    const struct chart *chart = ranking->selection.chart;
    for (int i = 0; i < chart->drawn_count; i++) {
        const struct row *point = chart->drawn[i];
        if (!selection_has(&ranking->selection, point))
            continue;
        take_tie(chart, &ranking->best, point);
        take_tie(chart, &ranking->worst, point);
    }
}

static struct ranking rank(const struct selection *selection)
{
    struct ranking ranking = {.selection = *selection, .varies = selection_varies(selection)};
    find_ends(&ranking);
    find_ties(&ranking);
    if (ranking.count > 1)
        ranking.range = compare_told(selection->chart, ranking.best.point, ranking.worst.point);
    return ranking;
}

/* The points that a sentence ranks on target `index`: the subject's at its outermost value, the
 * contrast's at the value nearest to it. */
static struct selection select_points(const struct told *told, const struct sentence *sentence,
                                      int index)
{
    struct selection selection = {
        .chart = told->chart, .target = told->targets[0], .of = sentence->of, .at = NAN};
    const double outermost = sentence->sign > 0 ? INFINITY : -INFINITY;
    const double end = sentence->sign ? selection_value(&selection, outermost) : NAN;
    selection.target = told->targets[index];
    if (sentence->sign && index > 0)
        selection.at = selection_value(&selection, isnan(end) ? outermost : end);
    else
        selection.at = end;
    return selection;
}

/* Whether patterns differ in more than their settings. */
static bool names_vary(const struct ranking *ranking)
{
    const struct chart *chart = ranking->selection.chart;
    for (int i = 0; i < chart->drawn_count; i++)
        if (selection_has(&ranking->selection, chart->drawn[i]) &&
            !same_pattern(chart->drawn[i], ranking->best.point))
            return true;
    return false;
}

/* "with soa at 2 GiB": what distinguishes a point from the other ranked points. */
static void write_choice(FILE *out, const struct ranking *ranking, const struct sentence *sentence,
                         const struct row *point)
{
    const bool fixed = !isnan(ranking->selection.at);
    const char *down = ranking->selection.chart->telling->shown->down.parameter;
    const char *setting = down ? strstr(point->pattern, down) : NULL; /* "stride=2" */
    if (setting && names_vary(ranking))
        fprintf(out, " with %.*s at", pattern_name_length(point->pattern), point->pattern);
    else if (setting)
        fputs(" with", out);
    if (setting)
        fprintf(out, " %s %s", down, setting + strcspn(setting, "=") + 1);
    else if (ranking->varies)
        fprintf(out, " with %s", point->pattern);
    if (!fixed || !ranking->varies)
        fprintf(out, " %s", place_slot(ranking->selection.chart, sentence->place, point).text);
}

/* The same for a second point: "16" after "at stride 32". */
static void write_other(FILE *out, const struct ranking *ranking, const struct sentence *sentence,
                        const struct row *point)
{
    char value[64];
    const bool fixed = !isnan(ranking->selection.at);
    if (ranking->varies && !fixed) {
        write_choice(out, ranking, sentence, point);
        return;
    }
    write_value(value, sizeof value, ranking->selection.chart, point);
    const bool quoted = !ranking->varies && sentence->place && strstr(sentence->place, "“%”");
    fprintf(out, quoted ? " “%s”" : " %s", ranking->varies ? point->pattern : value);
}

/* "with soa or aosoa", if exactly one other point ties with the first. */
static void write_places(FILE *out, const struct ranking *ranking, const struct sentence *sentence,
                         const struct end *end)
{
    write_choice(out, ranking, sentence, end->point);
    if (end->others == 1) {
        fputs(" or", out);
        write_other(out, ranking, sentence, end->other);
    }
}

/* "with soa (0.92 of its copy’s speed, 2 others tie)". */
static void write_end(FILE *out, struct told *told, const struct ranking *ranking,
                      const struct sentence *sentence, const struct end *end)
{
    write_places(out, ranking, sentence, end);
    const bool bound = is_bound(told->chart, end->point);
    fputs(end->others != 1 ? " (" : bound ? " (both " : " (both about ", out);
    write_amount(out, told, end->point);
    if (end->others > 1)
        fprintf(out, ", %d others tie", end->others);
    fputs(")", out);
}

/* "takes up to 1.21 (1.09–1.33) times its shortest time, at stride 4 (2 others tie)": for a cost,
 * the worst point is the one that matters. */
static void write_worst(FILE *out, struct told *told, const struct ranking *ranking,
                        const struct sentence *sentence)
{
    const struct chart *chart = ranking->selection.chart;
    const struct estimate times = estimate_ratio(estimate_speed(chart, ranking->best.point),
                                                 estimate_speed(chart, ranking->worst.point));
    const bool busy = ranking->best.point->busy || ranking->worst.point->busy;
    const struct slot factor = ratio_slot(times, ranking->best.point, ranking->worst.point);
    fprintf(out, " takes %s%s times its shortest time,", busy ? "" : "up to ", factor.text);
    note_number(told, ranking->worst.point, "×%", factor.text);
    write_places(out, ranking, sentence, &ranking->worst);
    if (ranking->worst.others > 1)
        fprintf(out, " (%d others tie)", ranking->worst.others);
}

static bool is_unlike(const struct ranking *ranking, const struct sentence *sentence)
{
    const struct row *best = ranking->best.point, *worst = ranking->worst.point;
    const enum lesson lesson = best->gpu ? sentence->on_gpu : sentence->on_cpu;
    return lesson == LESSON_EQUAL && is_unequal(&ranking->range, best, worst);
}

static void write_flat(FILE *out, struct told *told, const struct ranking *ranking)
{
    const struct quantity *quantity = told->chart->told;
    const double best = quantity_median(quantity, told->chart, ranking->best.point);
    const double worst = quantity_median(quantity, told->chart, ranking->worst.point);
    const bool same = ranking->range.verdict == VERDICT_SAME;
    char all[32];
    snprintf(all, sizeof all, ranking->count == 2 ? "both" : "all %d", ranking->count);
    fprintf(out, " %s %s %s %s (",
            same                               ? "is equally fast"
            : is_within_drift(&ranking->range) ? "varies no more than its repeated copies"
                                               : "varies no more than its samples",
            !same             ? "over"
            : ranking->varies ? "with"
                              : "at",
            all, ranking->varies ? "choices" : "values");
    write_range(out, told, fmin(best, worst), fmax(best, worst), false);
    note_amount(told, ranking->best.point,
                quantity->from_end ? fmax(best, worst) : fmin(best, worst), fmax(best, worst));
    fputs(")", out);
}

/* Whether the quantity is a time over the shortest time: the worst point alone states the cost. */
static bool is_cost(const struct quantity *quantity)
{
    return quantity->relative && quantity->less_is_better;
}

static void write_ends(FILE *out, struct told *told, const struct ranking *ranking,
                       const struct sentence *sentence)
{
    const double best = quantity_median(told->chart->told, told->chart, ranking->best.point);
    note_amount(told, ranking->best.point, best, best);
    fputs(" is fastest", out);
    write_end(out, told, ranking, sentence, &ranking->best);
    if (sentence->remark != REMARK_RANKING)
        return;
    fputs(" and slowest", out);
    write_end(out, told, ranking, sentence, &ranking->worst);
}

static void write_ranking(FILE *out, struct told *told, const struct ranking *ranking,
                          const struct sentence *sentence)
{
    fputs(named_slot(told, ranking->selection.target).text, out);
    if (is_flat(ranking))
        write_flat(out, told, ranking);
    else if (is_cost(told->chart->told))
        write_worst(out, told, ranking, sentence);
    else
        write_ends(out, told, ranking, sentence);
    fputs(unlike_words(is_unlike(ranking, sentence)), out);
}

void tell_ranking(FILE *out, struct told *told, const struct sentence *sentence)
{
    int index = 0;
    double at = NAN; /* the value that was named last */
    for (int t = 0; t < told->count; t++) {
        const struct selection selection = select_points(told, sentence, t);
        const struct ranking ranking = rank(&selection);
        if (ranking.count < 2 || !selection_is_wide(&selection))
            continue;
        fputs(joint(index++), out);
        if (ranking.varies && !isnan(selection.at) && selection.at != at)
            fprintf(out, "%s, ", place_slot(told->chart, sentence->place, ranking.best.point).text);
        at = selection.at;
        write_ranking(out, told, &ranking, sentence);
    }
    fputs(index ? "." : "", out);
}

/* The target's point with the pattern and parameter of `choice`, at the nearest value that can be
 * compared; NULL if there is none. */
static const struct row *same_choice(const struct selection *selection, const struct row *choice)
{
    const struct row *found = NULL;
    for (int i = 0; i < selection->chart->drawn_count; i++) {
        const struct row *point = selection->chart->drawn[i];
        if (!selection_has(selection, point) || strcmp(point->pattern, choice->pattern) != 0 ||
            strcmp(point->parameter, choice->parameter) != 0)
            continue;
        if (!found || fabs(point->at - choice->at) < fabs(found->at - choice->at))
            found = point;
    }
    return found;
}

static bool is_best(const struct ranking *ranking, const struct row *point)
{
    const struct chart *chart = ranking->selection.chart;
    return selection_has(&ranking->selection, point) &&
           !compare_told(chart, point, ranking->best.point).apart;
}

static bool is_best_on_both(const struct ranking *a, const struct ranking *b,
                            const struct row *point)
{
    const struct row *there = is_best(a, point) ? same_choice(&b->selection, point) : NULL;
    return there && (there->at == point->at || !isnan(a->selection.at)) && is_best(b, there);
}

/* A choice that ties with the best on both targets, preferably the best itself; NULL if there is
 * none. */
static const struct row *best_on_both(const struct ranking *a, const struct ranking *b)
{
    const struct chart *chart = a->selection.chart;
    if (is_best_on_both(a, b, a->best.point))
        return a->best.point;
    for (int i = 0; i < chart->drawn_count; i++)
        if (is_best_on_both(a, b, chart->drawn[i]))
            return chart->drawn[i];
    return NULL;
}

/* Among the choices that tie with the best of `of`, the one that is best on the target of `on`; its
 * point there is stored in `there`. So the cost on that target is the smallest possible. NULL if
 * `on` has none of these choices. */
static const struct row *kindest(const struct ranking *of, const struct ranking *on,
                                 const struct row **there)
{
    const struct chart *chart = of->selection.chart;
    const struct row *found = NULL;
    for (int i = 0; i < chart->drawn_count; i++) {
        const struct row *choice = chart->drawn[i];
        const struct row *same = is_best(of, choice) ? same_choice(&on->selection, choice) : NULL;
        if (!same || (found && speed(chart, same) <= speed(chart, *there)))
            continue;
        found = choice;
        *there = same;
    }
    return found;
}

/* "gpu0 does best with soa: cpu then keeps 73 % (71–75) of its best speed". False if there is no
 * contrast. */
static bool write_contrast(FILE *out, struct told *told, const struct ranking *of,
                           const struct ranking *on, const struct sentence *sentence, bool first)
{
    const struct chart *chart = of->selection.chart;
    const struct row *there = NULL, *choice = kindest(of, on, &there);
    if (!choice)
        return false;
    const struct estimate kept =
        estimate_ratio(estimate_speed(chart, there), estimate_speed(chart, on->best.point));
    fprintf(out, "%s%s does best", joint(!first), named_slot(told, choice).text);
    write_choice(out, of, sentence, choice);
    struct slot nearest = {""};
    if (there->at != choice->at && isnan(on->selection.at))
        snprintf(nearest.text, sizeof nearest.text, "nearest: %.100s",
                 place_slot(chart, sentence->place, there).text);
    fprintf(out, ": %s then keeps %s%s%s", named_slot(told, there).text,
            there->busy ? "at least " : "", share_slot(kept, nearest.text).text,
            first ? " of its best speed" : "");
    return true;
}

void tell_contrast(FILE *out, struct told *told, const struct sentence *sentence)
{
    if (told->count < TARGETS_TOLD)
        return;
    const struct selection here = select_points(told, sentence, 0);
    const struct selection there = select_points(told, sentence, 1);
    const struct ranking own = rank(&here), other = rank(&there);
    if (own.count < 2 || other.count < 2 || is_flat(&own) || is_flat(&other))
        return;
    if (sentence->sign)
        fprintf(out, "%s, ", place_slot(told->chart, sentence->place, own.best.point).text);
    const struct row *both = best_on_both(&own, &other);
    if (both) {
        fputs("both do best", out);
        write_choice(out, &own, sentence, both);
        fputs(own.best.others + other.best.others ? " (others tie)." : ".", out);
        return;
    }
    const bool first = write_contrast(out, told, &other, &own, sentence, true);
    const bool second = write_contrast(out, told, &own, &other, sentence, !first);
    fputs(first || second ? "." : "", out);
}
