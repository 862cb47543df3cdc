#include "plots/caption/headlines.h"
#include "plots/caption/estimate.h"
#include "plots/caption/journey.h"
#include "plots/caption/wording.h"
#include "plots/data/draft.h"
#include "plots/data/median.h"
#include "plots/figure/telling.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const bool kinds[] = {false, true}; /* whether it is a GPU */
const char signature_study[] = "order";
enum { KINDS = 2, SIGNATURE_RUN = 1 };

/* A number and its meaning while they are being written, as plain text. Without a number, the
 * headline is empty. */
struct telling_headline {
    const struct chart *charts;
    int chart_count;
    FILE *number, *meaning;
    int numbers; /* written so far */
};

static const struct chart *chart_of(const struct telling_headline *headline, const char *study)
{
    for (int i = 0; i < headline->chart_count; i++)
        if (strcmp(headline->charts[i].study, study) == 0)
            return &headline->charts[i];
    return NULL;
}

static void write_separator(struct telling_headline *headline)
{
    if (headline->numbers++)
        fputs(" · ", headline->number);
}

/* The valid plain copies in memory of a row's target: their median, minimum and maximum. */
static struct estimate own_copy(const struct row *like)
{
    const struct dataset *set = like->from;
    double *rates = malloc(sizeof *rates * (size_t)set->count);
    struct estimate copy = {NAN, NAN, NAN};
    int count = 0;
    for (int i = 0; rates && i < set->count; i++) {
        const struct row *point = &set->points[i];
        if (point->usable && !point->hollow && row_is_baseline(point) &&
            point->target == like->target && strcmp(point->element_bytes, "4") == 0 &&
            strcmp(point->level, "memory") == 0)
            rates[count++] = point->gbps;
    }
    if (count > 0) { /* median_of sorts them */
        copy.value = median_of(rates, count);
        copy.low = rates[0];
        copy.high = rates[count - 1];
    }
    free(rates);
    return copy;
}

/* The first series of any CPU or GPU in captions; it provides the name. */
static const struct series *any_series(const struct telling_headline *headline, bool gpu)
{
    for (int c = 0; c < headline->chart_count; c++)
        for (int i = 0; i < headline->charts[c].series_count; i++) {
            const struct series *series = &headline->charts[c].series[i];
            if (series->told && series->points[0]->gpu == gpu)
                return series;
        }
    return NULL;
}

static void write_peak(FILE *out, const struct row *point, double gbps)
{
    char key[64];
    snprintf(key, sizeof key, "%s_peak_gbps", point->target);
    const char *text = table_header_value(&point->from->table, key);
    const double peak = text ? atof(text) : 0;
    fputs(" ", out);
    if (peak > 0) {
        write_target(out, point);
        fprintf(out, " reaches %.0f %% of its theoretical %.0f GB/s.", 100 * gbps / peak, peak);
    } else {
        fputs("The theoretical bandwidth of ", out);
        write_target(out, point);
        fputs(" is not known.", out);
    }
}

static void tell_copy(struct telling_headline *headline)
{
    fputs("Bandwidth of a plain copy, bytes read and written together: the median, in brackets the "
          "slowest and the fastest copy. All fractions below are of this copy.",
          headline->meaning);
    for (int k = 0; k < KINDS; k++) {
        const struct series *series = any_series(headline, kinds[k]);
        if (!series)
            continue;
        const struct estimate copy = own_copy(series->points[0]);
        if (!isfinite(copy.value)) {
            fputs(" ", headline->meaning);
            write_target(headline->meaning, series->points[0]);
            fputs(" has no sound copy.", headline->meaning);
            continue;
        }
        write_separator(headline);
        write_target(headline->number, series->points[0]);
        fputs(" ", headline->number);
        write_factor(headline->number, copy);
        fputs(" GB/s", headline->number);
        write_peak(headline->meaning, series->points[0], copy.value);
    }
}

/* How many sound points of a series tie with `point`, itself included; of these, the one with the
 * smallest value. */
static int count_equal(const struct chart *chart, const struct series *series,
                       const struct row *point, const struct row **first)
{
    int count = 0;
    for (int i = 0; i < series->count; i++) {
        const struct row *other = series->points[i];
        if (other->hollow || compare_told(chart, other, point).apart)
            continue;
        *first = count++ ? *first : other;
    }
    return count;
}

/* " (and 3 that tie)". */
static void write_equals(FILE *out, int equal)
{
    if (equal > 1)
        fprintf(out, " (and %d that tie%s)", equal - 1, equal == 2 ? "s" : "");
}

