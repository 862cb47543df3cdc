#include "plots/figure/look.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

bool look_shows(const struct look *look, int panel, int series)
{
    const struct panel *of = &look->panels[panel];
    const struct style *style = &look->styles[series];
    return (of->side == ALL_SIDES || style->side == of->side) && style->group == of->group;
}

/* The text above a panel: the targets of its series. */
static void write_owners(const struct look *look, struct panel *panel, const struct chart *chart)
{
    const struct row *last = NULL;
    size_t used = 0;
    for (int i = 0; i < chart->series_count; i++) {
        const struct row *point = chart->series[i].points[0];
        const char *name = point->from->name;
        if (!look_shows(look, (int)(panel - look->panels), i) ||
            (last && same_target(last, point)) || used >= sizeof panel->title)
            continue;
        const char *title = table_header_value(&point->from->table, point->target);
        used += (size_t)snprintf(panel->title + used, sizeof panel->title - used, "%s%s%s%s: %s",
                                 last ? ";  " : "", last && name ? "crosses: " : "",
                                 name ? name : point->target, name ? " (recorded)" : "",
                                 title ? title : "?");
        last = point;
    }
}

/* With several machines, the legend has the names. */
static void write_kind(const struct look *look, struct panel *panel, const struct chart *chart)
{
    for (int i = 0; i < chart->series_count; i++)
        if (look_shows(look, (int)(panel - look->panels), i))
            snprintf(panel->title, sizeof panel->title,
                     chart->series[i].points[0]->gpu ? "GPUs" : "CPUs");
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
 * are not squeezed; the scripts mark where they leave. A logarithmic axis has more room for
 * them. */
static double within_reach(double value, double measured, bool by_log)
{
    const double reach = by_log ? 16 : 4;
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
    widen(&panel->up,
          within_reach(quantity_predicted(quantity, chart, point), amount, panel->up_log));
    widen(&panel->up,
          within_reach(quantity_end(quantity, chart, point, false), amount, panel->up_log));
    widen(&panel->up,
          within_reach(quantity_end(quantity, chart, point, true), amount, panel->up_log));
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

/* Panels of one column share the horizontal axis. Fractions share one scale, so that panels can be
 * compared. */
static void share_ranges(struct look *look)
{
    for (int i = 0; i < look->panel_count; i++)
        for (int j = 0; j < look->panel_count; j++) {
            struct panel *a = &look->panels[i], *b = &look->panels[j];
            if (a->column == b->column)
                widen_by_range(&a->across, &b->across);
            if (a->quantity != b->quantity || !a->quantity->relative)
                continue;
            widen_by_range(&a->up, &b->up);
            b->up = a->up;
        }
}

static bool has_group(const struct look *look, const struct chart *chart, int group)
{
    for (int i = 0; i < chart->series_count; i++)
        if (look->styles[i].group == group)
            return true;
    return false;
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

static bool is_known_on_both(const struct look *look, const struct chart *chart,
                             const struct quantity *quantity)
{
    return quantity && is_known_on(look, chart, quantity, 0) &&
           is_known_on(look, chart, quantity, 1);
}

/* The quantity that both columns show: the one with a roofline, or the first that is known on both
 * sides. A second one would say the same times a constant. */
static const struct quantity *split_quantity(const struct look *look, const struct chart *chart)
{
    const struct shown_quantity *panels = chart->telling->shown->panels;
    const struct quantity *found = NULL;
    for (int i = 0; i < PANELS; i++)
        if (is_known_on_both(look, chart, panels[i].quantity) &&
            (!found || panels[i].quantity->roofline))
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

static void add_panel(struct look *look, const struct chart *chart, const struct panel *as)
{
    struct panel *panel = &look->panels[look->panel_count++];
    *panel = *as;
    measure(look, panel, chart);
    if (look->split == SPLIT_KIND)
        (chart->by_name ? write_kind : write_owners)(look, panel, chart);
}

/* One row per group; groups with only one quantity are placed next to each other. */
static void add_columns(struct look *look, const struct chart *chart)
{
    const struct quantity *columns[PANELS];
    const int count = look_columns(chart, columns);
    int row = 0;
    for (int group = 0; group < GROUPS_MOST; group++) {
        for (int i = 0; i < count && has_group(look, chart, group); i++)
            add_panel(look, chart,
                      &(struct panel){.quantity = columns[i],
                                      .side = ALL_SIDES,
                                      .group = group,
                                      .column = count == 1 ? row % PANELS : i,
                                      .row = count == 1 ? row / PANELS : row});
        row += has_group(look, chart, group);
    }
}

/* Rows with a left and a right side, one for each group. */
static void add_sides(struct look *look, const struct chart *chart)
{
    const struct quantity *quantity = split_quantity(look, chart);
    int row = 0;
    for (int group = 0; group < GROUPS_MOST; group++) {
        if (!has_group(look, chart, group))
            continue;
        for (int side = 0; side < 2; side++)
            add_panel(look, chart,
                      &(struct panel){.quantity = quantity,
                                      .side = side,
                                      .group = group,
                                      .column = side,
                                      .row = row});
        row++;
    }
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
        panel->axis = telling_axis(chart->telling, parameter);
        panel->across_log = is_across_log(panel);
        panel->up_log = is_up_log(panel, up_of(chart, panel->quantity));
    }
}

static void widen_log_panels(struct look *look, const struct chart *chart)
{
    for (int i = 0; i < look->panel_count; i++)
        if (look->panels[i].up_log)
            measure(look, &look->panels[i], chart);
    share_ranges(look);
}

int look_make(struct look *look, const struct chart *chart)
{
    *look = (struct look){.split = style_split(chart)};
    look->styles = calloc(chart->series_count + 1, sizeof *look->styles);
    if (!look->styles)
        return -ENOMEM;
    style_series(look->styles, look->split, chart);
    (look->split == SPLIT_NOTHING ? add_columns : add_sides)(look, chart);
    share_ranges(look);
    choose_scales(look, chart);
    widen_log_panels(look, chart);
    return 0;
}

bool look_labels_lines(const struct look *look, const struct chart *chart)
{
    enum { FEW = 4 };
    for (int panel = 0; panel < look->panel_count; panel++) {
        int count = 0;
        for (int i = 0; i < chart->series_count; i++)
            count += look_shows(look, panel, i) && look->styles[i].label[0];
        if (count > FEW)
            return false;
    }
    return true;
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
