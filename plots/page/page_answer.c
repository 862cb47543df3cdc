/* The answer first: the signature figure and the headline numbers, each made from the points. One
 * whose points are not there is left out. */
#include "plots/data/draft.h"
#include "plots/data/median.h"
#include "plots/figure/residual.h"
#include "plots/figure/telling.h"
#include "plots/page/parts.h"
#include "plots/quote.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const bool kinds[] = {false, true}; /* whether it is a GPU */
enum { KINDS = 2, SIGNATURE_RUN = 1 };
static const char signature[] = "order";

/* A number and what it means, while they are written: plain text. Without a number, nothing. */
struct headline {
    const struct page *page;
    FILE *number, *meaning;
    int numbers; /* written so far */
};

static void write_separator(struct headline *headline)
{
    if (headline->numbers++)
        fputs(" · ", headline->number);
}

/* "gpu0", "h200: gpu0": shorter than a figure's label, since headlines are read at a glance. */
static void write_target(FILE *out, const struct row *point)
{
    const char *name = point->from->name;
    fprintf(out, "%s%s%s", name ? name : "", name ? ": " : "", point->target);
}

/* The median of the valid plain copies in memory of a row's target. */
static double own_copy(const struct row *like)
{
    const struct dataset *set = like->from;
    double *rates = malloc(sizeof *rates * (size_t)set->count);
    int count = 0;
    for (int i = 0; rates && i < set->count; i++) {
        const struct row *point = &set->points[i];
        if (point->usable && row_is_baseline(point) && point->target == like->target &&
            strcmp(point->element_bytes, "4") == 0 && strcmp(point->level, "memory") == 0)
            rates[count++] = point->gbps;
    }
    const double rate = rates ? median_of(rates, count) : NAN;
    free(rates);
    return rate;
}

