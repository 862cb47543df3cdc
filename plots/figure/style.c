#include "plots/figure/style.h"
#include "plots/figure/telling.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* More series than this in one panel cannot be distinguished. */
enum { SERIES_MOST = 4 };

static const char *const colours[HUES][SHADES] = {
    {"#0072b2", "#345061", "#2710f6", "#0f5add"},
    {"#c44900", "#782c35", "#b3433c", "#712712"},
    {"#882255", "#b43c86", "#7b1b84", "#e06395"},
    {"#333333", "#000000", "#666666", "#888888"},
};

const char *style_colour(int hue, int shade)
{
    return colours[hue % HUES][shade % SHADES];
}

static const struct row *first_point(const struct chart *chart, int series)
{
    return chart->series[series].points[0];
}

static const char *pattern_of(const struct chart *chart, int series)
{
    return first_point(chart, series)->pattern;
}

static bool is_gpu(const struct chart *chart, int series)
{
    return first_point(chart, series)->gpu;
}

static bool has_both_kinds(const struct chart *chart)
{
    for (int i = 1; i < chart->series_count; i++)
        if (is_gpu(chart, i) != is_gpu(chart, 0))
            return true;
    return false;
}

static int group_of(const struct chart *chart, int series)
{
    return telling_group(chart->telling->shown->groups, pattern_of(chart, series));
}

/* Whether no earlier series has its pattern. */
static bool is_first(const struct chart *chart, int series)
{
    for (int i = 0; i < series; i++)
        if (strcmp(pattern_of(chart, i), pattern_of(chart, series)) == 0)
            return false;
    return true;
}

/* The number of patterns before that of `series` by name, only in its group if `within`. */
static int rank_of(const struct chart *chart, int series, bool within)
{
    int rank = 0;
    for (int i = 0; i < chart->series_count; i++)
        rank += is_first(chart, i) && strcmp(pattern_of(chart, i), pattern_of(chart, series)) < 0 &&
                (!within || group_of(chart, i) == group_of(chart, series));
    return rank;
}

static bool has_one_pattern(const struct chart *chart)
{
    return !chart_varying(chart).pattern;
}

static int side_of(enum split split, const struct chart *chart, int series)
{
    if (split == SPLIT_KIND)
        return is_gpu(chart, series);
    if (split == SPLIT_PARAMETER)
        return strcmp(first_point(chart, series)->parameter, chart->parameter) != 0;
    return ALL_SIDES;
}

/* Whether more than one machine has some kind of target. */
static bool has_beside(const struct chart *chart)
{
    for (int i = 0; i < chart->series_count; i++)
        if (!chart->series[i].told)
            return true;
    return false;
}

/* Whether any panel would hold more series than can be distinguished. */
static bool is_thicket(const struct chart *chart, enum split split)
{
    for (int i = 0; i < chart->series_count; i++) {
        int count = 0;
        for (int j = 0; j < chart->series_count; j++)
            count += group_of(chart, j) == group_of(chart, i) &&
                     side_of(split, chart, j) == side_of(split, chart, i);
        if (count > SERIES_MOST)
            return true;
    }
    return false;
}

/* One target a column: a page puts columns under each other where there is little room. */
enum split style_split(const struct chart *chart)
{
    if (chart_varying(chart).parameter)
        return SPLIT_PARAMETER;
    if (has_both_kinds(chart))
        return SPLIT_KIND;
    return SPLIT_NOTHING;
}

/* The number of machines before this one that have its kind of target. With `beside`, the described
 * machine, which may have no point here, is not counted. */
static int machine_of(const struct chart *chart, int series, bool beside)
{
    const struct row *own = first_point(chart, series);
    int rank = 0;
    for (int i = 0; i < chart->series_count; i++) {
        const struct row *point = first_point(chart, i);
        bool again = false;
        for (int j = 0; j < i; j++)
            again |= first_point(chart, j)->from == point->from && is_gpu(chart, j) == point->gpu;
        rank += !again && point->gpu == own->gpu && point->from < own->from &&
                !(beside && chart->series[i].told);
    }
    return rank;
}

/* The most series that a panel would hold of one pattern. */
static int most_of_one_pattern(const struct chart *chart, enum split split)
{
    int most = 1;
    for (int i = 0; i < chart->series_count; i++) {
        int count = 0;
        for (int j = 0; j < chart->series_count; j++)
            count += strcmp(pattern_of(chart, j), pattern_of(chart, i)) == 0 &&
                     side_of(split, chart, j) == side_of(split, chart, i);
        most = count > most ? count : most;
    }
    return most;
}

