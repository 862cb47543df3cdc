#include "plots/nodes/fleet_report.h"

#include "plots/figure/figure.h"
#include "plots/figure/inline_svg.h"
#include "study/base/file.h"
#include "study/base/text.h"

#include <errno.h>
#include <math.h>
#include <string.h>

/* Further rows are only in nodes.csv. */
enum { ROWS_MOST = 1000, NUMBER_MAX = 64 };

enum { DOUBTS_MOST = 20 };

static const char style[] =
    ":root{color-scheme:light dark;--paper:#fff;--ink:#1f2328;--soft:#57606a;--rule:#d0d7de;"
    "--slow:#a02018;--fast:#2a6a34}"
    "@media(prefers-color-scheme:dark){:root{--paper:#14171a;--ink:#e6e8ea;--soft:#a8b0b8;"
    "--rule:#3a4148;--slow:#ff8f84;--fast:#7cc98a}}"
    "body{font:1rem/1.5 system-ui,'Segoe UI',Arial,sans-serif;max-width:84rem;margin:0 auto;"
    "padding:1.25rem clamp(.75rem,3vw,2rem) 4rem;color:var(--ink);background:var(--paper);"
    "overflow-wrap:break-word}p,li{max-width:62rem}h1{font-size:1.6rem}"
    "h2{margin-top:2.25rem;padding-top:.9rem;border-top:1px solid var(--rule);font-size:1.3rem}"
    "h3{margin:1.25rem 0 .25rem;font-size:1rem}.method{color:var(--soft);font-size:.9rem}"
    ".wide{overflow-x:auto}table{border-collapse:collapse;font-size:.9rem}"
    "td,th{padding:.2rem .6rem;border-bottom:1px solid var(--rule);text-align:left;"
    "white-space:nowrap}td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}"
    "td:last-child:not(.n){white-space:normal;min-width:14rem}"
    ".slow{color:var(--slow);font-weight:bold}.fast{color:var(--fast);font-weight:bold}"
    ".unclear{font-style:italic}.panels{display:flex;flex-wrap:wrap;gap:.5rem}"
    ".panels svg{width:300px;max-width:100%;height:auto}.key{width:.7em;height:.7em}"
    "@media print{:root{--paper:#fff;--ink:#000}.wide{overflow:visible}svg{break-inside:avoid}}";

static const char *ratio_text(const struct class_speed *of, char text[NUMBER_MAX])
{
    if (of->points)
        snprintf(text, NUMBER_MAX, "%.3f", of->ratio.value);
    else
        snprintf(text, NUMBER_MAX, "-");
    return text;
}

static const char *interval_text(const struct class_speed *of, char text[NUMBER_MAX])
{
    snprintf(text, NUMBER_MAX, "%.3f to %.3f", of->ratio.low, of->ratio.high);
    return text;
}

static const char *style_of(const struct class_speed *of)
{
    if (is_off(of))
        return of->speed.verdict == VERDICT_SLOWER ? "n slow" : "n fast";
    return is_doubtful(of) ? "n unclear" : "n";
}

static void put_outlier(FILE *out, const struct fleet *fleet, const struct member *member)
{
    char ratio[NUMBER_MAX], interval[NUMBER_MAX], all[NUMBER_MAX], points[NUMBER_MAX];
    char reason[REASON_MAX];
    const struct class_speed *worst = &member->class[member->worst];
    snprintf(points, sizeof points, "%d", worst->points);
    member_reason(fleet, member, reason);
    quote_form(out,
               "<tr><td>%</td><td>%</td><td>%</td><td class='%'>%</td><td>%</td><td "
               "class='n'>%</td><td class='n'>%</td><td>%</td></tr>\n",
               member->node, member->target, fleet->classes[member->worst], style_of(worst),
               ratio_text(worst, ratio), interval_text(worst, interval), points,
               ratio_text(&member->class[ALL_CLASSES], all),
               *reason ? reason : "the data has none");
}

