#include "plots/figure/look.h"
#include "plots/data/draft.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What one panel holds without becoming a thicket. */
enum { PATTERNS_MOST = 3, SERIES_MOST = 8, HUES = 8 };

static const struct row *first_point(const struct chart *chart, int series)
{
    return chart->series[series].points[0];
}

static bool is_gpu(const struct chart *chart, int series)
{
    return target_is_gpu(first_point(chart, series)->target);
}

static bool has_kind(const struct chart *chart, bool gpu)
{
    for (int i = 0; i < chart->series_count; i++)
        if (is_gpu(chart, i) == gpu)
            return true;
    return false;
}

static bool has_both_kinds(const struct chart *chart)
{
    return has_kind(chart, false) && has_kind(chart, true);
}

/* What a look stands for: a pattern, and the kind of target where both are in one panel. */
struct key {
    const char *pattern;
    int kind; /* 1 a GPU; 0 a CPU, or whichever it is where that does not matter */
};

static struct key key_of(const struct look *look, const struct chart *chart, int series)
{
    bool mixed = look->by_pattern && look->split != SPLIT_KIND && has_both_kinds(chart);
    return (struct key){.pattern = first_point(chart, series)->pattern,
                        .kind = mixed && is_gpu(chart, series)};
}

static int compare_keys(struct key a, struct key b)
{
    int order = strcmp(a.pattern, b.pattern);
    return order ? order : a.kind - b.kind;
}

static bool begins(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0 && text[strlen(with)] == '_';
}

static bool ends(const char *text, const char *with)
{
    size_t length = strlen(text), tail = strlen(with);
    return length > tail && text[length - tail - 1] == '_' &&
           strcmp(text + length - tail, with) == 0;
}

/* Variants of a pattern are named after it, as aos_write and block_copy are: the shortest such name
 * in the chart stands for all of them. */
static const char *family(const struct chart *chart, const char *pattern)
{
    const char *name = pattern;
    for (int i = 0; i < chart->series_count; i++) {
        const char *other = first_point(chart, i)->pattern;
        if ((begins(pattern, other) || ends(pattern, other)) && strlen(other) < strlen(name))
            name = other;
    }
    return name;
}

/* How many different keys there are before series `series` in their order, of its family alone
 * where `within`. */
static int rank_of(const struct look *look, const struct chart *chart, int series, bool within)
{
    struct key key = key_of(look, chart, series);
    const char *home = family(chart, key.pattern);
    int rank = 0;
    for (int i = 0; i < chart->series_count; i++) {
        struct key other = key_of(look, chart, i);
        bool counted = compare_keys(other, key) < 0 &&
                       (!within || strcmp(family(chart, other.pattern), home) == 0);
        for (int j = 0; j < i && counted; j++)
            counted = compare_keys(key_of(look, chart, j), other) != 0;
        rank += counted;
    }
    return rank;
}

/* How many families come before `name`; all of them for NULL. */
static int families_before(const struct chart *chart, const char *name)
{
    int count = 0;
    for (int i = 0; i < chart->series_count; i++) {
        const char *home = family(chart, first_point(chart, i)->pattern);
        bool counted = !name || strcmp(home, name) < 0;
        for (int j = 0; j < i && counted; j++)
            counted = strcmp(family(chart, first_point(chart, j)->pattern), home) != 0;
        count += counted;
    }
    return count;
}

static int pattern_count(const struct chart *chart)
{
    int count = 0;
    for (int i = 0; i < chart->series_count; i++) {
        bool counted = true;
        for (int j = 0; j < i && counted; j++)
            counted = strcmp(first_point(chart, j)->pattern, first_point(chart, i)->pattern) != 0;
        count += counted;
    }
    return count;
}

static bool has_one_target(const struct chart *chart)
{
    for (int i = 1; i < chart->series_count; i++)
        if (!same_target(first_point(chart, 0), first_point(chart, i)))
            return false;
    return true;
}

