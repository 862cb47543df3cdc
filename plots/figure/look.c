#include "plots/figure/look.h"

#include "study/base/message.h"
#include "study/base/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool look_shows(const struct look *look, int panel, int series)
{
    const struct panel *of = &look->panels[panel];
    const struct style *style = &look->styles[series];
    return (of->side == ALL_SIDES || style->side == of->side) && style->group == of->group;
}

/* Whether the panel above in its column has the same title, which then need not be repeated. */
static bool is_titled(const struct look *look, const struct panel *panel)
{
    const char *last = "";
    for (const struct panel *other = look->panels; other < panel; other++)
        if (other->column == panel->column && other->title[0])
            last = other->title;
    return strcmp(last, panel->title) == 0;
}

/* The text above a panel: "cpu: Intel(R) ..."; "alder: Intel(R) ..." if there are several. */
static void write_owners(const struct look *look, struct panel *panel, const struct chart *chart)
{
    const struct row *last = NULL;
    for (int i = 0; i < chart->series_count; i++) {
        const struct row *point = chart->series[i].points[0];
        const char *name = machine_name(point);
        const char *title = table_header_value(&point->from->table, point->target);
        char owner[200];
        if (!look_shows(look, (int)(panel - look->panels), i) || (last && same_target(last, point)))
            continue;
        snprintf(owner, sizeof owner, "%.60s%s: %s", name && !last ? name : point->target,
                 name && !last && !chart->by_name ? " (recorded)" : "", title ? title : "?");
        text_add(panel->title, sizeof panel->title, "%s%s", last ? ";  " : "", owner);
        last = point;
    }
    if (is_titled(look, panel))
        panel->title[0] = '\0';
}

static bool has_pattern(const struct look *look, const struct chart *chart, int panel, int before,
                        const char *pattern)
{
    for (int i = 0; i < before; i++)
        if (look_shows(look, panel, i) && strcmp(chart->series[i].points[0]->pattern, pattern) == 0)
            return true;
    return false;
}

/* The patterns of a panel, if a panel of its target lacks one of them. */
static void write_patterns(const struct look *look, struct panel *panel, const struct chart *chart)
{
    const int number = (int)(panel - look->panels);
    bool differs = false;
    for (int i = 0; i < chart->series_count; i++) {
        const char *pattern = chart->series[i].points[0]->pattern;
        if (!look_shows(look, number, i)) {
            differs |= !has_pattern(look, chart, number, chart->series_count, pattern);
        } else if (!has_pattern(look, chart, number, i, pattern))
            text_add(panel->patterns, sizeof panel->patterns, "%s%s", *panel->patterns ? ", " : "",
                     pattern);
    }
    if (!differs)
        panel->patterns[0] = '\0';
}

static void widen(struct range *range, double value)
{
    if (!isfinite(value))
        return;
    range->low = fmin(range->low, value);
    range->high = fmax(range->high, value);
    if (value > 0)
        range->least = fmin(range->least, value);
}

/* Predictions and interval ends that are far from the points leave the panel, so that the points
 * are not squeezed; the scripts mark where they leave. */
static double within_reach(double value, double measured)
{
    const double reach = 4;
    return isfinite(value) ? fmin(fmax(value, measured / reach), measured * reach) : measured;
}

static void widen_by_point(struct panel *panel, const struct chart *chart, const struct row *point)
{
    const struct quantity *quantity = panel->quantity;
    const double amount = quantity_median(quantity, chart, point);
    if (!isfinite(amount))
        return;
    if (!panel->parameter)
        panel->parameter = point->parameter;
    widen(&panel->across, quantity_place(quantity, chart, point));
    widen(&panel->up, amount);
    widen(&panel->up, within_reach(quantity_predicted(quantity, chart, point), amount));
    widen(&panel->up, within_reach(quantity_end(quantity, chart, point, false), amount));
    widen(&panel->up, within_reach(quantity_end(quantity, chart, point, true), amount));
}

static void measure(const struct look *look, struct panel *panel, const struct chart *chart)
{
    const struct range nothing = {.low = INFINITY, .high = -INFINITY, .least = NAN};
    int number = (int)(panel - look->panels);
    panel->across = panel->up = nothing;
    for (int i = 0; i < chart->series_count; i++)
        for (int p = 0; p < chart->series[i].count && look_shows(look, number, i); p++)
            widen_by_point(panel, chart, chart->series[i].points[p]);
}