static bool is_outlier(const struct member *member)
{
    return member->worst != NO_CLASS;
}

static bool is_slow(const struct member *member)
{
    return is_outlier(member) && is_much_slower(&member->class[member->worst].speed);
}

static bool is_inconclusive(const struct member *member)
{
    return member->doubt != NO_CLASS;
}

static int count_members(const struct fleet *fleet, bool (*which)(const struct member *member))
{
    int count = 0;
    for (int i = 0; i < fleet->member_count; i++)
        count += which(&fleet->members[i]);
    return count;
}

/* The result of the page in one sentence. */
static void put_answer(FILE *out, const struct fleet *fleet)
{
    const int slow = count_members(fleet, is_slow), off = count_members(fleet, is_outlier),
              unclear = count_members(fleet, is_inconclusive);
    fprintf(out,
            "<p>Compared with others of their kind, %d target%s slower, and %d %s faster, by more "
            "than %.3g %%",
            slow, slow == 1 ? " is" : "s are", off - slow, off - slow == 1 ? "is" : "are",
            100 * fleet->threshold);
    if (unclear)
        fprintf(out, "; %d %s inconclusive", unclear, unclear == 1 ? "is" : "are");
    fputs(".</p>\n", out);
}

/* Nodes whose results are incomplete, changed or copied. */
static void put_doubted(FILE *out, const struct roll *roll)
{
    char doubt[ROLL_TEXT_MAX];
    int count = 0;
    for (int i = 0; i < roll->count; i++) {
        if (!*roll_doubt(roll, i, NULL, doubt))
            continue;
        if (count++ == 0)
            fputs("<h2>Nodes whose results are incomplete or doubtful</h2>\n<ul>\n", out);
        if (count <= ROWS_MOST)
            quote_form(out, "<li><b>%</b>: %</li>\n", roll->of[i].name, doubt);
    }
    if (count)
        fprintf(out,
                "</ul>\n<p>%d of %d nodes. Points that are missing say nothing of the node; "
                "copied ones say it of another.</p>\n",
                count, roll->count);
}

static void put_outliers(FILE *out, const struct fleet *fleet)
{
    const int count = count_members(fleet, is_outlier);
    fputs("<h2>Nodes that are off</h2>\n", out);
    if (count == 0) {
        fputs("<p>None.</p>\n", out);
        return;
    }
    fputs("<div class='wide'><table><tr><th>node</th><th>target</th><th>class</th>"
          "<th class='n'>speed / kind's</th><th>interval</th><th class='n'>points</th>"
          "<th class='n'>all classes</th><th>likely reason</th></tr>\n",
          out);
    for (int i = 0; i < count && i < ROWS_MOST; i++)
        put_outlier(out, fleet, &fleet->members[i]);
    fputs("</table></div>\n", out);
    if (count > ROWS_MOST)
        fprintf(out, "<p>%d of %d; nodes.csv has all.</p>\n", ROWS_MOST, count);
}

/* The reason why a class is not off although its ratio is beyond the threshold. */
static void put_doubt(FILE *out, const struct fleet *fleet, const struct class_speed *of)
{
    char number[NUMBER_MAX];
    const bool below = of->ratio.value < 1;
    const struct margin margin = {.threshold = fleet->threshold, .drift = 1};
    if (compare_ratio(of->ratio, margin).beyond)
        snprintf(number, sizeof number, "others vary: %.3f may be chance",
                 exp(below ? -of->chance : of->chance));
    else
        snprintf(number, sizeof number, "the interval %s %.3f",
                 below ? "goes up to" : "goes down to", below ? of->ratio.high : of->ratio.low);
    quote_html(out, number);
}

