/* The plateaus of a series: consecutive points within a factor of the square root of two, of one
 * level of memory or over the whole sweep, and where one ends. */
#include "plots/caption/caption.h"
#include "plots/caption/compared.h"
#include "plots/caption/wording.h"
#include "study/base/median.h"
#include "study/base/message.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PLATEAUS_MAX = 64, WIDEST_STEP = 8 };

/* What ends a plateau besides its height. Steps alone are independent of the levels that the system
 * reports: only sound points count, and a gap between them ends a plateau. */
enum basis { BY_SWEEP, BY_LEVEL, BY_STEPS };

struct plateau {
    const struct row *first, *last;
    double low, high;
    struct estimate bounds; /* of all points, if the amount is relative to one */
    int count;
    bool busy; /* other load made one of its amounts a bound */
};

struct plateaus {
    struct plateau of[PLATEAUS_MAX];
    int count;
};

static bool same_level(const struct plateau *a, const struct plateau *b)
{
    return strcmp(a->last->level, b->first->level) == 0;
}

static bool joins(const struct plateau *before, const struct plateau *next, enum basis basis)
{
    return fmax(before->high, next->high) <= sqrt(2) * fmin(before->low, next->low) &&
           (basis != BY_LEVEL || same_level(before, next)) &&
           (basis != BY_STEPS || next->first->at <= 2 * before->last->at);
}

static bool is_counted(const struct row *point, enum basis basis)
{
    return basis == BY_STEPS ? strcmp(point->marks, "-") == 0 : row_is_compared(point);
}

static struct plateau plateau_of(const struct chart *chart, const struct row *point)
{
    const double amount = quantity_median(chart->told, chart, point);
    return (struct plateau){.first = point,
                            .last = point,
                            .low = amount,
                            .high = amount,
                            .bounds = bounds_of(chart, point),
                            .count = 1,
                            .busy = is_bound(chart, point)};
}

static void join(struct plateau *last, const struct plateau *next)
{
    last->last = next->last;
    last->low = fmin(last->low, next->low);
    last->high = fmax(last->high, next->high);
    last->bounds.low = fmin(last->bounds.low, next->bounds.low);
    last->bounds.high = fmax(last->bounds.high, next->bounds.high);
    last->busy |= next->busy;
    last->count += next->count;
}

static struct plateaus find_plateaus(const struct chart *chart, const struct series *series,
                                     enum basis basis)
{
    struct plateaus found = {.count = 0};
    for (int i = 0; i < series->count && found.count < PLATEAUS_MAX; i++) {
        if (!is_counted(series->points[i], basis))
            continue;
        const struct plateau next = plateau_of(chart, series->points[i]);
        struct plateau *last = found.count ? &found.of[found.count - 1] : NULL;
        if (!last || !joins(last, &next, basis)) {
            found.of[found.count++] = next;
            continue;
        }
        join(last, &next);
    }
    return found;
}

/* A single point between plateaus is a transition; so is one at a level's end, if the level has a
 * plateau. */
static bool is_transition(const struct plateaus *all, int index, bool by_level)
{
    const struct plateau *one = &all->of[index];
    bool better = false;
    for (int i = 0; i < all->count; i++)
        better |= all->of[i].count > 1 && (!by_level || same_level(&all->of[i], one));
    return one->count == 1 && better && (by_level || (index > 0 && index + 1 < all->count));
}

/* Neighbouring transitions become one slope: its range leaves none of them out. */
static void join_slopes(struct plateaus *all)
{
    const struct plateaus found = *all;
    bool slope = false;
    all->count = 0;
    for (int i = 0; i < found.count; i++) {
        const bool before = slope;
        slope = is_transition(&found, i, false);
        if (slope && before)
            join(&all->of[all->count - 1], &found.of[i]);
        else
            all->of[all->count++] = found.of[i];
    }
}

/* Whether a level has one plateau, and at most one point besides: its name says where that is. */
static bool is_whole_level(const struct plateaus *all, int index)
{
    int others = 0;
    for (int i = 0; i < all->count; i++)
        others += i != index && same_level(&all->of[i], &all->of[index])
                      ? (is_transition(all, i, true) ? 1 : 2)
                      : 0;
    return others < 2;
}

