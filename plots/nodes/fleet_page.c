#include "plots/nodes/fleet_page.h"

#include "plots/nodes/band_figure.h"
#include "plots/quote.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* More rows than that are in nodes.csv alone. */
enum { ROWS_MOST = 1000, NUMBER_MAX = 64 };

static const char style[] =
    "body{font:15px/1.5 Arial,sans-serif;max-width:1000px;margin:2em auto;padding:0 1em;color:#222}"
    "table{border-collapse:collapse;font-size:13px}td,th{padding:2px 8px;border-bottom:1px solid "
    "#ddd;text-align:left}td.n{text-align:right}.slow{color:#a02018;font-weight:bold}"
    ".fast{color:#2a6a34}svg{max-width:100%;height:auto}h2{margin-top:2em}";

static const char *share_number(const struct share *share, char text[NUMBER_MAX])
{
    if (share->points)
        snprintf(text, NUMBER_MAX, "%.3f", share->ratio);
    else
        snprintf(text, NUMBER_MAX, "-");
    return text;
}

static const char *share_interval(const struct share *share, char text[NUMBER_MAX])
{
    snprintf(text, NUMBER_MAX, "%.3f to %.3f", share->low, share->high);
    return text;
}

static const char *share_style(const struct share *share)
{
    return share->slow ? "n slow" : share->fast ? "n fast" : "n";
}

static const struct share *worst_of(const struct member *member)
{
    return member->worst < 0 ? &member->all : &member->share[member->worst];
}

static void put_outlier(FILE *out, const struct fleet *fleet, const struct member *member)
{
    char ratio[NUMBER_MAX], interval[NUMBER_MAX], all[NUMBER_MAX], points[NUMBER_MAX];
    char reason[REASON_MAX];
    const struct share *worst = worst_of(member);
    snprintf(points, sizeof points, "%d", worst->points);
    member_reason(fleet, member, reason);
    quote_form(out,
               "<tr><td>%</td><td>%</td><td>%</td><td class='%'>%</td><td>%</td><td "
               "class='n'>%</td><td class='n'>%</td><td>%</td></tr>\n",
               member->node, member->target,
               member->worst < 0 ? "all" : fleet->classes[member->worst], share_style(worst),
               share_number(worst, ratio), share_interval(worst, interval), points,
               share_number(&member->all, all), *reason ? reason : "the data has none");
}

static int outliers_of(const struct fleet *fleet)
{
    int count = 0;
    while (count < fleet->member_count && fleet->members[count].off > 0)
        count++;
    return count;
}

static void put_outliers(FILE *out, const struct fleet *fleet)
{
    const int count = outliers_of(fleet);
    fputs("<h2>Nodes that are off</h2>\n", out);
    if (count == 0) {
        fputs("<p>None.</p>\n", out);
        return;
    }
    fputs("<table><tr><th>node</th><th>target</th><th>class</th><th>of its kind</th>"
          "<th>interval</th><th>points</th><th>all classes</th><th>likely reason</th></tr>\n",
          out);
    for (int i = 0; i < count && i < ROWS_MOST; i++)
        put_outlier(out, fleet, &fleet->members[i]);
    fputs("</table>\n", out);
    if (count > ROWS_MOST)
        fprintf(out, "<p>%d of %d; nodes.csv has all.</p>\n", ROWS_MOST, count);
}

static void put_method(FILE *out, const struct fleet *fleet)
{
    fprintf(out,
            "<p>Each target of a node is compared with those of its kind. A ratio is the median, "
            "over the points of a class, of its speed over the median speed of the kind; below 1 "
            "it is slower. The interval is that of the median, from order statistics, wide enough "
            "for a thousand nodes at once. Off is what lies with its whole interval more than "
            "%.3g %% from 1, and farther than the others vary (4.4 standard deviations, from the "
            "median absolute deviation). Kinds of less than three members are not judged.</p>\n",
            100 * fleet->threshold);
}

static void put_legend(FILE *out, const struct fleet *fleet)
{
    fputs("<p>", out);
    for (int k = 0; k < fleet->kind_count; k++)
        quote_form(out, "<span style='color:%'>&#9632;</span> %&nbsp; ", band_colour(k),
                   fleet->kinds[k]);
    fputs("</p>\n<p>Billions of accesses a second over the parameter. Line: the median of a "
          "kind's members; band: from their lowest tenth to their highest.</p>\n",
          out);
}