static void put_inconclusive_member(FILE *out, const struct fleet *fleet,
                                    const struct member *member)
{
    char ratio[NUMBER_MAX], points[NUMBER_MAX];
    const struct class_speed *of = &member->class[member->doubt];
    snprintf(points, sizeof points, "%d", of->points);
    quote_form(
        out, "<tr><td>%</td><td>%</td><td>%</td><td class='n'>%</td><td class='n'>%</td><td>",
        member->node, member->target, fleet->classes[member->doubt], ratio_text(of, ratio), points);
    put_doubt(out, fleet, of);
    fputs("</td></tr>\n", out);
}

/* Inconclusive members come after the outliers. */
static void put_inconclusive(FILE *out, const struct fleet *fleet)
{
    const int first = count_members(fleet, is_outlier),
              count = count_members(fleet, is_inconclusive);
    if (count == 0)
        return;
    fprintf(out,
            "<h3>Inconclusive: %d</h3>\n<p>In the median of a class they are more than %.3g %% "
            "from their kind, but the interval is too wide. More points, or quieter nodes, would "
            "decide.</p>\n"
            "<div class='wide'><table><tr><th>node</th><th>target</th><th>class</th>"
            "<th class='n'>speed / kind's</th><th class='n'>points</th><th>doubt</th></tr>\n",
            count, 100 * fleet->threshold);
    for (int i = first; i < first + count && i < first + DOUBTS_MOST; i++)
        put_inconclusive_member(out, fleet, &fleet->members[i]);
    fputs("</table></div>\n", out);
    if (count > DOUBTS_MOST)
        fprintf(out, "<p>The %d that are farthest from 1; nodes.csv has all.</p>\n", DOUBTS_MOST);
}

static void put_method(FILE *out, const struct fleet *fleet)
{
    fprintf(
        out,
        "<p class='method'>Each target of a node is compared with those of its kind, the same "
        "model. A class is a family of patterns. A ratio is the median, over the points of a "
        "class, of its speed over the "
        "median speed of the kind; below 1 it is slower. The interval is that of the median, "
        "from order statistics, wide enough for a thousand nodes at once; of fewer than 20 "
        "points it spans all of them. It is at least as wide as chance explains: 4.4 standard "
        "deviations of the others, from the median absolute deviation; with few members, at "
        "least what single points vary by. A node is off if the whole interval is more than "
        "%.3g %% from 1. A likely reason is a mark or setting that most of its kind lack.</p>\n",
        100 * fleet->threshold);
}

static void put_legend(FILE *out, const struct fleet *fleet)
{
    fputs("<p>", out);
    for (int k = 0; k < fleet->kind_count; k++)
        quote_form(out,
                   "<svg class='key' aria-hidden='true'><path fill=\"%\" d='M0 0h99v99H0z'/></svg> "
                   "%&nbsp; ",
                   band_colour(k), fleet->kinds[k]);
    fputs("</p>\n<p>Billions of accesses a second over the parameter. Line: the median of a "
          "kind's members; band: from their lowest tenth to their highest.</p>\n",
          out);
}

static void put_figures(FILE *out, const struct fleet *fleet, const char *report_dir,
                        const char *(*question)(const char *))
{
    fputs("<h2>Studies</h2>\n", out);
    if (!report_dir) {
        fputs("<p>gnuplot has drawn no figures.</p>\n", out);
        return;
    }
    put_legend(out, fleet);
    for (int p = 0; p < fleet->count; p++) {
        const char *study = fleet->points[p]->study;
        bool seen = false;
        for (int q = 0; q < p && !seen; q++)
            seen = fleet->points[q]->study == study;
        if (seen)
            continue;
        const char *asked = question ? question(study) : NULL;
        quote_form(out, "<h3>%</h3>\n<p>%</p>\n", study, asked ? asked : "");
        bands_inline(out, fleet, study, report_dir);
    }
}