static const char *header_of(const struct row *point, const char *what)
{
    char key[80];
    snprintf(key, sizeof key, "%.40s%s", point->target, what);
    return table_header_value(&point->from->table, key);
}

/* The cache of one worker that is full between the lines of two points; "" if none is. */
static void find_cache(const struct row *below, const struct row *above, char name[8])
{
    const char *caches = header_of(below, "_caches_of_one");
    double bytes, line;
    for (; caches; caches = strchr(caches, ';')) {
        caches += *caches == ';';
        if (sscanf(caches, " %7s %lf %lf", name, &bytes, &line) == 3 && below->at * line <= bytes &&
            bytes < above->at * line)
            return;
    }
    *name = '\0';
}

/* "L2" or, where that does not say it, "L2, 1 MiB–8 MiB"; over a sweep "64 bytes–4 KiB". */
static void write_where(FILE *out, const struct clauses *clauses, const struct plateaus *all,
                        int index)
{
    const struct plateau *one = &all->of[index], *before = one - 1;
    const struct chart *chart = clauses->told->chart;
    const bool by_level = clauses->sentence->remark == REMARK_LEVELS;
    const bool whole = by_level && is_whole_level(all, index);
    if (by_level)
        fprintf(out, "%s%s%s", one->first->level,
                chart->told->less_is_better && index > 0 && same_level(before, one) &&
                        before->count > 1 && before->high < one->low
                    ? " and likely TLB misses"
                    : "",
                whole ? "" : ", ");
    if (!whole)
        fputs(places_slot(chart, clauses->sentence->place, "–", one->first, one->last).text, out);
}

/* Whether it is as high as its first point. */
static bool is_narrow(const struct plateau *one)
{
    return one->high <= 1.01 * one->low;
}

static void write_height(FILE *out, struct told *told, const struct plateau *one)
{
    if (is_narrow(one))
        write_amount(out, told, one->first);
    else if (one->busy && told->chart->told->from_end)
        write_bounds(out, told, one->bounds.low, one->bounds.high);
    else
        write_range(out, told, one->low, one->high, one->busy);
}

/* Notes what write_height writes. */
static void note_height(struct told *told, const struct plateau *one)
{
    const bool less = told->chart->told->less_is_better, relative = told->chart->told->from_end;
    struct estimate ends = {.low = one->low, .high = one->high};
    if (one->busy && relative)
        ends.low = ends.high = one->bounds.low > 1 ? one->bounds.low : one->bounds.high;
    else if (is_narrow(one))
        ends.low = ends.high = quantity_median(told->chart->told, told->chart, one->first);
    else if (relative || (one->busy && less))
        ends.low = ends.high;
    else if (one->busy)
        ends.high = ends.low;
    note_amount(told, one->last, ends.low, ends.high);
}

/* Whether one plateau is the whole series, at the speed that the quantity is relative to. */
static bool is_level(const struct told *told, const struct plateaus *all)
{
    return told->chart->told->from_end && all->count == 1 && !all->of[0].busy &&
           all->of[0].high <= 1.01;
}

bool write_plateaus(FILE *out, struct clauses *clauses, const struct series *series, bool again)
{
    struct told *told = clauses->told;
    const bool by_level = clauses->sentence->remark == REMARK_LEVELS;
    struct plateaus all = find_plateaus(told->chart, series, by_level ? BY_LEVEL : BY_SWEEP);
    bool begun = false;
    if (!by_level)
        join_slopes(&all);
    if (!again && is_level(told, &all)) {
        begin_clause(out, clauses, series, NULL);
        fputs(" is equally fast (", out);
        write_where(out, clauses, &all, 0);
        fputs(")", out);
        return true;
    }
    for (int i = 0; i < all.count; i++) {
        if (by_level && is_transition(&all, i, true))
            continue;
        if (!begun && !again)
            begin_clause(out, clauses, series, NULL);
        fprintf(out, "%s ", begun || again ? "," : verb_of(told));
        write_height(out, told, &all.of[i]);
        if (i + 1 == all.count)
            note_height(told, &all.of[i]);
        fputs(" (", out);
        write_where(out, clauses, &all, i);
        fputs(")", out);
        begun = true;
    }
    return begun;
}