static enum split choose_split(const struct chart *chart)
{
    const struct presentation *shown = chart->telling->shown;
    bool many = pattern_count(chart) > PATTERNS_MOST || chart->series_count > SERIES_MOST;
    if (chart_varying(chart).parameter)
        return SPLIT_PARAMETER;
    if (!shown->together && has_both_kinds(chart) && (many || shown->apart))
        return SPLIT_KIND;
    return SPLIT_NOTHING;
}

static int hue_of_target(const struct row *point)
{
    if (!target_is_gpu(point->target))
        return 1;
    int number = atoi(point->target + 3);
    return number == 0 ? 2 : number == 1 ? 3 : 4;
}

static void paint(const struct look *look, const struct chart *chart, int series)
{
    struct style *style = &look->styles[series];
    const struct row *point = first_point(chart, series);
    style->light = point->from->name != NULL;
    style->faint = !chart->series[series].told;
    style->hue = hue_of_target(point);
    style->dash = rank_of(look, chart, series, false) + 1;
    style->marker = style->hue + 2 * (style->dash - 1);
    if (!look->by_pattern)
        return;
    const char *home = family(chart, point->pattern);
    style->marker = rank_of(look, chart, series, false) + 1;
    style->dash = rank_of(look, chart, series, true) + 1;
    style->hue =
        families_before(chart, NULL) > 2 ? families_before(chart, home) : style->marker - 1;
    style->hue = style->hue % HUES + 1;
}

static int panel_of(const struct look *look, const struct chart *chart, int series)
{
    const char *parameter = first_point(chart, series)->parameter;
    if (look->split == SPLIT_KIND)
        return is_gpu(chart, series);
    if (look->split == SPLIT_PARAMETER)
        return strcmp(parameter, chart->parameter) != 0;
    return PANELS;
}

bool look_shows(const struct look *look, int panel, int series)
{
    return look->styles[series].panel == PANELS || look->styles[series].panel == panel;
}

static void write_legend(const struct look *look, const struct chart *chart, int series)
{
    struct style *style = &look->styles[series];
    const struct series *of = &chart->series[series];
    const struct row *point = of->points[0];
    bool mixed = look->split != SPLIT_KIND && has_both_kinds(chart);
    if (look->by_pattern)
        snprintf(style->legend, sizeof style->legend, "%s%s", point->pattern,
                 !mixed                  ? ""
                 : is_gpu(chart, series) ? " on GPU"
                                         : " on CPU");
    else if (look->split == SPLIT_PARAMETER)
        snprintf(style->legend, sizeof style->legend, "%s on %s", point->pattern, of->target_label);
    else
        snprintf(style->legend, sizeof style->legend, "%s", of->label);
    for (int i = 0; i < series; i++)
        if (strcmp(look->styles[i].legend, style->legend) == 0)
            style->legend[0] = '\0';
}

/* What stands above a panel: whose series are in it. */
static void write_owners(const struct look *look, int number, const struct chart *chart, FILE *out)
{
    const struct row *last = NULL;
    for (int i = 0; i < chart->series_count; i++) {
        const struct row *point = first_point(chart, i);
        if (!look_shows(look, number, i) || (last && same_target(last, point)))
            continue;
        const char *title = table_header_value(&point->from->table, point->target);
        fprintf(out, "%s%s%s%s: %s", last ? ";  " : "",
                last && point->from->name ? "lighter: " : "",
                point->from->name ? point->from->name : point->target,
                point->from->name ? " (recorded)" : "", title ? title : "?");
        last = point;
    }
}