static void widen_by_range(struct range *range, const struct range *other)
{
    widen(range, other->low);
    widen(range, other->high);
    widen(range, other->least);
}

static bool share_parameter(const struct panel *a, const struct panel *b)
{
    return !a->parameter || !b->parameter || strcmp(a->parameter, b->parameter) == 0;
}

/* Panels of one kind of target share both axes, so that they can be compared; those of both kinds
 * share the scale of a fraction. */
static void share_ranges(struct look *look)
{
    for (int i = 0; i < look->panel_count; i++)
        for (int j = 0; j < look->panel_count; j++) {
            struct panel *a = &look->panels[i], *b = &look->panels[j];
            const bool alike = a->side == b->side && share_parameter(a, b);
            if (alike)
                widen_by_range(&a->across, &b->across);
            if (a->quantity != b->quantity || !(a->quantity->relative || alike))
                continue;
            widen_by_range(&a->up, &b->up);
            b->up = a->up;
        }
}

static bool is_known_on(const struct look *look, const struct chart *chart,
                        const struct quantity *quantity, int side)
{
    for (int i = 0; i < chart->series_count; i++)
        for (int p = 0; p < chart->series[i].count && look->styles[i].side == side; p++)
            if (isfinite(quantity_median(quantity, chart, chart->series[i].points[p])))
                return true;
    return false;
}

static bool is_known(const struct look *look, const struct chart *chart,
                     const struct quantity *quantity)
{
    if (!quantity || look->split == SPLIT_NOTHING)
        return quantity && quantity_known(quantity, chart);
    return is_known_on(look, chart, quantity, 0) && is_known_on(look, chart, quantity, 1);
}

/* The quantity that all columns show: the one with a roofline, or the first that is known in each.
 * A second one would say the same times a constant. */
static const struct quantity *shown_quantity(const struct look *look, const struct chart *chart)
{
    const struct shown_quantity *panels = chart->telling->shown->panels;
    const struct quantity *found = NULL;
    for (int i = 0; i < PANELS; i++)
        if (is_known(look, chart, panels[i].quantity) && (!found || panels[i].quantity->roofline))
            found = panels[i].quantity;
    return found ? found : &useful_bandwidth;
}

int look_columns(const struct chart *chart, const struct quantity *columns[PANELS])
{
    const struct shown_quantity *panels = chart->telling->shown->panels;
    int count = 0;
    for (int i = 0; i < PANELS; i++)
        if (panels[i].quantity && quantity_known(panels[i].quantity, chart))
            columns[count++] = panels[i].quantity;
    if (count == 0)
        columns[count++] = &useful_bandwidth;
    return count;
}

/* The first series of a panel; -1 if there is none. */
static int first_series(const struct look *look, int panel, const struct chart *chart)
{
    for (int i = 0; i < chart->series_count; i++)
        if (look_shows(look, panel, i))
            return i;
    return -1;
}

static int panels_in(const struct look *look, int column)
{
    int count = 0;
    for (int i = 0; i < look->panel_count; i++)
        count += look->panels[i].column == column;
    return count;
}

/* Whether each of the group's series is a single point, but not each of the chart's: points are no
 * chart. The table has them. */
static bool is_of_points(const struct look *look, const struct chart *chart, int group)
{
    bool any = false, here = false;
    for (int i = 0; i < chart->series_count; i++) {
        const bool line = chart->series[i].count > 1;
        any |= line;
        here |= line && look->styles[i].group == group;
    }
    return any && !here;
}

/* Whether all points of a panel are 1: those of the loops that the others, which it lacks, are
 * divided by. */
static bool is_of_ones(const struct look *look, const struct panel *panel,
                       const struct chart *chart)
{
    bool ones = panel->quantity->relative;
    for (int i = 0; i < chart->series_count && ones; i++)
        for (int p = 0; p < chart->series[i].count; p++) {
            const double amount =
                quantity_median(panel->quantity, chart, chart->series[i].points[p]);
            ones &= !look_shows(look, (int)(panel - look->panels), i) || !isfinite(amount) ||
                    amount == 1;
        }
    return ones;
}

