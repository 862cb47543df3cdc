/* The table of all patterns: the fraction of a copy's speed that each reaches, and the GPU's gain.
 *
 * A fraction is the worst of the sweep, or that of its largest size; hollow points are left out.
 * Without a copy in the study, it is the worst setting's speed divided by the best one's. The gain
 * is a range over the values that both targets have. */
#include "plots/caption/wording.h"
#include "plots/page/parts.h"
#include "study/base/text.h"
#include "study/base/units.h"

#include <math.h>
#include <string.h>

enum { PATTERNS_MOST = 32 };

/* A pattern of a study on both kinds of target; either may be missing. */
struct pairing {
    const struct chart *chart;
    const struct series *cpu, *gpu;
};

/* The targets of one kind of a machine that is drawn for comparison. */
struct other {
    const struct dataset *set;
    bool gpu;
};

enum { OTHERS_MOST = 8 };

/* Minimum and maximum; NaN if there is none. */
struct span {
    double low, high;
};

static void widen(struct span *span, double value)
{
    span->low = span->low <= value ? span->low : value;
    span->high = span->high >= value ? span->high : value;
}

static bool is_same_sweep(const struct series *a, const struct series *b)
{
    const struct row *x = a->points[0], *y = b->points[0];
    return strcmp(x->pattern, y->pattern) == 0 && strcmp(x->parameter, y->parameter) == 0 &&
           strcmp(x->element_bytes, y->element_bytes) == 0;
}

static void add_series(struct pairing *list, int *count, const struct chart *chart,
                       const struct series *series)
{
    const bool gpu = series->points[0]->gpu;
    int i = 0;
    while (i < *count && !is_same_sweep(list[i].cpu ? list[i].cpu : list[i].gpu, series))
        i++;
    if (i == PATTERNS_MOST)
        return;
    if (i == *count)
        list[(*count)++] = (struct pairing){.chart = chart};
    const struct series **const place = gpu ? &list[i].gpu : &list[i].cpu;
    if (!*place)
        *place = series;
}

static int find_pairings(struct pairing list[PATTERNS_MOST], const struct chart *chart)
{
    int count = 0;
    for (int i = 0; i < chart->series_count; i++)
        if (chart->series[i].told)
            add_series(list, &count, chart, &chart->series[i]);
    return count;
}

/* The first series of such a target, of the sweep of another one; `like` NULL: of any sweep. */
static const struct series *series_of_other(const struct chart *chart, const struct other *other,
                                            const struct series *like)
{
    for (int i = 0; i < chart->series_count; i++) {
        const struct series *series = &chart->series[i];
        if (!series->told && series->points[0]->from == other->set &&
            series->points[0]->gpu == other->gpu && (!like || is_same_sweep(series, like)))
            return series;
    }
    return NULL;
}

static bool has_other(const struct page *page, const struct other *other)
{
    for (int c = 0; c < page->chart_count; c++)
        if (series_of_other(&page->charts[c], other, NULL))
            return true;
    return false;
}

/* Lists machine by machine, CPUs first. */
static int find_others(struct other others[OTHERS_MOST], const struct page *page)
{
    int count = 0;
    for (int s = 1; s < page->set_count; s++)
        for (int gpu = 0; gpu < 2 && count < OTHERS_MOST; gpu++) {
            others[count] = (struct other){.set = &page->sets[s], .gpu = gpu != 0};
            count += has_other(page, &others[count]);
        }
    return count;
}

/* The fraction of a sweep without copies: speed of its worst point divided by that of its best. */
static double fraction_of_best(const struct chart *chart, const struct series *series,
                               const struct row **worst)
{
    const struct quantity *told = chart->told;
    const struct row *least = series_end(chart, series, told, false);
    const struct row *most = series_end(chart, series, told, true);
    if (!least)
        return NAN;
    *worst = told->less_is_better ? most : least;
    return quantity_median(told, chart, least) / quantity_median(told, chart, most);
}

/* The point that represents a series: in a sweep over sizes the largest one, since small sizes
 * measure the launch and not the pattern. */