/* The plateau in the farthest level (`far`), or the best one of another level; NULL if there is
 * none. */
static const struct plateau *find_level(const struct chart *chart, const struct plateaus *all,
                                        const struct plateau *far)
{
    const struct plateau *found = NULL;
    for (int i = 0; i < all->count; i++) {
        const struct plateau *one = &all->of[i];
        if (is_transition(all, i, true) || (far && same_level(one, far)))
            continue;
        if (!found || !far ||
            (chart->told->less_is_better ? one->high < found->high : one->low > found->low))
            found = one;
    }
    return found;
}

/* "91–93 times as long as in L1": what the larger of two plateaus is of the smaller one. */
static void write_span_of(FILE *out, struct told *told, const struct plateau *large,
                          const struct plateau *small)
{
    const double low = large->low / small->high, high = large->high / small->low;
    const int digits = high < 9.995 ? 2 : high < 99.95;
    fprintf(out, ", %s times as %s as in %s",
            range_slot(low, high > 1.01 * low ? high : low, digits).text,
            told->chart->told->less_is_better ? "long" : "much", small->first->level);
}

/* "cpu takes 157 ns an access in memory, 91–93 times as long as in L1". Without a factor where
 * other load made one of them a bound. */
bool write_span(FILE *out, struct clauses *clauses, const struct series *series, bool again)
{
    struct told *told = clauses->told;
    const struct plateaus all = find_plateaus(told->chart, series, true);
    const struct plateau *far = find_level(told->chart, &all, NULL);
    const struct plateau *near = far ? find_level(told->chart, &all, far) : NULL;
    const bool longer = told->chart->told->less_is_better;
    const struct plateau *large = longer ? far : near, *small = longer ? near : far;
    if (again || !near || large->low <= small->high)
        return false;
    begin_clause(out, clauses, series, NULL);
    fprintf(out, "%s ", verb_of(told));
    write_height(out, told, large);
    note_height(told, large);
    fprintf(out, " in %s", large->first->level);
    if (!large->busy && !small->busy) {
        write_span_of(out, told, large, small);
        return true;
    }
    fputs(" and ", out);
    write_height(out, told, small);
    fprintf(out, " in %s", small->first->level);
    return true;
}

/* The plateau that ends where a chase of one line in each page becomes slower: where a cache of one
 * worker is full, or (`name` is then "") where none is, so that a TLB is. NULL if there is none. */
static const struct plateau *find_full(const struct plateaus *all, bool tlb, char name[8])
{
    for (int i = 0; i + 1 < all->count; i++) {
        const struct plateau *one = &all->of[i];
        find_cache(one->last, one[1].first, name);
        if (one->high < one[1].low && (*name == '\0') == tlb)
            return one;
    }
    return NULL;
}

/* Whether the plateaus reach both ends of the sweep, and each begins within twice the value at
 * which the one before ends: then no step has two causes. */
static bool is_dense(const struct chart *chart, const struct plateaus *all)
{
    for (int i = 1; i < all->count; i++)
        if (all->of[i].first->at > 2 * all->of[i - 1].last->at)
            return false;
    return all->count && reaches_end(chart, all->of[0].first, false) &&
           reaches_end(chart, all->of[all->count - 1].last, true);
}

/* "cpu leaves a TLB’s reach between 64 and 128 pages (1.69–1.91 ns an access, then 4.22)". */
bool write_reach(FILE *out, struct clauses *clauses, const struct series *series, bool again)
{
    struct told *told = clauses->told;
    const char *const place = clauses->sentence->place;
    const struct plateaus all = find_plateaus(told->chart, series, BY_SWEEP);
    char name[8];
    if (again || !is_dense(told->chart, &all))
        return false;
    const struct plateau *end = find_full(&all, true, name);
    begin_clause(out, clauses, series, NULL);
    if (end) {
        fputs(" leaves a TLB’s reach", out);
    } else {
        fprintf(out, " shows no TLB step up to %s",
                place_slot(told->chart, place, all.of[all.count - 1].last).text);
        end = find_full(&all, false, name);
        if (!end)
            return true;
        fprintf(out, ", but leaves its %s", name);
    }
    fprintf(out, " between %s (",
            places_slot(told->chart, place, " and ", end->last, end[1].first).text);
    write_height(out, told, end);
    note_height(told, &end[1]);
    fputs(", then ", out);
    write_height(out, told, &end[1]);
    fputs(")", out);
    return true;
}