/* Adds a panel to a column, unless no series is in it, none has an amount, or all are 1. */
static void add_panel(struct look *look, const struct chart *chart, const struct panel *as,
                      bool even_empty)
{
    struct panel *panel = &look->panels[look->panel_count];
    *panel = *as;
    const int first = first_series(look, look->panel_count, chart);
    if (first < 0)
        return;
    panel->machine = look->styles[first].machine;
    panel->row = panels_in(look, as->column);
    measure(look, panel, chart);
    if (!even_empty && (panel->up.low > panel->up.high || is_of_ones(look, panel, chart)))
        return;
    look->panel_count++;
    write_owners(look, panel, chart);
    write_patterns(look, panel, chart);
}

/* A panel for each group and side; without sides, two columns of groups. */
static void add_some_panels(struct look *look, const struct chart *chart, bool even_empty)
{
    const bool sides = look->split != SPLIT_NOTHING;
    const struct quantity *quantity = shown_quantity(look, chart);
    for (int group = 0; group < GROUPS_MOST; group++)
        for (int side = 0; side < 1 + sides && !is_of_points(look, chart, group); side++)
            add_panel(look, chart,
                      &(struct panel){.quantity = quantity,
                                      .side = sides ? side : ALL_SIDES,
                                      .group = group,
                                      .column = sides ? side : look->panel_count % PANELS},
                      even_empty);
}

/* Of a target whose copies were all disturbed there is no fraction of copy. */
static void add_panels(struct look *look, const struct chart *chart)
{
    add_some_panels(look, chart, false);
    if (look->panel_count == 0)
        add_some_panels(look, chart, true);
}

static bool is_wide(const struct panel *panel, double factor)
{
    return panel->up.high > factor * panel->up.least;
}

static bool is_up_log(const struct panel *panel, enum up up)
{
    const double wide = 8, doubled = 3;
    switch (up) {
    case UP_LOG:
        return true;
    case UP_LINEAR:
        return false;
    case UP_BY_FACTORS:
        return is_wide(panel, doubled);
    case UP_BY_RANGE_ALWAYS:
        return is_wide(panel, wide);
    default:
        return panel->quantity != &fraction_of_copy && is_wide(panel, wide);
    }
}

/* The study's scale for that quantity; a quantity that the study does not name gets the first
 * one's. */
static enum up up_of(const struct chart *chart, const struct quantity *quantity)
{
    const struct shown_quantity *panels = chart->telling->shown->panels;
    return panels[panels[1].quantity == quantity].up;
}

static bool is_across_log(const struct panel *panel)
{
    const double wide = 30;
    const struct range *across = &panel->across;
    if (panel->axis->scale == ACROSS_BY_RANGE)
        return across->low > 0 && across->high > wide * across->low;
    return panel->axis->scale == ACROSS_LOG;
}

static void choose_scales(struct look *look, const struct chart *chart)
{
    for (int i = 0; i < look->panel_count; i++) {
        struct panel *panel = &look->panels[i];
        const char *parameter = panel->parameter ? panel->parameter : chart->parameter;
        panel->axis = axis_of(chart->telling->shown, parameter);
        panel->across_log = is_across_log(panel);
        panel->up_log = is_up_log(panel, up_of(chart, panel->quantity));
    }
}

void look_make(struct look *look, const struct chart *chart)
{
    *look = (struct look){.split = style_split(chart)};
    look->styles = needed(calloc(chart->series_count + 1, sizeof *look->styles));
    style_series(look->styles, look->split, chart);
    add_panels(look, chart);
    share_ranges(look);
    choose_scales(look, chart);
}

int look_quantities(const struct look *look, const struct quantity *quantities[PANELS_MOST])
{
    int count = 0;
    for (int i = 0; i < look->panel_count; i++) {
        bool met = false;
        for (int j = 0; j < count; j++)
            met |= quantities[j] == look->panels[i].quantity;
        if (!met)
            quantities[count++] = look->panels[i].quantity;
    }
    return count;
}

void look_free(struct look *look)
{
    free(look->styles);
    *look = (struct look){0};
}