static void write_worst_stride(struct telling_headline *headline, const struct chart *chart,
                               const struct series *series, const struct row *worst)
{
    const struct row *first = worst;
    const int equal = count_equal(chart, series, worst, &first);
    write_separator(headline);
    write_target(headline->number, worst);
    fputs(" ", headline->number);
    write_factor(headline->number, estimate_amount(chart, worst));
    fprintf(headline->number, " at stride %s", first->value);
    write_equals(headline->number, equal);
}

static void tell_stride(struct telling_headline *headline)
{
    const struct chart *chart = chart_of(headline, "stride");
    const char *before = " At stride 8 it is ";
    if (!chart || chart->told != &fraction_of_copy)
        return;
    fputs("Fraction of the copy’s bandwidth that is left "
          "at the worst stride.",
          headline->meaning);
    for (int k = 0; k < KINDS; k++) {
        const struct series *series = chart_find(chart, "stride", kinds[k]);
        const struct row *worst = series_extreme(series, false), *eight = series_at(series, 8);
        if (!worst)
            continue;
        write_worst_stride(headline, chart, series, worst);
        if (!eight)
            continue;
        fputs(before, headline->meaning);
        write_factor(headline->meaning, estimate_amount(chart, eight));
        fputs(" on ", headline->meaning);
        write_target(headline->meaning, eight);
        before = " and ";
    }
    fputs(strcmp(before, " and ") == 0 ? "." : "", headline->meaning);
}

/* The largest parameter value at which both series have a point that is not hollow. */
static const struct row *last_of_both(const struct series *a, const struct series *b)
{
    for (int i = a->count - 1; i >= 0; i--)
        if (!a->points[i]->hollow && series_at(b, a->points[i]->at))
            return a->points[i];
    return NULL;
}

/* "4.21 (4.20–4.21) times as fast", or "as fast": one point compared with another. */
static void write_gain(FILE *out, const struct row *point, const struct row *other)
{
    const struct comparison speed = compare_rates(point, other);
    if (speed.verdict != VERDICT_SAME) {
        write_factor(out, speed.ratio);
        fputs(" times", out);
        write_inconclusive(out, &speed);
        fputs(" ", out);
    }
    fputs("as fast", out);
}

static void tell_order(struct telling_headline *headline)
{
    const struct chart *chart = chart_of(headline, signature_study);
    const struct series *cpu = chart_find(chart, "order", false);
    const struct series *gpu = chart_find(chart, "order", true);
    const struct row *last = cpu && gpu ? last_of_both(cpu, gpu) : NULL;
    const struct row *cyclic[] = {series_at(cpu, SIGNATURE_RUN), series_at(gpu, SIGNATURE_RUN)};
    if (!last || !cyclic[0] || !cyclic[1])
        return;
    char run[64];
    telling_value(run, sizeof run, chart->telling, last);
    write_separator(headline);
    write_target(headline->number, cyclic[1]);
    fputs(" is ", headline->number);
    write_gain(headline->number, cyclic[1], cyclic[0]);
    fputs(" as ", headline->number);
    write_target(headline->number, cyclic[0]);
    fputs(" at run 1, ", headline->number);
    write_gain(headline->number, series_at(gpu, last->at), last);
    fprintf(headline->number, " at run %s", run);
    fprintf(headline->meaning,
            "At run 1 neighbouring threads take neighbouring elements (cyclic). At run %s each "
            "thread takes %s consecutive elements (block).",
            run, run);
}

/* The layouts whose patterns read, at the largest number of fields that all of them have. */
static const char *const layouts[] = {"aos", "soa", "aosoa"};
enum { LAYOUTS = sizeof layouts / sizeof layouts[0] };

static const struct row *layout_at(const struct chart *chart, int layout, bool gpu)
{
    return series_at(chart_find(chart, layouts[layout], gpu), 1);
}

static const struct row *best_layout(const struct chart *chart, bool gpu)
{
    const struct row *best = NULL;
    for (int i = 0; i < LAYOUTS; i++) {
        const struct row *point = layout_at(chart, i, gpu);
        if (point && (!best || point->gbps > best->gbps))
            best = point;
    }
    return best;
}

/* Writes "soa and aosoa": the layouts that tie. Returns how many. */
static int write_best_layouts(FILE *out, const struct chart *chart, const struct row *best)
{
    int count = 1;
    fputs(best->pattern, out);
    for (int i = 0; i < LAYOUTS; i++) {
        const struct row *point = layout_at(chart, i, best->gpu);
        if (!point || point == best || compare_rates(point, best).apart)
            continue;
        fprintf(out, " and %s", point->pattern);
        count++;
    }
    return count;
}