static int put_figures(FILE *out, const struct fleet *fleet, const char *(*question)(const char *))
{
    double *room = calloc((size_t)fleet->member_count + 1, sizeof *room);
    int code = room ? 0 : -ENOMEM;
    fputs("<h2>Studies</h2>\n", out);
    put_legend(out, fleet);
    for (int p = 0; p < fleet->count && !code; p++) {
        const char *study = fleet->points[p]->study;
        bool seen = false;
        for (int q = 0; q < p && !seen; q++)
            seen = fleet->points[q]->study == study;
        if (seen)
            continue;
        const char *asked = question ? question(study) : NULL;
        quote_form(out, "<h3>%</h3>\n<p>%</p>\n", study, asked ? asked : "");
        code = band_figure_write(out, fleet, study, room);
    }
    free(room);
    return code;
}

static void put_member(FILE *out, const struct fleet *fleet, const struct member *member)
{
    char number[NUMBER_MAX];
    quote_form(out, "<tr><td>%</td><td>%</td><td class='%'>%</td>", member->node, member->target,
               share_style(&member->all), share_number(&member->all, number));
    for (int c = 0; c < fleet->class_count; c++)
        quote_form(out, "<td class='%'>%</td>", share_style(&member->share[c]),
                   share_number(&member->share[c], number));
    fputs("</tr>\n", out);
}

static void put_members(FILE *out, const struct fleet *fleet)
{
    fputs("<h2>All nodes</h2>\n<table><tr><th>node</th><th>target</th><th>all</th>", out);
    for (int c = 0; c < fleet->class_count; c++)
        quote_form(out, "<th>%</th>", fleet->classes[c]);
    fputs("</tr>\n", out);
    for (int i = 0; i < fleet->member_count && i < ROWS_MOST; i++)
        put_member(out, fleet, &fleet->members[i]);
    fputs("</table>\n", out);
    if (fleet->member_count > ROWS_MOST)
        fprintf(out, "<p>%d of %d; nodes.csv has all.</p>\n", ROWS_MOST, fleet->member_count);
}

static void put_kinds(FILE *out, const struct fleet *fleet)
{
    fputs("<ul>\n", out);
    for (int k = 0; k < fleet->kind_count; k++) {
        char count[NUMBER_MAX];
        int members = 0;
        for (int i = 0; i < fleet->member_count; i++)
            members += fleet->members[i].kind == fleet->kinds[k];
        snprintf(count, sizeof count, "%d", members);
        quote_form(out, "<li>% &times; %</li>\n", count, fleet->kinds[k]);
    }
    fputs("</ul>\n", out);
}

int fleet_page_write(FILE *out, const struct fleet *fleet,
                     const char *(*question)(const char *study))
{
    fprintf(out,
            "<!DOCTYPE html>\n<html lang='en'><head><meta charset='utf-8'><title>warpline: %d "
            "nodes</title>\n<style>%s</style></head><body>\n<h1>%d nodes, %d targets</h1>\n",
            fleet->node_count, style, fleet->node_count, fleet->member_count);
    put_kinds(out, fleet);
    put_outliers(out, fleet);
    put_method(out, fleet);
    const int code = put_figures(out, fleet, question);
    put_members(out, fleet);
    fputs("</body></html>\n", out);
    return code;
}

static void put_share(FILE *out, const struct member *member, const char *class,
                      const struct share *share, const char *reason)
{
    if (share->points == 0)
        return;
    fprintf(out, "%s,%s,%s,%s,%d,%.6g,%.6g,%.6g,%s,", member->node, member->target, member->kind,
            class, share->points, share->ratio, share->low, share->high,
            share->slow   ? "slow"
            : share->fast ? "fast"
                          : "-");
    for (const char *c = *reason ? reason : "-"; *c; c++)
        fputc(*c == ',' || *c == '"' ? ' ' : *c, out);
    fputc('\n', out);
}

void fleet_nodes_write(FILE *out, const struct fleet *fleet)
{
    char reason[REASON_MAX];
    fputs("# ratio: median over the points of a class of the speed over the kind's median speed\n"
          "node,target,kind,class,points,ratio,ratio_low,ratio_high,off,reason\n",
          out);
    for (int i = 0; i < fleet->member_count; i++) {
        const struct member *member = &fleet->members[i];
        reason[0] = '\0';
        if (member->off > 0)
            member_reason(fleet, member, reason);
        put_share(out, member, "all", &member->all, reason);
        for (int c = 0; c < fleet->class_count; c++)
            put_share(out, member, fleet->classes[c], &member->share[c], reason);
    }
}
