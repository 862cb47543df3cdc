/* Where a series changes: between which of its values, given the intervals of its points. */
#include "plots/caption/caption.h"
#include "plots/caption/compared.h"
#include "plots/caption/wording.h"

#include <string.h>

/* The point at `index` of a series; NULL if it cannot be compared: callers skip it. */
static const struct row *sound(const struct series *series, int index)
{
    return row_is_compared(series->points[index]) ? series->points[index] : NULL;
}

static int count_sound(const struct series *series)
{
    int count = 0;
    for (int i = 0; i < series->count; i++)
        count += sound(series, i) != NULL;
    return count;
}

static const struct row *best_of(const struct chart *chart, const struct series *series)
{
    return series_end(chart, series, chart->told, !chart->told->less_is_better);
}

/* Whether a point that other load slowed may be more than 10 % faster than the best one. */
static bool is_outdone(const struct chart *chart, const struct series *series,
                       const struct row *best)
{
    const double most = estimate_speed(chart, best).value / 0.9;
    for (int i = 0; i < series->count; i++)
        if (row_is_compared(series->points[i]) && series->points[i]->busy &&
            estimate_speed(chart, series->points[i]).high > most)
            return true;
    return false;
}

static struct estimate share_of(const struct chart *chart, const struct row *point,
                                const struct row *best)
{
    return estimate_ratio(estimate_speed(chart, point), estimate_speed(chart, best));
}

/* The last point that certainly reaches half of the best speed, and the first point after it that
 * certainly does not. Both come after the best point. */
static void find_half(const struct chart *chart, const struct series *series,
                      const struct row *best, const struct row *found[2])
{
    found[0] = best;
    found[1] = NULL;
    for (int i = 0; i < series->count && !found[1]; i++) {
        const struct row *point = sound(series, i);
        if (!point || point->at <= best->at)
            continue;
        const struct estimate share = share_of(chart, point, best);
        if (share.low >= 0.5)
            found[0] = point;
        else if (share.high < 0.5)
            found[1] = point;
    }
}

bool write_half(FILE *out, struct clauses *clauses, const struct series *series, bool again)
{
    const struct chart *chart = clauses->told->chart;
    const struct row *best = best_of(chart, series), *found[2];
    if (!best || count_sound(series) < 2 || is_outdone(chart, series, best))
        return false;
    find_half(chart, series, best, found);
    if (!found[1] && !reaches_end(chart, found[0], true))
        return false;
    begin_clause(out, clauses, series, again ? " or" : NULL);
    if (found[1])
        note_places(clauses->told, found[0], found[1]);
    if (!found[1])
        fputs(" does not fall below half of its best speed", out);
    else
        fprintf(out, "%s between %s", clauses->said++ ? "" : " falls below half of its best speed",
                places_slot(chart, clauses->sentence->place, " and ", found[0], found[1]).text);
    return true;
}

/* The first point that certainly reaches 90 % of the best speed, and the last one after it before
 * the speed falls below again. Returns whether a later one reaches as much. */
static bool find_enough(const struct chart *chart, const struct series *series,
                        const struct row *best, const struct row *found[2])
{
    bool fell = false;
    found[0] = found[1] = NULL;
    for (int i = 0; i < series->count; i++) {
        const struct row *point = sound(series, i);
        if (!point)
            continue;
        const struct estimate share = share_of(chart, point, best);
        if (fell && share.value >= 0.9)
            return true;
        fell |= found[0] && share.value < 0.9;
        if (!found[0] && (share.low >= 0.9 || point == best))
            found[0] = point;
        if (found[0] && !fell)
            found[1] = point;
    }
    return false;
}

/* The first points that are fast enough, of all series of a target: the lowest and the highest. */
struct enough {
    int lines;
    const struct row *low, *high;
};

enum { LINES_MOST = 2 }; /* each of which has its words */

/* Whether other load leaves it open, of any series of a target, how fast its best point is. */
static bool is_open(const struct clauses *clauses, const struct row *target)
{
    const struct chart *chart = clauses->told->chart;
    bool open = false;
    for (int i = 0; i < chart->series_count; i++) {
        const struct series *series = &chart->series[i];
        const struct row *best =
            series_is_about(series, target, clauses->sentence) ? best_of(chart, series) : NULL;
        open |= best && is_outdone(chart, series, best);
    }
    return open;
}

static struct enough enough_of_all(const struct clauses *clauses, const struct row *target)
{
    const struct chart *chart = clauses->told->chart;
    struct enough all = {0};
    for (int i = 0; i < chart->series_count; i++) {
        const struct series *series = &chart->series[i];
        const struct row *best, *found[2];
        if (!series_is_about(series, target, clauses->sentence) ||
            !(best = best_of(chart, series)) || count_sound(series) < 2)
            continue;
        find_enough(chart, series, best, found);
        if (!found[0])
            continue;
        if (all.lines == 0 || found[0]->at < all.low->at)
            all.low = found[0];
        if (all.lines == 0 || found[0]->at > all.high->at)
            all.high = found[0];
        all.lines++;
    }
    return all;
}