/* The cost on the CPU of the GPU's best layout. */
static void write_there(FILE *out, const struct chart *chart, const struct row *gpu)
{
    const struct row *same = series_at(chart_find(chart, gpu->pattern, false), 1);
    const struct row *best = same ? best_layout(chart, false) : NULL;
    if (!best)
        return;
    fputs(" On ", out);
    write_target(out, same);
    if (!compare_rates(same, best).apart) {
        fprintf(out,
                same->gbps >= best->gbps ? " %s is the fastest too." : " %s ties with the fastest.",
                gpu->pattern);
        return;
    }
    fprintf(out, " %s reaches ", gpu->pattern);
    write_open_share(out, estimate_ratio(estimate_rate(same), estimate_rate(best)));
    fprintf(out, ") of the best there, %s.", best->pattern);
}

static void tell_layout(struct telling_headline *headline)
{
    const struct chart *chart = chart_of(headline, "layout");
    const struct row *gpu = chart ? best_layout(chart, true) : NULL;
    const struct row *aos = chart ? layout_at(chart, 0, true) : NULL;
    if (!gpu || !aos)
        return;
    write_separator(headline);
    const int equal = write_best_layouts(headline->number, chart, gpu);
    fputs(equal > 1 ? " are " : " is ", headline->number);
    if (compare_rates(gpu, aos).verdict == VERDICT_SAME)
        fputs("equally fast", headline->number);
    else {
        write_gain(headline->number, gpu, aos);
        fputs(" as aos", headline->number);
    }
    fputs(" on ", headline->number);
    write_target(headline->number, gpu);
    fputs("The fastest layout where 1 of 8 fields is read: aos is an array of structs, soa a "
          "struct of arrays.",
          headline->meaning);
    write_there(headline->meaning, chart, gpu);
}

/* "L2 7.1 to 7.6 ns": the access times of a level's points that are not hollow. */
static bool write_level(FILE *out, const struct series *series, const char *level,
                        const char *before)
{
    double low = NAN, high = NAN;
    for (int i = 0; i < series->count; i++) {
        const struct row *point = series->points[i];
        if (point->hollow || strcmp(point->level, level) != 0)
            continue;
        const double ns = point->number.time_ns / point->number.elements;
        low = low <= ns ? low : ns;
        high = high >= ns ? high : ns;
    }
    if (isfinite(low))
        fprintf(out, low < 100 ? "%s%s %.2g" : "%s%s %.0f", before, level, low);
    if (high > 1.1 * low)
        fprintf(out, high < 100 ? "–%.2g" : "–%.0f", high);
    return isfinite(low);
}

/* "L1 49152 64; L2 2097152 64": names and sizes, as in the header. */
static void write_sizes(FILE *out, const char *caches)
{
    const char *before = " ";
    for (const char *at = caches; at; at = strchr(at, ';')) {
        char name[8], size[64];
        double bytes;
        at += *at == ';';
        if (sscanf(at, " %7s %lf", name, &bytes) != 2)
            return;
        telling_bytes(size, sizeof size, bytes);
        fprintf(out, "%s%s %s", before, name, size);
        before = ", ";
    }
}

/* The cache capacities of one worker, as the machine reports them. */
static void write_caches(FILE *out, const struct chart *chart)
{
    const char *before = " One worker’s caches: ";
    for (int k = 0; k < KINDS; k++) {
        const struct series *series = chart_find(chart, "chase", kinds[k]);
        char key[64];
        if (!series)
            continue;
        const struct row *point = series->points[0];
        snprintf(key, sizeof key, "%.40s_caches_of_one", point->target);
        const char *caches = table_header_value(&point->from->table, key);
        if (!caches)
            continue;
        fputs(before, out);
        write_target(out, point);
        write_sizes(out, caches);
        before = "; ";
    }
    fputs(*before == ';' ? "." : "", out);
}

static void tell_latency(struct telling_headline *headline)
{
    static const char *const levels[] = {"L1", "L2", "L3", "memory"};
    const struct chart *chart = chart_of(headline, "latency");
    for (int k = 0; k < KINDS; k++) {
        const struct series *series = chart_find(chart, "chase", kinds[k]);
        const char *before = "";
        if (!series)
            continue;
        write_separator(headline);
        write_target(headline->number, series->points[0]);
        fputs(" ", headline->number);
        for (size_t i = 0; i < sizeof levels / sizeof levels[0]; i++)
            if (write_level(headline->number, series, levels[i], before))
                before = ", ";
        fputs(" ns", headline->number);
    }
    fputs("Time of one random access that waits for the one before it. A range is over all sizes "
          "that lie in that level.",
          headline->meaning);
    write_caches(headline->meaning, chart);
}

/* The region with the fewest threads or teams: one series of launch counts threads, the other
 * teams. */
static const struct row *least_launch(const struct chart *chart, bool gpu)
{
    for (int i = 0; chart && i < chart->series_count; i++) {
        const struct series *series = &chart->series[i];
        if (series->told && series->points[0]->gpu == gpu &&
            strcmp(series->points[0]->parameter, "threads") == 0)
            return series_at(series, 1);
    }
    return NULL;
}

