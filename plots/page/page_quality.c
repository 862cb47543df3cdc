/* Run quality: the points that are unreliable, counted and listed with the reason. */
#include "plots/figure/telling.h"
#include "plots/page/parts.h"
#include "study/base/median.h"
#include "study/base/message.h"
#include "study/base/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LISTED_MOST = 200 };

/* The reasons to doubt a point of a run; a point is counted once, under the first that applies. */
enum doubt { INVALID, DISTURBED, MARKED, BETWEEN, DOUBTS };

static const struct {
    const char *name, *meaning;
} doubts[DOUBTS] = {
    [INVALID] = {"invalid", "not drawn; the list says why"},
    [DISTURBED] = {"disturbed", "other load, or a CPU quota (mark quota), took time from some of "
                                "their samples"},
    [MARKED] = {"marked", "ringed: its level differs from that of the study's other points, or as "
                          "its mark says"},
    [BETWEEN] = {"between levels", "ringed: the data lie partly in a cache"},
};

static bool is_disturbed(const struct row *point)
{
    return point->number.disturbed > 0;
}

/* DOUBTS if there is none. */
static enum doubt doubt_of(const struct row *point)
{
    return !point->usable                   ? INVALID
           : is_disturbed(point)            ? DISTURBED
           : strcmp(point->marks, "-") != 0 ? MARKED
           : point->hollow                  ? BETWEEN
                                            : DOUBTS;
}

static void write_count(FILE *out, int count, const char *name, const char *meaning)
{
    fprintf(out, "<li><strong>%d", count);
    quote_form(out, " %</strong>: %.</li>\n", name, meaning);
}

static void write_doubtful(const struct page *page, const struct row *point, enum doubt doubt)
{
    const struct chart *chart = chart_of(page->charts, page->chart_count, point->study);
    const char *why = doubt == INVALID   ? row_reason(point)
                      : doubt == MARKED  ? point->marks
                      : doubt == BETWEEN ? point->level
                                         : "";
    char value[64];
    snprintf(value, sizeof value, "%s", point->value);
    if (chart && !row_is_baseline(point))
        telling_value(value, sizeof value, chart->telling, point);
    why = strcmp(why, "yes") == 0 ? "" : why;
    quote_form(page->out,
               "<tr><th scope=\"row\"><a href=\"#%\">%</a></th><td>%</td><td>%</td><td>% %</td>"
               "<td>%%%</td></tr>\n",
               point->study, point->study, point->target, point->pattern, row_parameter(point),
               value, doubts[doubt].name, *why ? ": " : "", why);
}

static void list_doubtful(const struct page *page, int count)
{
    const struct dataset *set = &page->sets[0];
    FILE *out = page->out;
    const int listed = count < LISTED_MOST ? count : LISTED_MOST;
    fprintf(out, "<details><summary>%d of %d doubtful points, and why</summary>\n", listed, count);
    page_table_open(out, "", "Doubtful points", "study|target|pattern|at|why");
    for (int i = 0, written = 0; i < set->count && written < listed; i++)
        if (doubt_of(&set->points[i]) < DOUBTS) {
            write_doubtful(page, &set->points[i], doubt_of(&set->points[i]));
            written++;
        }
    page_table_close(out);
    fputs("</details>\n", out);
}

/* The share of its time that other load took from a disturbed point, at most. */
static double lost_share(const struct row *point)
{
    const double *samples = row_samples(point);
    double least = samples[0];
    for (int i = 1; i < point->sample_count; i++)
        least = fmin(least, samples[i]);
    return 1 - least / point->number.time_ns;
}

void page_busy(FILE *out, const struct dataset *set)
{
    double *lost = needed(malloc(sizeof *lost * (size_t)(set->count + 1)));
    double samples = 0, disturbed = 0;
    int count = 0, points = 0;
    for (int i = 0; i < set->count; i++) {
        const struct row *point = &set->points[i];
        samples += point->number.samples;
        disturbed += is_disturbed(point) ? point->number.disturbed : 0;
        points += is_disturbed(point);
        if (point->busy)
            lost[count++] = lost_share(point);
    }
    const char *name = dataset_machine(set);
    if (count) {
        quote_form(out, "<p class=\"note\"><strong>The machine%% was busy.</strong> ",
                   name ? " " : "", name ? name : "");
        fprintf(out,
                "Other load, or a CPU "
                "quota, disturbed %d of %d points (%.0f of %.0f samples). Load makes a point "
                "slower, so %d of them %s%.0f&#8239;%% of the CPU&#8217;s time%s. "
                "The same run command measures what was disturbed again when the machine is "
                "quieter.</p>\n",
                points, set->count, disturbed, samples, count,
                count == 1 ? "is only a bound: there it took "
                           : "are only bounds, since at half of these it took ",
                100 * median_of(lost, count), count == 1 ? "" : " or more");
    }
    free(lost);
}

void page_quality(const struct page *page)
{
    FILE *out = page->out;
    const struct dataset *set = &page->sets[0];
    int counts[DOUBTS + 1] = {0}, doubtful = 0;
    for (int i = 0; i < set->count; i++)
        counts[doubt_of(&set->points[i])]++;
    const char *name = dataset_machine(set);
    quote_form(out, "<section id=\"quality\">\n<h2>Run quality%%</h2>\n", name ? " of " : "",
               name ? name : "");
    fprintf(out,
            "<p>%d of %d points are there; %d "
            "of them are sound.</p>\n<ul>\n",
            set->count, dataset_planned(set), counts[DOUBTS]);
    if (dataset_planned(set) > set->count)
        write_count(out, dataset_planned(set) - set->count, "missing",
                    "the run has not measured them; the same run command continues");
    for (int i = 0; i < DOUBTS; i++) {
        doubtful += counts[i];
        if (counts[i])
            write_count(out, counts[i], doubts[i].name, doubts[i].meaning);
    }
    fputs("</ul>\n", out);
    if (doubtful)
        list_doubtful(page, doubtful);
    fputs("</section>\n", out);
}