static const struct row *typical_worst(const struct chart *chart, const struct series *series)
{
    if (!series || strcmp(series->points[0]->parameter, "footprint") != 0)
        return series_end(chart, series, &fraction_of_copy, false);
    for (int i = series->count - 1; i >= 0; i--)
        if (!series->points[i]->hollow && isfinite(row_fraction(series->points[i])))
            return series->points[i];
    return NULL;
}

/* The number of decimals for two significant digits. */
static int two_digits(double number)
{
    return number > 0 && number < 9.95 ? (int)fmax(1, 1 - floor(log10(number) + 0.002)) : 0;
}

static void write_kept(FILE *out, const struct chart *chart, const struct series *series)
{
    const struct row *worst = typical_worst(chart, series);
    double kept = worst ? row_fraction(worst) : NAN;
    const bool of_copy = worst != NULL;
    if (!of_copy && series)
        kept = fraction_of_best(chart, series, &worst);
    if (!worst || !isfinite(kept)) {
        fputs("<td class=\"number\">-</td>", out);
        return;
    }
    const double steps[] = {0.1, 0.25, 0.5, 0.75, 0.9};
    char value[64];
    int heat = 0;
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++)
        heat += kept >= steps[i];
    write_value(value, sizeof value, chart, worst);
    fprintf(out, "<td class=\"number heat%d\">", heat);
    quote_form(out, "<a href=\"#%\">", chart->study);
    fprintf(out, "%.*f%s</a> ", two_digits(kept), kept, of_copy ? "" : "*");
    quote_form(out, "<small>at %</small></td>", value);
}

/* Speed of the GPU's point divided by that of the CPU's; from times if bytes say nothing. */
static double gain(const struct chart *chart, const struct row *cpu, const struct row *gpu)
{
    const struct quantity *told = chart->told;
    if (told && told->less_is_better && !told->relative)
        return quantity_median(told, chart, cpu) / quantity_median(told, chart, gpu);
    return gpu->gbps / cpu->gbps;
}

/* The gain if all bytes of the GPU's arrays are transferred once at `gbps`. */
static double gain_with_transfers(const struct row *cpu, const struct row *gpu, double gbps)
{
    const double crossing_ns = gpu->number.footprint_bytes / gbps;
    return gpu->number.useful_bytes / (gpu->number.time_ns + crossing_ns) / cpu->gbps;
}

/* Compares the points at equal values; both series are sorted by value. */
static void find_gains(const struct pairing *pair, double gbps, struct span *without,
                       struct span *with)
{
    const struct quantity *told = pair->chart->told;
    const bool in_bytes = !told || !told->less_is_better || told->relative;
    for (int c = 0, g = 0; c < pair->cpu->count && g < pair->gpu->count;) {
        const struct row *cpu = pair->cpu->points[c], *gpu = pair->gpu->points[g];
        c += cpu->at <= gpu->at;
        g += gpu->at <= cpu->at;
        if (cpu->at != gpu->at || cpu->hollow || gpu->hollow)
            continue;
        widen(without, gain(pair->chart, cpu, gpu));
        if (in_bytes)
            widen(with, gain_with_transfers(cpu, gpu, gbps));
    }
}

static void write_span(FILE *out, const char *study, const struct span *span)
{
    char low[32], high[32];
    if (!isfinite(span->low) || !isfinite(span->high)) {
        fputs("<td class=\"number\">-</td>", out);
        return;
    }
    snprintf(low, sizeof low, "%.*f", two_digits(span->low), span->low);
    snprintf(high, sizeof high, "%.*f", two_digits(span->high), span->high);
    quote_form(out, "<td class=\"number\"><a href=\"#%\">%%%</a></td>", study, low,
               strcmp(low, high) ? " to " : "", strcmp(low, high) ? high : "");
}