static void tell_launch(struct telling_headline *headline)
{
    for (int k = 0; k < KINDS; k++) {
        const struct row *point = least_launch(chart_of(headline, "launch"), kinds[k]);
        if (!point)
            continue;
        write_separator(headline);
        write_target(headline->number, point);
        const struct estimate time = estimate_time(point);
        fputs(" ", headline->number);
        write_factor(headline->number,
                     (struct estimate){time.value / 1000, time.low / 1000, time.high / 1000});
        fputs(" µs", headline->number);
    }
    fputs("Time to start a parallel region and wait for its end: one thread on a CPU, one warp "
          "for each multiprocessor on a GPU.",
          headline->meaning);
}

static void tell_transfer(struct telling_headline *headline)
{
    const struct chart *chart = chart_of(headline, "transfer");
    const struct series *in = chart_find(chart, "transfer_in", true);
    const struct series *out = chart_find(chart, "transfer_out", true);
    const struct row *last = in && out ? last_of_both(in, out) : NULL;
    if (!last)
        return;
    const struct row *back = series_at(out, last->at);
    struct journey journey;
    char size[64];
    telling_value(size, sizeof size, chart->telling, last);
    write_separator(headline);
    write_factor(headline->number, estimate_rate(last));
    fputs(" GB/s to ", headline->number);
    write_target(headline->number, last);
    fputs(", ", headline->number);
    write_factor(headline->number, estimate_rate(back));
    fputs(" GB/s back", headline->number);
    fputs("Transfers of pageable memory.", headline->meaning);
    if (!journey_find(chart, last, false, &journey))
        return;
    const struct estimate passes = journey_passes(&journey);
    fprintf(headline->meaning, " Moving %s there and back ", size);
    if (isfinite(passes.value)) {
        fputs("pays off after ", headline->meaning);
        journey_write(headline->meaning, passes);
        fputs(" over the data.", headline->meaning);
    } else
        fputs("never pays off.", headline->meaning);
}

/* The slowest (or the fastest) point of a series that is not hollow; NULL if there is none. */
static const struct row *end_of(const struct chart *chart, const struct series *series,
                                bool slowest)
{
    const struct row *found = NULL;
    for (int i = 0; series && i < series->count; i++) {
        const struct row *point = series->points[i];
        if (point->hollow)
            continue;
        const double speed = estimate_speed(chart, point).value;
        const double most = found ? estimate_speed(chart, found).value : NAN;
        if (!found || (slowest ? speed < most : speed > most))
            found = point;
    }
    return found;
}

static void tell_banks(struct telling_headline *headline)
{
    const struct chart *chart = chart_of(headline, "banks");
    const struct series *series = chart_find(chart, "banks", true);
    const struct row *worst = series ? end_of(chart, series, true) : NULL;
    const struct row *best = series ? end_of(chart, series, false) : NULL;
    const struct row *first = worst;
    if (!worst || worst == best)
        return;
    const int equal = count_equal(chart, series, worst, &first);
    write_separator(headline);
    write_target(headline->number, worst);
    fputs(" takes ", headline->number);
    write_factor(headline->number,
                 estimate_ratio(estimate_speed(chart, best), estimate_speed(chart, worst)));
    fprintf(headline->number, " times as long at stride %s", first->value);
    write_equals(headline->number, equal);
    fputs("A read of shared memory at the worst stride, against the best stride.",
          headline->meaning);
}

static const struct {
    const char *title, *link;
    void (*tell)(struct telling_headline *headline);
} rows[HEADLINES] = {
    {"Own copy", "machine", tell_copy},
    {"Stride", "stride", tell_stride},
    {"Order of the accesses", signature_study, tell_order},
    {"Layout", "layout", tell_layout},
    {"Latency", "latency", tell_latency},
    {"Launch", "launch", tell_launch},
    {"Transfer", "transfer", tell_transfer},
    {"Bank conflicts", "banks", tell_banks},
};

int headline_tell(const struct chart *charts, int chart_count, int index, struct headline *headline)
{
    struct draft number, meaning;
    draft_open(&number);
    draft_open(&meaning);
    struct telling_headline telling = {
        .charts = charts, .chart_count = chart_count, .number = number.out, .meaning = meaning.out};
    if (number.out && meaning.out)
        rows[index].tell(&telling);
    *headline = (struct headline){.title = rows[index].title,
                                  .link = rows[index].link,
                                  .there = telling.numbers > 0,
                                  .number = draft_close(&number),
                                  .meaning = draft_close(&meaning)};
    return headline->number && headline->meaning ? 0 : -ENOMEM;
}

void headline_free(struct headline *headline)
{
    free(headline->number);
    free(headline->meaning);
    *headline = (struct headline){.there = false};
}