/* " with 2 threads (each=16Ki, L1) to 16 threads (each=64Mi, memory)": of many series the one that
 * is fast enough first, and the one that is last. */
static void write_enough_of_all(FILE *out, const struct clauses *clauses, const struct enough *all)
{
    const struct chart *chart = clauses->told->chart;
    const char *const place = clauses->sentence->place;
    note_places(clauses->told, all->low, all->high);
    fprintf(out, " %s", place_slot(chart, place, all->low).text);
    if (all->low->at == all->high->at)
        fputs(" on every line", out);
    else
        fprintf(out, "%s to %s%s", series_slot(clauses, all->low, all->low).text,
                place_slot(chart, place, all->high).text + strcspn(place, "%"),
                series_slot(clauses, all->high, all->high).text);
}

/* "reaches 90 % of its best speed with 9–10 threads", or "with 6 threads or more"; the ends of the
 * sweep where other load slowed a point of a line that may be faster. At the first value alone
 * nothing is gained; at the last one the speed may still rise. */
bool write_enough(FILE *out, struct clauses *clauses, const struct series *series, bool again)
{
    const struct chart *chart = clauses->told->chart;
    const struct row *best = best_of(chart, series), *found[2];
    if (!best || count_sound(series) < 2)
        return false;
    if (is_open(clauses, series->points[0]))
        return write_course(out, clauses, series, again);
    const struct enough all = enough_of_all(clauses, series->points[0]);
    if (all.lines > LINES_MOST && again)
        return true;
    const bool same = again && clauses->first &&
                      strcmp(clauses->first->parameter, series->points[0]->parameter) == 0;
    begin_clause(out, clauses, series, same ? " and" : again ? " or" : NULL);
    clauses->first = series->points[0];
    if (!again)
        fputs(clauses->said++ ? " does so" : " reaches 90 % of its best speed", out);
    if (all.lines > LINES_MOST) {
        write_enough_of_all(out, clauses, &all);
        return true;
    }
    const bool later = find_enough(chart, series, best, found);
    const bool ends = reaches_end(chart, found[1], true);
    const struct row *last = ends ? found[0] : found[1];
    const bool only = ends && !later && found[0] == found[1];
    note_places(clauses->told, found[0], last);
    fprintf(out, "%s %s%s", only ? " only" : "",
            places_slot(chart, clauses->sentence->place, "–", found[0], last).text,
            later   ? " and again with more"
            : !ends ? ""
            : only  ? ", the largest measured"
                    : " or more");
    fputs(series_slot(clauses, series->points[0], last).text, out);
    return true;
}

/* The extra time of a series' values over its first value, which is 0. */
struct extra {
    const struct row *first, *last_free, *first_dear;
    const struct row *faster; /* the fastest that certainly takes 10 % less than the first; NULL */
};

static struct extra find_extra(const struct series *series)
{
    struct extra extra = {.first = NULL};
    for (int i = 0; i < series->count; i++) {
        const struct row *point = sound(series, i);
        if (!point || (!extra.first && point->at != 0))
            continue;
        if (!extra.first)
            extra.first = extra.last_free = point;
        const struct estimate times =
            estimate_ratio(estimate_time(point), estimate_time(extra.first));
        if (times.high < 1 / 1.1 &&
            (!extra.faster || point->number.time_ns < extra.faster->number.time_ns))
            extra.faster = point;
        if (!extra.first_dear && times.high <= 1.1)
            extra.last_free = point;
        if (!extra.first_dear && times.low > 1.1)
            extra.first_dear = point;
    }
    return extra;
}

bool write_free(FILE *out, struct clauses *clauses, const struct series *series, bool again)
{
    const struct chart *chart = clauses->told->chart;
    const char *const place = clauses->sentence->place;
    const struct extra extra = find_extra(series);
    if (!extra.first || count_sound(series) < 2)
        return false;
    begin_clause(out, clauses, series, again ? " or" : NULL);
    if (extra.first_dear)
        note_places(clauses->told, extra.last_free, extra.first_dear);
    if (extra.first_dear)
        fprintf(out, " does between %s",
                places_slot(chart, place, " and ", extra.last_free, extra.first_dear).text);
    else
        fputs(" does all that was measured", out);
    fputs(clauses->said++ ? "" : " in less than 10 % extra time", out);
    if (extra.faster) {
        const struct estimate times =
            estimate_ratio(estimate_time(extra.faster), estimate_time(extra.first));
        fprintf(out, " (inconclusive: %s took %s times as long as none)",
                place_slot(chart, place, extra.faster).text, factor_slot(times).text);
    }
    return true;
}