static void write_pairing(FILE *out, const struct pairing *pair, double gbps,
                          const struct other *others, int other_count)
{
    const struct series *any = pair->cpu ? pair->cpu : pair->gpu;
    struct span without = {NAN, NAN}, with = {NAN, NAN};
    const struct row *first = any->points[0];
    const struct varying varying = chart_varying(pair->chart);
    quote_form(out, "<th scope=\"row\"><a href=\"#%\">%</a>%%</th>", pair->chart->study,
               first->pattern, varying.parameter ? ", " : "",
               varying.parameter ? first->parameter : "");
    write_kept(out, pair->chart, pair->cpu);
    write_kept(out, pair->chart, pair->gpu);
    for (int i = 0; i < other_count; i++)
        write_kept(out, pair->chart, series_of_other(pair->chart, &others[i], any));
    if (pair->cpu && pair->gpu)
        find_gains(pair, gbps, &without, &with);
    write_span(out, pair->chart->study, &without);
    write_span(out, pair->chart->study, &with);
    fputs("</tr>\n", out);
}

static void write_study(FILE *out, const struct chart *chart, double gbps,
                        const struct other *others, int other_count)
{
    struct pairing list[PATTERNS_MOST];
    const int count = find_pairings(list, chart);
    for (int i = 0; i < count; i++) {
        fputs("<tr>", out);
        if (i == 0) {
            fprintf(out, "<th scope=\"rowgroup\" rowspan=\"%d\">", count);
            quote_form(out, "<a href=\"#%\">%</a></th>", chart->study, chart->study);
        }
        write_pairing(out, &list[i], gbps, others, other_count);
    }
}

/* With several machines, the columns of the described one name the machine too. */
static void write_told_column(const struct page *page, bool gpu)
{
    const char *kind = gpu ? "GPU" : "CPU", *name = NULL;
    for (int s = page->set_count; s-- > 0 && page->sets[0].called;)
        if (dataset_has(&page->sets[s], NULL, gpu))
            name = s ? page->sets[s].name : page->sets[s].called;
    quote_form(page->out, "<th scope=\"col\">worst on % %</th>", name ? name : "the", kind);
}

static void write_columns(const struct page *page, const struct other *others, int other_count)
{
    fputs("<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"All patterns\">"
          "<table class=\"heat\">\n"
          "<caption>All patterns</caption>\n<thead><tr><th scope=\"col\">study</th>"
          "<th scope=\"col\">pattern</th>",
          page->out);
    write_told_column(page, false);
    write_told_column(page, true);
    for (int i = 0; i < other_count; i++)
        quote_form(page->out, "<th scope=\"col\">worst on % %</th>", others[i].set->name,
                   others[i].gpu ? "GPU" : "CPU");
    fputs("<th scope=\"col\">GPU over CPU</th><th scope=\"col\">with transfers</th></tr></thead>\n",
          page->out);
}

void page_overview(const struct page *page)
{
    FILE *out = page->out;
    struct other others[OTHERS_MOST];
    const int other_count = find_others(others, page);
    const double gbps =
        2 / (1 / page_transfer_gbps(page, true) + 1 / page_transfer_gbps(page, false));
    fputs(
        "<section id=\"overview\">\n<h2>Overview</h2>\n<ul>\n"
        "<li>Worst: the fraction of the target's copy at the worst value of the sweep (over sizes: "
        "at the largest size). 1 is as fast as the copy.</li>\n"
        "<li>*: the study has no copy. The fraction is that of the sweep's best value.</li>\n"
        "<li>GPU over CPU: how many times as fast the GPU is at the same value, from the lowest "
        "to the highest.</li>\n"
        "<li>With transfers: the same if all bytes of the arrays also cross once between CPU and "
        "GPU",
        out);
    if (isfinite(gbps))
        fprintf(out, ", half of them each way, at %s GB/s on average", DIGITS(gbps, 3));
    fputs(".</li>\n<li>Points with a ring are left out. - means that no other point is "
          "there.</li>\n</ul>\n",
          out);
    write_columns(page, others, other_count);
    for (int i = 0; i < page->chart_count; i++) {
        fputs("<tbody>\n", out);
        write_study(out, &page->charts[i], gbps, others, other_count);
        fputs("</tbody>\n", out);
    }
    fputs("</table></div>\n</section>\n", out);
}