/* A step of latency: the last point of the plateau below it, and the first at the height of the one
 * above. A plateau spans at least a factor of two; a step is one of sqrt(2) or more between the
 * middles of both, and certain by the intervals of both points. This is how LMbench's lat_mem_rd is
 * read (McVoy and Staelin 1996): a cache ends where the latency leaves its plateau. */
struct step {
    const struct row *below, *above;
    bool cached; /* a reported cache ends there */
};

struct steps {
    struct step of[PLATEAUS_MAX];
    int count;
    char missing[8]; /* the first reported cache that does not end where it should */
};

/* The height of the second plateau by that of the first, between the middles of both. */
static double times_as_high(const struct plateau *a, const struct plateau *b)
{
    return sqrt(b->low * b->high / (a->low * a->high));
}

static bool is_step(const struct chart *chart, const struct plateau *a, const struct plateau *b)
{
    return times_as_high(a, b) >= sqrt(2) &&
           estimate_amount(chart, b->first).low > estimate_amount(chart, a->last).high &&
           b->first->at <= WIDEST_STEP * a->last->at;
}

static bool is_in(const struct plateau *plateau, const struct row *point)
{
    return is_counted(point, BY_STEPS) && plateau->first->at <= point->at &&
           point->at <= plateau->last->at;
}

/* The first point of a plateau that is as high as 0.8 of its median: before, the step continues. */
static const struct row *top_of_step(const struct chart *chart, const struct series *series,
                                     const struct plateau *above)
{
    static const double nearly = 0.8;
    double *amounts = needed(calloc((size_t)series->count + 1, sizeof *amounts));
    const struct row *top = NULL;
    int count = 0;
    for (int i = 0; i < series->count; i++)
        if (is_in(above, series->points[i]))
            amounts[count++] = quantity_median(chart->told, chart, series->points[i]);
    const double least = nearly * median_of(amounts, count);
    for (int i = 0; i < series->count && !top; i++)
        if (is_in(above, series->points[i]) &&
            quantity_median(chart->told, chart, series->points[i]) >= least)
            top = series->points[i];
    free(amounts);
    return top ? top : above->first;
}

/* Whether the second of two plateaus continues the first one at a like height. Where a slope ends
 * in a plateau, its last points may be a little more than the square root of two apart from that.
 */
static bool continues(const struct plateau *a, const struct plateau *b)
{
    return times_as_high(a, b) < sqrt(2) && times_as_high(b, a) < sqrt(2) &&
           b->first->at <= 2 * a->last->at;
}

/* Keeps the plateaus that are wide enough, joined where no step is between them. */
static void keep_wide(struct plateaus *all)
{
    int kept = 0;
    for (int i = 0; i < all->count; i++) {
        if (all->of[i].last->at < 2 * all->of[i].first->at)
            continue;
        if (kept > 0 && continues(&all->of[kept - 1], &all->of[i]))
            join(&all->of[kept - 1], &all->of[i]);
        else
            all->of[kept++] = all->of[i];
    }
    all->count = kept;
}

/* Keeps the plateaus that are wide enough, and finds the steps between them. */
static struct steps find_steps(const struct chart *chart, const struct series *series,
                               struct plateaus *all)
{
    struct steps steps = {.count = 0};
    keep_wide(all);
    for (int i = 1; i < all->count; i++)
        if (is_step(chart, &all->of[i - 1], &all->of[i]))
            steps.of[steps.count++] = (struct step){
                .below = all->of[i - 1].last, .above = top_of_step(chart, series, &all->of[i])};
    return steps;
}