/* The number of patterns that share a panel. With one machine, the study's groups remain. */
static int patterns_a_panel(const struct chart *chart, enum split split)
{
    const int most = SERIES_MOST / most_of_one_pattern(chart, split);
    return !has_beside(chart) || !is_thicket(chart, split) ? INT_MAX : most < 1 ? 1 : most;
}

/* The panels that earlier groups take, plus those that earlier patterns of this group take. */
static int panel_group(const struct chart *chart, int series, int patterns)
{
    int panels = rank_of(chart, series, true) / patterns;
    for (int group = 0; group < group_of(chart, series); group++) {
        int count = 0;
        for (int i = 0; i < chart->series_count; i++)
            count += is_first(chart, i) && group_of(chart, i) == group;
        panels += patterns == INT_MAX ? 1 : (count + patterns - 1) / patterns;
    }
    return panels;
}

/* The patterns of a panel get shades in turn, machine by machine. */
static int shade_of(const struct chart *chart, int series, int patterns)
{
    const int rank = rank_of(chart, series, true), machine = machine_of(chart, series, false);
    int here = 0;
    for (int i = 0; i < chart->series_count; i++)
        here += is_first(chart, i) && group_of(chart, i) == group_of(chart, series);
    here = here < patterns ? here : patterns;
    return rank % patterns + machine * here;
}

static int hue_of(const struct row *point)
{
    if (!point->gpu)
        return 0;
    const int number = atoi(point->target + 3);
    return number == 0 ? 1 : number == 1 ? 2 : 3;
}

/* If a panel's title, or the chart, names the target, the pattern alone is enough. */
static void write_words(struct style *style, enum split split, const struct chart *chart,
                        int series)
{
    const struct series *of = &chart->series[series];
    const struct row *point = of->points[0];
    const char *name = machine_name(point);
    const bool kinds = split == SPLIT_KIND || (!has_both_kinds(chart) && !has_one_pattern(chart));
    snprintf(style->legend, sizeof style->legend, "%s",
             kinds                      ? point->pattern
             : split == SPLIT_PARAMETER ? of->target_label
                                        : of->label);
    if (kinds)
        snprintf(style->label, sizeof style->label, "%s", style->beside ? "" : point->pattern);
    else
        snprintf(style->label, sizeof style->label, "%s%s%s%s%s",
                 has_one_pattern(chart) ? "" : point->pattern, has_one_pattern(chart) ? "" : " on ",
                 name ? name : "", name ? " " : "", point->target);
}

/* With several machines, each has its name, and panels or hues show the kind of target. */
static void write_names(struct style *style, const struct chart *chart, int series)
{
    const struct row *point = first_point(chart, series);
    snprintf(style->legend, sizeof style->legend, "%s%s%.60s",
             has_one_pattern(chart) ? "" : point->pattern, has_one_pattern(chart) ? "" : ", ",
             machine_name(point));
    snprintf(style->label, sizeof style->label, "%.100s", style->legend);
}

static bool looks_same(const struct style *a, const struct style *b)
{
    return a->hue == b->hue && a->shade == b->shade && a->marker == b->marker &&
           a->beside == b->beside;
}

/* Series with the same words share a legend entry, with one swatch per look. */
static void find_entry(struct style *styles, int series)
{
    struct style *style = &styles[series];
    style->entry = series;
    for (int i = series - 1; i >= 0; i--) {
        if (strcmp(styles[i].legend, style->legend) != 0)
            continue;
        style->entry = styles[i].entry;
        if (styles[i].swatch >= style->swatch)
            style->swatch = styles[i].swatch + 1;
    }
    for (int i = 0; i < series; i++)
        if (styles[i].entry == style->entry && looks_same(&styles[i], style))
            style->swatch = -1;
}

void style_series(struct style *styles, enum split split, const struct chart *chart)
{
    const int patterns = patterns_a_panel(chart, split);
    const bool kinds_apart =
        split == SPLIT_PARAMETER && has_beside(chart) && is_thicket(chart, split);
    for (int i = 0; i < chart->series_count; i++) {
        const bool beside = !chart->series[i].told;
        styles[i] = (struct style){
            .hue = hue_of(first_point(chart, i)),
            .shade = shade_of(chart, i, patterns) % SHADES,
            .marker = beside ? machine_of(chart, i, true) : rank_of(chart, i, false),
            .beside = beside,
            .side = side_of(split, chart, i),
            .group = kinds_apart ? 2 * panel_group(chart, i, patterns) + is_gpu(chart, i)
                                 : panel_group(chart, i, patterns),
        };
        if (chart->by_name)
            write_names(&styles[i], chart, i);
        else
            write_words(&styles[i], split, chart, i);
        find_entry(styles, i);
    }
}