static void put_member(FILE *out, const struct fleet *fleet, const struct member *member)
{
    char number[NUMBER_MAX];
    quote_form(out, "<tr><td>%</td><td>%</td>", member->node, member->target);
    for (int c = 0; c < fleet->class_count; c++) {
        const struct class_speed *of = &member->class[c];
        quote_form(out, "<td class='%'", style_of(of));
        if (of->points)
            quote_form(out, " title='%'", interval_text(of, number));
        quote_form(out, ">%</td>", ratio_text(of, number));
    }
    fputs("</tr>\n", out);
}

static void put_members(FILE *out, const struct fleet *fleet)
{
    fputs("<h2>All nodes</h2>\n<p>Speed over that of the kind: the median over the points of each "
          "class; the interval shows under the pointer, and is in nodes.csv. Bold: off; italic: "
          "inconclusive.</p>\n"
          "<div class='wide'><table><tr><th>node</th><th>target</th>",
          out);
    for (int c = 0; c < fleet->class_count; c++)
        quote_form(out, "<th class='n'>%</th>", fleet->classes[c]);
    fputs("</tr>\n", out);
    for (int i = 0; i < fleet->member_count && i < ROWS_MOST; i++)
        put_member(out, fleet, &fleet->members[i]);
    fputs("</table></div>\n", out);
    if (fleet->member_count > ROWS_MOST)
        fprintf(out, "<p>%d of %d; nodes.csv has all.</p>\n", ROWS_MOST, fleet->member_count);
}

static void put_kinds(FILE *out, const struct fleet *fleet)
{
    fputs("<ul>\n", out);
    for (int k = 0; k < fleet->kind_count; k++) {
        char count[NUMBER_MAX];
        int members = 0, judged = 0;
        for (int i = 0; i < fleet->member_count; i++)
            if (fleet->members[i].kind == fleet->kinds[k]) {
                members++;
                judged += member_judged(&fleet->members[i]);
            }
        snprintf(count, sizeof count, "%d", members);
        quote_form(out, "<li>% &times; %%</li>\n", count, fleet->kinds[k],
                   judged ? "" : ": not judged, since fewer than three nodes have no outlier");
    }
    fputs("</ul>\n", out);
}

/* The figures in `report_dir` become part of the page; NULL: there are none. */
static void write_page(FILE *out, const struct fleet *fleet, const char *report_dir,
                       const char *(*question)(const char *study))
{
    fprintf(out,
            "<!DOCTYPE html>\n<html lang='en'><head><meta charset='utf-8'>"
            "<meta name='viewport' content='width=device-width'><title>warpline: %d "
            "nodes</title>\n<style>%s\n",
            fleet->roll.count, style);
    inline_svg_rules(out);
    fprintf(out, "</style></head><body>\n<h1>%d nodes, %d targets</h1>\n", fleet->roll.count,
            fleet->member_count);
    put_kinds(out, fleet);
    quote_form(out, "<p class='method'>Measured by warpline %, commit %.</p>\n",
               fleet->roll.program[0], fleet->roll.program[1]);
    put_answer(out, fleet);
    put_doubted(out, &fleet->roll);
    put_outliers(out, fleet);
    put_inconclusive(out, fleet);
    put_method(out, fleet);
    put_figures(out, fleet, report_dir, question);
    put_members(out, fleet);
    fputs("</body></html>\n", out);
}

static void put_speed(FILE *out, const struct fleet *fleet, const struct member *member, int class,
                      const char *reason)
{
    const struct class_speed *of = &member->class[class];
    char kind[NODE_NAME_MAX];
    if (of->points == 0)
        return;
    node_name(kind, member->kind); /* the header's text, as a field */
    fprintf(out, "%s,%s,%s,%s,%d,%.6g,%.6g,%.6g,%s,%s,", member->node, member->target, kind,
            fleet->classes[class], of->points, of->ratio.value, of->ratio.low, of->ratio.high,
            verdict_word(of->speed.verdict), is_off(of) ? "yes" : "no");
    for (const char *c = *reason ? reason : "-"; *c; c++)
        fputc(*c == ',' || *c == '"' ? ' ' : *c, out);
    fputc('\n', out);
}

