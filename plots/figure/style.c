#include "plots/figure/style.h"
#include "plots/figure/telling.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What one panel holds without becoming a thicket. */
enum { SERIES_MOST = 4 };

static const char *const colours[HUES][SHADES] = {
    {"#0072b2", "#00304f", "#4a5fd0", "#3d97d1"},
    {"#c44900", "#6b2400", "#9c5a00", "#e8701a"},
    {"#882255", "#4a0d2e", "#a8328f", "#c4589b"},
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

bool style_has_kind(const struct chart *chart, bool gpu)
{
    for (int i = 0; i < chart->series_count; i++)
        if (is_gpu(chart, i) == gpu)
            return true;
    return false;
}

static bool has_both_kinds(const struct chart *chart)
{
    return style_has_kind(chart, false) && style_has_kind(chart, true);
}

static int group_of(const struct chart *chart, int series)
{
    return telling_group(chart->telling->shown->groups, pattern_of(chart, series));
}

/* Whether no series before it has its pattern. */
static bool is_first(const struct chart *chart, int series)
{
    for (int i = 0; i < series; i++)
        if (strcmp(pattern_of(chart, i), pattern_of(chart, series)) == 0)
            return false;
    return true;
}

/* How many patterns come before that of `series` by name, of its group alone where `within`. */
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
    for (int i = 1; i < chart->series_count; i++)
        if (strcmp(pattern_of(chart, 0), pattern_of(chart, i)) != 0)
            return false;
    return true;
}

/* Of the run's own targets. */
static bool is_thicket(const struct chart *chart)
{
    for (int i = 0; i < chart->series_count; i++) {
        int count = 0;
        for (int j = 0; j < chart->series_count; j++)
            count += chart->series[j].told && group_of(chart, j) == group_of(chart, i);
        if (count > SERIES_MOST)
            return true;
    }
    return false;
}

enum split style_split(const struct chart *chart)
{
    const struct presentation *shown = chart->telling->shown;
    if (chart_varying(chart).parameter)
        return SPLIT_PARAMETER;
    if (!shown->together && has_both_kinds(chart) && (shown->apart || is_thicket(chart)))
        return SPLIT_KIND;
    return SPLIT_NOTHING;
}

static int hue_of(const struct row *point)
{
    if (!point->gpu)
        return 0;
    const int number = atoi(point->target + 3);
    return number == 0 ? 1 : number == 1 ? 2 : 3;
}

static int side_of(enum split split, const struct chart *chart, int series)
{
    if (split == SPLIT_KIND)
        return is_gpu(chart, series);
    if (split == SPLIT_PARAMETER)
        return strcmp(first_point(chart, series)->parameter, chart->parameter) != 0;
    return ALL_SIDES;
}

/* Where a panel's title, or the chart, says whose the series are, the pattern says all. */
static void write_words(struct style *style, enum split split, const struct chart *chart,
                        int series)
{
    const struct series *of = &chart->series[series];
    const struct row *point = of->points[0];
    const char *name = point->from->name;
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

static bool looks_same(const struct style *a, const struct style *b)
{
    return a->hue == b->hue && a->shade == b->shade && a->marker == b->marker &&
           a->beside == b->beside;
}

/* Series of the same words share an entry, with a swatch of each look. */
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
    for (int i = 0; i < chart->series_count; i++) {
        styles[i] = (struct style){
            .hue = hue_of(first_point(chart, i)),
            .shade = rank_of(chart, i, true) % SHADES,
            .marker = rank_of(chart, i, false),
            .dash = rank_of(chart, i, true),
            .beside = !chart->series[i].told,
            .side = side_of(split, chart, i),
            .group = group_of(chart, i),
        };
        write_words(&styles[i], split, chart, i);
        find_entry(styles, i);
    }
}
