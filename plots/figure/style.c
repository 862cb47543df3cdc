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
    {"#222222", "#000000", "#666666", "#888888"},
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

static int side_of(enum split split, const struct chart *chart, int series)
{
    if (split == SPLIT_KIND)
        return is_gpu(chart, series);
    if (split == SPLIT_PARAMETER)
        return strcmp(first_point(chart, series)->parameter, chart->parameter) != 0;
    return ALL_SIDES;
}

static bool share_side(const struct chart *chart, enum split split, int a, int b)
{
    return side_of(split, chart, a) == side_of(split, chart, b);
}

static bool share_machine(const struct chart *chart, int a, int b)
{
    return first_point(chart, a)->from == first_point(chart, b)->from;
}

/* One target a column: a page puts columns under each other where there is little room. */
enum split style_split(const struct chart *chart)
{
    if (has_both_kinds(chart))
        return SPLIT_KIND;
    return chart_varying(chart).parameter ? SPLIT_PARAMETER : SPLIT_NOTHING;
}

/* The number of machines before this one in its column: of those that have its kind of target if
 * columns are kinds. */
static int machine_of(const struct chart *chart, enum split split, int series)
{
    int rank = 0;
    for (int i = 0; i < chart->series_count; i++) {
        bool counts = first_point(chart, i)->from < first_point(chart, series)->from &&
                      (split != SPLIT_KIND || share_side(chart, split, i, series));
        for (int j = 0; j < i && counts; j++)
            counts = !share_machine(chart, i, j) ||
                     (split == SPLIT_KIND && !share_side(chart, split, i, j));
        rank += counts;
    }
    return rank;
}

/* The machines that the fullest column has. */
static int machines_of(const struct chart *chart, enum split split)
{
    int most = 1;
    for (int i = 0; i < chart->series_count; i++) {
        const int count = 1 + machine_of(chart, split, i);
        most = count > most ? count : most;
    }
    return most;
}

/* The series that share a panel with this one, if it holds all of its group (`pattern` NULL) or
 * that pattern alone. */
static int count_with(const struct chart *chart, enum split split, int series, const char *pattern)
{
    int count = 0;
    for (int i = 0; i < chart->series_count; i++)
        count += share_machine(chart, i, series) && share_side(chart, split, i, series) &&
                 (pattern ? strcmp(pattern_of(chart, i), pattern) == 0
                          : group_of(chart, i) == group_of(chart, series));
    return count;
}

/* The number of patterns that share a panel: all of a group, or fewer if those are too many. */
static int patterns_a_panel(const struct chart *chart, enum split split)
{
    int most = 1;
    bool thicket = false;
    for (int i = 0; i < chart->series_count; i++) {
        const int of_one = count_with(chart, split, i, pattern_of(chart, i));
        most = of_one > most ? of_one : most;
        thicket |= count_with(chart, split, i, NULL) > SERIES_MOST;
    }
    return !thicket ? INT_MAX : most > SERIES_MOST ? 1 : SERIES_MOST / most;
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

/* Of two parameters in one column, each has panels: 0 or 1. */
static int parameter_of(enum split split, const struct chart *chart, int series)
{
    return split == SPLIT_KIND &&
           strcmp(first_point(chart, series)->parameter, chart->parameter) != 0;
}

static int hue_of(const struct row *point)
{
    if (!point->gpu)
        return 0;
    const int number = atoi(point->target + 3);
    return number == 0 ? 1 : number == 1 ? 2 : 3;
}

/* Whether its panel has series of more than one target. */
static bool has_others(const struct chart *chart, enum split split, int series)
{
    for (int i = 0; i < chart->series_count; i++)
        if (share_machine(chart, i, series) && share_side(chart, split, i, series) &&
            strcmp(first_point(chart, i)->target, first_point(chart, series)->target) != 0)
            return true;
    return false;
}

/* "stride", "gpu1" or "stride on gpu1": what tells a series from the others of its panel, whose
 * title names the machine. */
static void write_label(struct style *style, enum split split, const struct chart *chart,
                        int series)
{
    const bool others = has_others(chart, split, series);
    const bool patterns = !others || chart_varying(chart).pattern;
    snprintf(style->label, sizeof style->label, "%s%s%s", patterns ? pattern_of(chart, series) : "",
             patterns && others ? " on " : "", others ? first_point(chart, series)->target : "");
}

void style_series(struct style *styles, enum split split, const struct chart *chart)
{
    const int patterns = patterns_a_panel(chart, split), machines = machines_of(chart, split);
    const int parameters = 1 + chart_varying(chart).parameter;
    for (int i = 0; i < chart->series_count; i++) {
        styles[i] = (struct style){
            .hue = hue_of(first_point(chart, i)),
            .shade = rank_of(chart, i, true) % patterns % SHADES,
            .marker = rank_of(chart, i, false),
            .machine = machine_of(chart, SPLIT_NOTHING, i),
            .side = side_of(split, chart, i),
            .group =
                (panel_group(chart, i, patterns) * parameters + parameter_of(split, chart, i)) *
                    machines +
                machine_of(chart, split, i),
        };
        write_label(&styles[i], split, chart, i);
    }
}