static int write_title(const struct look *look, struct panel *panel, const struct chart *chart)
{
    struct draft draft;
    if (draft_open(&draft))
        write_owners(look, (int)(panel - look->panels), chart, draft.out);
    char *title = draft_close(&draft);
    if (!title)
        return -ENOMEM;
    snprintf(panel->title, sizeof panel->title, "%s", title);
    free(title);
    return 0;
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

/* Predictions that go astray leave the panel rather than press the points together. */
static double within_reach(double predicted, double measured)
{
    const double reach = 2;
    return isfinite(predicted) ? fmin(fmax(predicted, measured / reach), measured * reach)
                               : measured;
}

static void measure(const struct look *look, struct panel *panel, const struct chart *chart)
{
    const struct range nothing = {.low = INFINITY, .high = -INFINITY, .least = NAN};
    int number = (int)(panel - look->panels);
    panel->across = panel->up = nothing;
    for (int i = 0; i < chart->series_count; i++)
        for (int p = 0; p < chart->series[i].count && look_shows(look, number, i); p++) {
            const struct row *point = chart->series[i].points[p];
            double amount = quantity_median(panel->quantity, chart, point);
            if (!isfinite(amount))
                continue;
            if (!panel->parameter)
                panel->parameter = point->parameter;
            widen(&panel->across, quantity_place(panel->quantity, point));
            widen(&panel->up, amount);
            widen(&panel->up,
                  within_reach(quantity_predicted(panel->quantity, chart, point), amount));
        }
}

/* Fractions on one scale can be compared from panel to panel. */
static void share_scale(struct look *look)
{
    struct range *a = &look->panels[0].up, *b = &look->panels[1].up;
    if (look->panel_count < PANELS || look->panels[0].quantity != look->panels[1].quantity ||
        !look->panels[0].quantity->relative)
        return;
    a->low = b->low = fmin(a->low, b->low);
    a->high = b->high = fmax(a->high, b->high);
    a->least = b->least = fmin(a->least, b->least);
}

static int add_panel(struct look *look, const struct chart *chart, const struct quantity *quantity)
{
    struct panel *panel = &look->panels[look->panel_count++];
    *panel = (struct panel){.quantity = quantity};
    measure(look, panel, chart);
    return look->split == SPLIT_KIND ? write_title(look, panel, chart) : 0;
}

static bool has_empty_panel(const struct look *look)
{
    for (int i = 0; i < look->panel_count; i++)
        if (look->panels[i].up.high < look->panels[i].up.low)
            return true;
    return false;
}

/* Both panels of one quantity: the left one's, or what is known where that is not. */
static int add_split(struct look *look, const struct chart *chart)
{
    const struct shown_quantity *panels = chart->telling->shown->panels;
    const struct quantity *const wanted[] = {panels[0].quantity, panels[1].quantity,
                                             &useful_bandwidth};
    int code = 0;
    for (int i = 0; i < 3 && !code && (i == 0 || has_empty_panel(look)); i++) {
        if (!wanted[i])
            continue;
        look->panel_count = 0;
        code = add_panel(look, chart, wanted[i]);
        if (!code)
            code = add_panel(look, chart, wanted[i]);
    }
    return code;
}

static int add_panels(struct look *look, const struct chart *chart)
{
    const struct shown_quantity *panels = chart->telling->shown->panels;
    const bool split = look->split != SPLIT_NOTHING;
    int code = split ? add_split(look, chart) : 0;
    for (int i = 0; i < PANELS && !code && !split; i++)
        if (panels[i].quantity && quantity_known(panels[i].quantity, chart))
            code = add_panel(look, chart, panels[i].quantity);
    if (!code && look->panel_count == 0)
        code = add_panel(look, chart, &useful_bandwidth);
    share_scale(look);
    return code;
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

/* As the study wants it for that quantity; a quantity that it does not name is as its first. */
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

int look_make(struct look *look, const struct chart *chart)
{
    *look = (struct look){.split = choose_split(chart)};
    look->by_pattern = look->split == SPLIT_KIND ||
                       pattern_count(chart) > (has_one_target(chart) ? 2 : PATTERNS_MOST);
    look->styles = calloc(chart->series_count + 1, sizeof *look->styles);
    if (!look->styles)
        return -ENOMEM;
    for (int i = 0; i < chart->series_count; i++) {
        paint(look, chart, i);
        look->styles[i].panel = panel_of(look, chart, i);
        write_legend(look, chart, i);
    }
    const int code = add_panels(look, chart);
    choose_scales(look, chart);
    return code;
}

void look_free(struct look *look)
{
    free(look->styles);
    *look = (struct look){0};
}