/* The first series that is told of any CPU or GPU, to name it by. */
static const struct series *any_series(const struct page *page, bool gpu)
{
    for (int c = 0; c < page->chart_count; c++)
        for (int i = 0; i < page->charts[c].series_count; i++) {
            const struct series *series = &page->charts[c].series[i];
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
    write_target(out, point);
    if (peak > 0)
        fprintf(out, ": %.0f %% of the theoretical %.0f GB/s.", 100 * gbps / peak, peak);
    else
        fputs(": the theoretical bandwidth is not known.", out);
}

static void tell_copy(struct headline *headline)
{
    fputs("What a plain copy reaches, read and written bytes together. Fractions below are of it.",
          headline->meaning);
    for (int k = 0; k < KINDS; k++) {
        const struct series *series = any_series(headline->page, kinds[k]);
        if (!series)
            continue;
        const double gbps = own_copy(series->points[0]);
        if (!isfinite(gbps))
            continue;
        write_separator(headline);
        write_target(headline->number, series->points[0]);
        fprintf(headline->number, " %.4g GB/s", gbps);
        write_peak(headline->meaning, series->points[0], gbps);
    }
}

static void tell_stride(struct headline *headline)
{
    const struct chart *chart = page_chart(headline->page, "stride");
    const char *before = " A stride of 8 leaves ";
    fputs("What is left of the copy at the worst stride.", headline->meaning);
    for (int k = 0; k < KINDS; k++) {
        const struct series *series = chart_find(chart, "stride", kinds[k]);
        const struct row *worst = series_extreme(series, false), *eight = series_at(series, 8);
        if (!worst)
            continue;
        write_separator(headline);
        write_target(headline->number, worst);
        fprintf(headline->number, " %.2g at stride %s", row_fraction(worst), worst->value);
        if (!eight)
            continue;
        fprintf(headline->meaning, "%s%.2g on ", before, row_fraction(eight));
        write_target(headline->meaning, eight);
        before = ", ";
    }
    fputs(*before == ',' ? "." : "", headline->meaning);
}

/* The largest value of a parameter at which both series have a point that is not hollow. */
static const struct row *last_of_both(const struct series *a, const struct series *b)
{
    for (int i = a->count - 1; i >= 0; i--)
        if (!a->points[i]->hollow && series_at(b, a->points[i]->at))
            return a->points[i];
    return NULL;
}

static void tell_order(struct headline *headline)
{
    const struct chart *chart = page_chart(headline->page, signature);
    const struct series *cpu = chart_find(chart, "order", false);
    const struct series *gpu = chart_find(chart, "order", true);
    const struct row *last = cpu && gpu ? last_of_both(cpu, gpu) : NULL;
    const struct row *cyclic[] = {series_at(cpu, SIGNATURE_RUN), series_at(gpu, SIGNATURE_RUN)};
    if (!last || !cyclic[0] || !cyclic[1])
        return;
    char run[64];
    caption_value(run, sizeof run, chart->telling, last);
    write_separator(headline);
    fprintf(headline->number, "GPU %.3g times the CPU, or %.3g times",
            cyclic[1]->gbps / cyclic[0]->gbps, series_at(gpu, last->at)->gbps / last->gbps);
    fprintf(headline->meaning,
            "First with run length 1 (neighbouring threads take neighbouring elements), then with "
            "run length %s (each thread takes a block).",
            run);
}

/* The layouts that are read, by the most of the fields that all of them have. */
static const char *const layouts[] = {"aos", "soa", "aosoa"};
enum { LAYOUTS = sizeof layouts / sizeof layouts[0] };

static const struct row *best_layout(const struct chart *chart, bool gpu, double used)
{
    const struct row *best = NULL;
    for (int i = 0; i < LAYOUTS; i++) {
        const struct row *point = series_at(chart_find(chart, layouts[i], gpu), used);
        if (point && (!best || point->gbps > best->gbps))
            best = point;
    }
    return best;
}

static void tell_layout(struct headline *headline)
{
    const struct chart *chart = page_chart(headline->page, "layout");
    const struct row *gpu = chart ? best_layout(chart, true, 1) : NULL;
    const struct row *cpu = chart ? best_layout(chart, false, 1) : NULL;
    const struct row *same = gpu ? series_at(chart_find(chart, gpu->pattern, false), 1) : NULL;
    const struct row *aos = series_at(chart_find(chart, "aos", true), 1);
    if (!gpu || !aos)
        return;
    write_separator(headline);
    fprintf(headline->number, "%s on the GPU: %.3g times aos", gpu->pattern, gpu->gbps / aos->gbps);
    fputs("The fastest layout where 1 of 8 fields is read.", headline->meaning);
    if (same && same == cpu)
        fputs(" It is the fastest on the CPU too.", headline->meaning);
    else if (same)
        fprintf(headline->meaning, " On the CPU it keeps %.0f %% of what is best there, %s.",
                100 * same->gbps / cpu->gbps, cpu->pattern);
}

/* "L2 7.1 to 7.6 ns": the times of an access at a level's points that are not hollow. */
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

static void tell_latency(struct headline *headline)
{
    static const char *const levels[] = {"L1", "L2", "L3", "memory"};
    const struct chart *chart = page_chart(headline->page, "latency");
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
    fputs("How long an access takes that waits for the one before, over the sizes that lie in each "
          "level.",
          headline->meaning);
}

/* The region with the fewest threads: one series of launch counts threads, the other teams. */
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

static void tell_launch(struct headline *headline)
{
    for (int k = 0; k < KINDS; k++) {
        const struct row *point = least_launch(page_chart(headline->page, "launch"), kinds[k]);
        if (!point)
            continue;
        write_separator(headline);
        write_target(headline->number, point);
        fprintf(headline->number, " %.2g µs", point->number.time_ns / 1000);
    }
    fputs("To start one thread on a CPU, or one warp for each multiprocessor on a GPU, and wait "
          "for it.",
          headline->meaning);
}

/* After how many passes a copy on the GPU has paid for the transfers; NaN where it never does. */
static double break_even(const struct chart *chart, const struct row *in, const struct row *out)
{
    const struct row *cpu = series_at(chart_find(chart, "copy", false), in->at);
    const struct row *gpu = series_at(chart_find(chart, "copy", true), in->at);
    return cpu && gpu ? break_even_passes(in, out, cpu, gpu) : NAN;
}

static void tell_transfer(struct headline *headline)
{
    const struct chart *chart = page_chart(headline->page, "transfer");
    const struct series *in = chart_find(chart, "transfer_in", true);
    const struct series *out = chart_find(chart, "transfer_out", true);
    const struct row *last = in && out ? last_of_both(in, out) : NULL;
    if (!last)
        return;
    const struct row *back = series_at(out, last->at);
    const double passes = break_even(chart, last, back);
    char size[64];
    caption_value(size, sizeof size, chart->telling, last);
    write_separator(headline);
    fprintf(headline->number, "%.3g GB/s to the GPU, %.3g back", last->gbps, back->gbps);
    fputs("From and to pageable memory.", headline->meaning);
    if (isfinite(passes))
        fprintf(headline->meaning, " A copy of %s on the GPU has paid for both after %.0f pass%s.",
                size, passes, passes == 1 ? "" : "es");
}

static void tell_predictions(struct headline *headline)
{
    char summary[256];
    if (residual_summary(&headline->page->sets[0], summary, sizeof summary) || !*summary)
        return;
    const char *numbers = strchr(summary, ':');
    write_separator(headline);
    fputs(numbers ? numbers + 2 : summary, headline->number);
    fputs("How far the measurements are from what the models predict: the median over all points.",
          headline->meaning);
}

static const struct {
    const char *title, *link;
    void (*tell)(struct headline *headline);
} headlines[] = {
    {"Own copy", "machine", tell_copy},
    {"Stride", "stride", tell_stride},
    {"Order of the accesses", signature, tell_order},
    {"Layout", "layout", tell_layout},
    {"Latency", "latency", tell_latency},
    {"Launch", "launch", tell_launch},
    {"Transfer", "transfer", tell_transfer},
    {"Error of the predictions", "predictions", tell_predictions},
};

static void write_headline(FILE *out, int index, const char *number, const char *meaning)
{
    quote_form(out,
               "<div><dt><a href=\"#%\">%</a></dt><dd><strong>%</strong></dd><dd>%</dd></div>\n",
               headlines[index].link, headlines[index].title, number, meaning);
}

static int tell_headline(const struct page *page, int index)
{
    struct draft number, meaning;
    draft_open(&number);
    draft_open(&meaning);
    struct headline headline = {.page = page, .number = number.out, .meaning = meaning.out};
    if (number.out && meaning.out)
        headlines[index].tell(&headline);
    char *numbers = draft_close(&number), *words = draft_close(&meaning);
    if (numbers && words && headline.numbers)
        write_headline(page->out, index, numbers, words);
    const int code = numbers && words ? 0 : -ENOMEM;
    free(numbers);
    free(words);
    return code;
}

/* "cpu keeps 0.15 of its copy at run 1 and 0.97 at run 1 Mi; gpu0 ..." */
static void write_signature_sentence(FILE *out, const struct chart *chart)
{
    const char *before = "Who gets which element: ";
    for (int k = 0; k < KINDS; k++) {
        const struct series *series = chart_find(chart, "order", kinds[k]);
        const struct row *first = series_at(series, SIGNATURE_RUN);
        const struct row *last = series ? series->points[series->count - 1] : NULL;
        char run[64];
        if (!first || first == last || !isfinite(row_fraction(first)))
            continue;
        caption_value(run, sizeof run, chart->telling, last);
        quote_form(out, "%% keeps ", before, series->target_label);
        fprintf(out, "%.2g of its copy at run length 1 and %.2g at ", row_fraction(first),
                row_fraction(last));
        quote_form(out, "%", run);
        before = "; ";
    }
    fputs(*before == ';' ? "." : "", out);
}

static void write_signature(const struct page *page)
{
    const struct chart *chart = page_chart(page, signature);
    if (!chart)
        return;
    fputs("<figure class=\"signature\">\n", page->out);
    page_figure(page, (int)(chart - page->charts), "top-");
    fputs("<figcaption>", page->out);
    write_signature_sentence(page->out, chart);
    quote_form(page->out, " <a href=\"#%\">More</a></figcaption>\n</figure>\n", signature);
}

int page_answer(const struct page *page)
{
    int code = 0;
    fputs("<section id=\"answer\">\n<h2>The answer</h2>\n", page->out);
    write_signature(page);
    fputs("<dl class=\"headlines\">\n", page->out);
    for (size_t i = 0; i < sizeof headlines / sizeof headlines[0] && !code; i++)
        code = tell_headline(page, (int)i);
    fputs("</dl>\n</section>\n", page->out);
    return code;
}
