#include "plots/caption/headlines.h"
#include "plots/caption/caption.h"
#include "plots/caption/compared.h"
#include "plots/caption/estimate.h"
#include "plots/caption/wording.h"
#include "plots/data/draft.h"
#include "plots/figure/telling.h"
#include "study/base/median.h"
#include "study/base/message.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static const bool kinds[] = {false, true}; /* whether it is a GPU */
const char signature_study[] = "order";
enum { KINDS = 2 };

/* A number and its meaning while they are being written, as plain text. Without a number, the
 * headline is empty. */
struct telling_headline {
    const struct chart *charts;
    int chart_count;
    FILE *number, *meaning;
    int numbers; /* written so far */
};

/* Writes the next number: "form", after a separator. */
__attribute__((format(printf, 2, 3))) static void write_number(struct telling_headline *headline,
                                                               const char *form, ...)
{
    va_list arguments;
    fputs(headline->numbers++ ? " · " : "", headline->number);
    va_start(arguments, form);
    vfprintf(headline->number, form, arguments);
    va_end(arguments);
}

/* The valid plain copies in memory of a row's target: their median, minimum and maximum. */
static struct estimate own_copy(const struct row *like)
{
    const struct dataset *set = like->from;
    double *rates = needed(malloc(sizeof *rates * (size_t)set->count));
    struct estimate copy = {NAN, NAN, NAN};
    int count = 0;
    for (int i = 0; i < set->count; i++) {
        const struct row *point = &set->points[i];
        if (point->usable && !point->hollow && row_is_baseline(point) &&
            point->target == like->target && strcmp(point->element_bytes, "4") == 0 &&
            strcmp(point->level, "memory") == 0)
            rates[count++] = point->gbps;
    }
    if (count > 0) { /* median_of sorts them; few copies show no spread */
        copy.value = median_of(rates, count);
        copy.low = count < COPIES_OF_SPREAD ? copy.value : rates[0];
        copy.high = count < COPIES_OF_SPREAD ? copy.value : rates[count - 1];
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
    if (peak > 0)
        fprintf(out, " %s reaches %.0f %% of its theoretical %.0f GB/s.",
                article_slot("The ", point).text, 100 * gbps / peak, peak);
    else
        fprintf(out, " The theoretical bandwidth of %s is not known.", target_slot(point).text);
}

static void tell_copy(struct telling_headline *headline, const struct chart *chart)
{
    (void)chart;
    for (int k = 0; k < KINDS; k++) {
        const struct series *series = any_series(headline, kinds[k]);
        if (!series)
            continue;
        const struct row *point = series->points[0];
        const struct estimate copy = own_copy(point);
        if (!isfinite(copy.value)) {
            fprintf(headline->meaning, " %s has no sound copy.", article_slot("The ", point).text);
            continue;
        }
        write_number(headline, "%s %s GB/s", article_slot("", point).text, factor_slot(copy).text);
        write_peak(headline->meaning, point, copy.value);
    }
}

/* How many sound points of a series tie with `point`, itself included; of these, the ones with the
 * smallest and the largest value. */
static int count_equal(const struct chart *chart, const struct series *series,
                       const struct row *point, const struct row *ends[2])
{
    int count = 0;
    for (int i = 0; i < series->count; i++) {
        const struct row *other = series->points[i];
        if (!row_is_compared(other) || compare_told(chart, other, point).apart)
            continue;
        ends[0] = count++ ? ends[0] : other;
        ends[1] = other;
    }
    return count;
}

/* " at stride 32 and 64", or " at stride 16 (and equally at 3 others)": the smallest value of a
 * series at which it is as slow as at `worst`. */
static void write_ties(struct telling_headline *headline, const struct chart *chart,
                       const struct series *series, const struct row *worst)
{
    const struct row *ends[2] = {worst, worst};
    const int equal = count_equal(chart, series, worst, ends);
    fprintf(headline->number, " at stride %s", ends[0]->value);
    if (equal == 2)
        fprintf(headline->number, " and %s", ends[1]->value);
    else if (equal > 2)
        fprintf(headline->number, " (and equally at %d others)", equal - 1);
}

static void tell_stride(struct telling_headline *headline, const struct chart *chart)
{
    const char *before = " At stride 8 it is ";
    if (chart->told != &fraction_of_copy)
        return;
    for (int k = 0; k < KINDS; k++) {
        const struct series *series = chart_find(chart, "stride", kinds[k]);
        const struct row *worst = series_end(chart, series, &fraction_of_copy, false),
                         *eight = series_at(series, 8);
        if (!worst || !reaches_end(chart, series->points[series->count - 1], true) ||
            !row_is_compared(series->points[series->count - 1]))
            continue;
        write_number(headline, "%s %s", article_slot("", worst).text,
                     ratio_slot(estimate_amount(chart, worst), worst, worst).text);
        write_ties(headline, chart, series, worst);
        if (!eight)
            continue;
        fprintf(headline->meaning, "%s%s on %s", before,
                ratio_slot(estimate_amount(chart, eight), eight, eight).text,
                target_slot(eight).text);
        before = " and ";
    }
    fputs(strcmp(before, " and ") == 0 ? "." : "", headline->meaning);
}

/* The largest parameter value at which both series have a point that is not hollow. */
static const struct row *last_of_both(const struct series *a, const struct series *b)
{
    for (int i = a->count - 1; i >= 0; i--)
        if (row_is_compared(a->points[i]) && series_at(b, a->points[i]->at))
            return a->points[i];
    return NULL;
}

/* "4.21 (4.20–4.21) times as fast", or "as fast": one point compared with another. */
static struct slot gain_slot(const struct row *point, const struct row *other)
{
    const struct comparison speed = compare_rates(point, other);
    struct slot slot = {"as fast"};
    if (speed.verdict != VERDICT_SAME)
        snprintf(slot.text, sizeof slot.text, "%.100s times%s as fast",
                 factor_slot(speed.ratio).text, inconclusive_words(&speed));
    return slot;
}

/* "gpu0 6.84 (6.80–6.88) times as fast": cyclic against block distribution, at the ends of the
 * sweep. */
static void write_cyclic(struct telling_headline *headline, const struct chart *chart, bool gpu)
{
    const struct series *series = chart_find(chart, "order", gpu);
    const struct row *cyclic = series ? series->points[0] : NULL;
    const struct row *block = series ? series->points[series->count - 1] : NULL;
    if (!series || !row_is_compared(cyclic) || !row_is_compared(block) ||
        !reaches_end(chart, cyclic, false) || !reaches_end(chart, block, true))
        return;
    const struct comparison speed = compare_rates(cyclic, block);
    const bool slow = speed.ratio.value < 1;
    const struct estimate one = {1, 1, 1},
                          times = slow ? estimate_ratio(one, speed.ratio) : speed.ratio;
    if (speed.verdict == VERDICT_SAME)
        write_number(headline, "%s equally fast", article_slot("", cyclic).text);
    else
        write_number(headline, "%s %s times as %s%s", article_slot("", cyclic).text,
                     ratio_slot(times, cyclic, block).text, slow ? "slow" : "fast",
                     inconclusive_words(&speed));
}

static void tell_order(struct telling_headline *headline, const struct chart *chart)
{
    for (int k = 0; k < KINDS; k++)
        write_cyclic(headline, chart, kinds[k]);
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

/* Writes "soa and aosoa are": the layouts that tie. */
static void write_best_layouts(struct telling_headline *headline, const struct chart *chart,
                               const struct row *best)
{
    int count = 1;
    write_number(headline, "%s", best->pattern);
    for (int i = 0; i < LAYOUTS; i++) {
        const struct row *point = layout_at(chart, i, best->gpu);
        if (!point || point == best || compare_rates(point, best).apart)
            continue;
        fprintf(headline->number, " and %s", point->pattern);
        count++;
    }
    fputs(count > 1 ? " are " : " is ", headline->number);
}

/* The cost on the CPU of the GPU's best layout. */
static void write_there(FILE *out, const struct chart *chart, const struct row *gpu)
{
    const struct row *same = series_at(chart_find(chart, gpu->pattern, false), 1);
    const struct row *best = same ? best_layout(chart, false) : NULL;
    if (!best)
        return;
    fprintf(out, " On %s %s ", target_slot(same).text, gpu->pattern);
    if (compare_rates(same, best).apart)
        fprintf(out, "reaches %s of the best there, %s.",
                share_slot(estimate_ratio(estimate_rate(same), estimate_rate(best)), "").text,
                best->pattern);
    else
        fputs(same->gbps >= best->gbps ? "is the fastest too." : "ties with the fastest.", out);
}

static void tell_layout(struct telling_headline *headline, const struct chart *chart)
{
    const struct row *gpu = best_layout(chart, true);
    const struct row *aos = layout_at(chart, 0, true);
    if (!gpu || !aos)
        return;
    const bool same = compare_rates(gpu, aos).verdict == VERDICT_SAME;
    write_best_layouts(headline, chart, gpu);
    fprintf(headline->number, "%s%s on %s", same ? "equally fast" : gain_slot(gpu, aos).text,
            same ? "" : " as aos", target_slot(gpu).text);
    write_there(headline->meaning, chart, gpu);
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
        fprintf(out, "%s%s", before, article_slot("", point).text);
        write_sizes(out, caches);
        before = "; ";
    }
    fputs(*before == ';' ? "." : "", out);
}

/* The caption's own sentence: the same numbers, from the same place. */
static void tell_latency(struct telling_headline *headline, const struct chart *chart)
{
    char *text = caption_sentence(chart, 0);
    char *at = strstr(text, ": ");
    while (at) { /* a target each */
        char *const next = strstr(at + 2, "; ");
        write_number(headline, "%.*s", next ? (int)(next - at - 2) : (int)strlen(at + 2), at + 2);
        at = next;
    }
    free(text);
    write_caches(headline->meaning, chart);
}

/* The caption, a line for each of its sentences, without full stops. */
static void tell_topology(struct telling_headline *headline, const struct chart *chart)
{
    for (int i = 0; i < SENTENCES_MAX; i++) {
        char *text = caption_sentence(chart, i);
        if (*text)
            write_number(headline, "%.*s", (int)strlen(text) - 1, text);
        free(text);
    }
}

/* The region with the fewest threads or teams: one series of launch counts threads, the other
 * teams. */
static const struct row *least_launch(const struct chart *chart, bool gpu)
{
    for (int i = 0; i < chart->series_count; i++) {
        const struct series *series = &chart->series[i];
        if (series->told && series->points[0]->gpu == gpu &&
            strcmp(series->points[0]->parameter, "threads") == 0)
            return series_at(series, 1);
    }
    return NULL;
}

static void tell_launch(struct telling_headline *headline, const struct chart *chart)
{
    for (int k = 0; k < KINDS; k++) {
        const struct row *point = least_launch(chart, kinds[k]);
        if (!point)
            continue;
        const struct estimate ns = estimate_time(point);
        const double us = ns.value / 1000;
        const struct estimate all = estimate_between(us, ns.low / 1000, ns.high / 1000);
        const char *bound = point->busy ? "at most " : "";
        write_number(headline, "%s %s%s µs", article_slot("", point).text, bound,
                     factor_slot(point->busy ? estimate_between(us, us, us) : all).text);
    }
}

static void tell_transfer(struct telling_headline *headline, const struct chart *chart)
{
    const struct series *in = chart_find(chart, "transfer_in", true);
    const struct series *out = chart_find(chart, "transfer_out", true);
    const struct row *last = in && out ? last_of_both(in, out) : NULL;
    if (!last)
        return;
    const struct row *back = series_at(out, last->at);
    write_number(headline, "%s GB/s to %s, %s GB/s back", factor_slot(estimate_rate(last)).text,
                 target_slot(last).text, factor_slot(estimate_rate(back)).text);
    char *caption = caption_sentence(chart, 0);
    fprintf(headline->meaning, " %s", caption);
    free(caption);
}

static void tell_banks(struct telling_headline *headline, const struct chart *chart)
{
    const struct series *series = chart_find(chart, "banks", true);
    if (!series)
        return;
    const bool less = chart->told->less_is_better;
    const struct row *worst = series_end(chart, series, chart->told, less);
    const struct row *best = series_end(chart, series, chart->told, !less);
    if (!worst || worst == best)
        return;
    const struct estimate times =
        estimate_ratio(estimate_speed(chart, best), estimate_speed(chart, worst));
    write_number(headline, "%s takes %s times as long", target_slot(worst).text,
                 factor_slot(times).text);
    write_ties(headline, chart, series, worst);
}

/* `link` is its study or a part of the page, `meaning` its beginning; `tell` writes the number, and
 * what follows from the points. */
static const struct {
    const char *title, *link, *meaning;
    void (*tell)(struct telling_headline *headline, const struct chart *chart);
} rows[HEADLINES] = {
    {"Copy baseline", "machine",
     "Bandwidth of a plain copy, bytes read and written together: the median, in brackets the "
     "slowest and the fastest copy. All fractions below are of this copy.",
     tell_copy},
    {"Stride", "stride", "Fraction of the copy’s bandwidth that is left at the worst stride.",
     tell_stride},
    {"Cyclic or block", signature_study,
     "Speed of the cyclic distribution (neighbouring elements to neighbouring threads) against the "
     "block distribution (one block to each thread), in the same loop.",
     tell_order},
    {"Layout", "layout",
     "The fastest layout where 1 of 8 fields is read: aos is an array of structs, soa a "
     "struct of arrays.",
     tell_layout},
    {"Latency", "latency",
     "Time of one random access that waits for the one before it, beyond all caches and in the "
     "nearest.",
     tell_latency},
    {"Topology", "topology_check", "What the system reports, against what is found.",
     tell_topology},
    {"Launch", "launch",
     "Time to start an OpenMP region and wait for its end: one thread of a parallel region on a "
     "CPU, one warp for each multiprocessor in a target region on a GPU.",
     tell_launch},
    {"Transfer", "transfer", "Transfers of pageable memory.", tell_transfer},
    {"Bank conflicts", "banks",
     "A read of shared memory at the worst stride, against the best stride.", tell_banks},
};

struct headline headline_tell(const struct chart *charts, int chart_count, int index)
{
    struct draft number, meaning;
    const struct chart *chart = chart_of(charts, chart_count, rows[index].link);
    struct telling_headline telling = {.charts = charts,
                                       .chart_count = chart_count,
                                       .number = draft_open(&number),
                                       .meaning = draft_open(&meaning)};
    fputs(rows[index].meaning, meaning.out);
    if (chart || rows[index].tell == tell_copy) /* which is of any study */
        rows[index].tell(&telling, chart);
    char *const said = draft_close(&number);
    if (strncmp(said, "the ", 4) == 0)
        *said = 'T';
    return (struct headline){.title = rows[index].title,
                             .link = rows[index].link,
                             .there = telling.numbers > 0,
                             .number = said,
                             .meaning = draft_close(&meaning)};
}

void headline_free(struct headline *headline)
{
    free(headline->number);
    free(headline->meaning);
    *headline = (struct headline){.there = false};
}