static void write_nodes(FILE *out, const struct fleet *fleet)
{
    char reason[REASON_MAX];
    fputs("# ratio: median over the points of a class of the speed over the kind's median speed\n"
          "node,target,kind,class,points,ratio,ratio_low,ratio_high,verdict,beyond_threshold,"
          "reason\n",
          out);
    for (int i = 0; i < fleet->member_count; i++) {
        const struct member *member = &fleet->members[i];
        reason[0] = '\0';
        if (is_outlier(member))
            member_reason(fleet, member, reason);
        for (int c = 0; c < fleet->class_count; c++)
            put_speed(out, fleet, member, c, reason);
    }
}

static int read_all(struct fleet *fleet, const struct sets *sets,
                    struct fleet_report_outcome *outcome)
{
    int code = sets_distinct(sets, outcome->problem, sizeof outcome->problem);
    for (int i = 0; i < sets->count && !code; i++)
        code = fleet_add(fleet, sets->folder[i], outcome->problem, sizeof outcome->problem);
    if (!code && fleet->member_count == 0) {
        snprintf(outcome->problem, sizeof outcome->problem,
                 "%s/results.csv: there are no points in it yet", sets->folder[0]);
        code = -ENODATA;
    }
    roll_end(&fleet->roll);
    if (!code)
        fleet_judge(fleet);
    return code;
}

/* nodes.csv first, then the figures, then the page. FLEET_NO_FIGURES if gnuplot fails. */
static int write_all(const struct fleet *fleet, const struct fleet_report_options *options,
                     struct fleet_report_outcome *outcome)
{
    char report[PATH_MAX], path[PATH_MAX], *problem = outcome->problem;
    const size_t size = sizeof outcome->problem;
    struct whole_file file;
    int code = folder_make_in(options->folder, "report/data", path, problem, size);
    snprintf(report, sizeof report, "%.*s/report", PATH_MAX - 16, options->folder);
    snprintf(outcome->page, sizeof outcome->page, "%.*s/index.html", PATH_MAX - 16, report);
    snprintf(path, sizeof path, "%.*s/nodes.csv", PATH_MAX - 16, report);
    if (code || (code = whole_file_open(&file, path, problem, size)))
        return code;
    write_nodes(file.out, fleet);
    code = whole_file_close(&file, problem, size);
    snprintf(path, sizeof path, "%.*s/gnuplot", PATH_MAX - 16, options->plots_dir);
    if (code || (code = bands_write(fleet, report, path, problem, size)))
        return code;
    const int without = figure_run(report, "bands", problem, size) ? FLEET_NO_FIGURES : 0;
    code = whole_file_open(&file, outcome->page, problem, size);
    if (code)
        return code;
    write_page(file.out, fleet, without ? NULL : report, options->question);
    code = whole_file_close(&file, problem, size);
    return code ? code : without;
}

int fleet_report_write(const struct sets *sets, const struct fleet_report_options *options,
                       struct fleet_report_outcome *outcome)
{
    struct fleet fleet = {.threshold = options->threshold,
                          .class_of = options->class_of,
                          .axis_of = options->axis_of};
    *outcome = (struct fleet_report_outcome){.members = 0};
    int code = read_all(&fleet, sets, outcome);
    if (!code)
        code = write_all(&fleet, options, outcome);
    outcome->members = fleet.member_count;
    outcome->contradicted = fleet.contradicted;
    outcome->off = count_members(&fleet, is_outlier);
    outcome->inconclusive = count_members(&fleet, is_inconclusive);
    for (int i = 0; i < fleet.member_count; i++)
        outcome->without_times += member_without_times(&fleet, &fleet.members[i]);
    outcome->not_judged =
        fleet.member_count - count_members(&fleet, member_judged) - outcome->without_times;
    outcome->roll = fleet.roll;
    fleet.roll = (struct roll){0};
    fleet_free(&fleet);
    return code;
}