static void write_step(FILE *out, const struct clauses *clauses, const char *what,
                       const struct step *step)
{
    const char *const place = clauses->sentence->place;
    fprintf(out, "%s%s", what,
            places_slot(clauses->told->chart, place, " and ", step->below, step->above).text);
}

/* Whether a plateau that rises little continues beyond a cache's end. */
static bool is_within(const struct plateaus *all, double bytes)
{
    static const double level = 1.2;
    for (int i = 0; i < all->count; i++)
        if (all->of[i].first->at < bytes && bytes < all->of[i].last->at)
            return all->of[i].high <= level * all->of[i].low;
    return false;
}

static struct step *step_at(struct steps *steps, double bytes)
{
    for (int i = 0; i < steps->count; i++)
        if (steps->of[i].below->at <= bytes && bytes <= steps->of[i].above->at)
            return &steps->of[i];
    return NULL;
}

/* " L1 as reported (48 KiB, a step between 32 KiB and 64 KiB)". */
static void write_cache(FILE *out, const struct clauses *clauses, const struct plateaus *all,
                        struct steps *steps, const char *name, double bytes)
{
    char size[64];
    struct step *step = step_at(steps, bytes);
    telling_bytes(size, sizeof size, bytes);
    fprintf(out, " %s %s (%s, ", name,
            step                    ? "as reported"
            : is_within(all, bytes) ? "not as reported"
                                    : "inconclusive",
            size);
    if (step)
        write_step(out, clauses, "a step between ", step);
    else
        fputs(is_within(all, bytes) ? "no step" : "no clear step", out);
    fputs(")", out);
    if (step)
        step->cached = true;
    else if (is_within(all, bytes) && !*steps->missing)
        snprintf(steps->missing, sizeof steps->missing, "%s", name);
}

/* Returns the number of caches. */
static int write_caches(FILE *out, const struct clauses *clauses, const struct row *point,
                        const struct plateaus *all, struct steps *steps)
{
    const char *caches = header_of(point, "_caches_of_one");
    char name[8];
    double bytes;
    int count = 0;
    for (; caches; caches = strchr(caches, ';')) {
        caches += *caches == ';';
        if (sscanf(caches, " %7s %lf", name, &bytes) != 2)
            break;
        fputs(count++ ? "," : ":", out);
        write_cache(out, clauses, all, steps, name, bytes);
    }
    return count;
}

bool write_steps(FILE *out, struct clauses *clauses, const struct series *series, bool again)
{
    struct plateaus all = find_plateaus(clauses->told->chart, series, BY_STEPS);
    struct steps steps = find_steps(clauses->told->chart, series, &all);
    if (again)
        return false;
    begin_clause(out, clauses, series, NULL);
    if (!write_caches(out, clauses, series->points[0], &all, &steps))
        fputs(": no cache is reported", out);
    bool another = false;
    for (int i = 0; i < steps.count; i++)
        if (!steps.of[i].cached) {
            if (another)
                fputs(", and another", out);
            else if (*steps.missing)
                fprintf(out, ", and a step that is perhaps the end of the %s, or of a TLB's reach,",
                        steps.missing);
            else
                fputs(", and a step that no cache explains (perhaps a TLB)", out);
            write_step(out, clauses, " between ", &steps.of[i]);
            another = true;
        }
    return true;
}

static bool tells_caches(const struct chart *chart)
{
    for (int i = 0; i < SENTENCES_MAX; i++)
        if (chart->telling->shown->sentences[i].remark == REMARK_CACHES)
            return true;
    return false;
}

void caption_find_steps(struct chart *chart)
{
    for (int i = 0; i < chart->series_count && tells_caches(chart); i++) {
        struct plateaus all = find_plateaus(chart, &chart->series[i], BY_STEPS);
        const struct steps steps = find_steps(chart, &chart->series[i], &all);
        for (int k = 0; k < steps.count && chart->step_count < CHART_STEPS_MAX; k++)
            chart->steps[chart->step_count++] =
                (struct chart_step){steps.of[k].below, steps.of[k].above, i};
    }
}
