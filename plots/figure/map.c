#include "plots/figure/map.h"
#include "plots/figure/figure.h"
#include "plots/figure/telling.h"
#include "study/base/median.h"
#include "study/base/message.h"
#include "study/base/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    LABEL_SIZE = 40,
    NUMBERS_MOST = 64, /* columns with a number in each cell; a page lets one scroll over them */
    TICS_MOST = 14,    /* of an axis with more cells than that */
};

/* The value of the second parameter; NaN if it has none. */
static double down_of(const struct chart *chart, const struct row *point)
{
    return row_setting(point, chart->telling->shown->down.parameter);
}

bool chart_is_map(const struct chart *chart)
{
    const struct presentation *shown = chart->telling->shown;
    bool several = shown->mirrored;
    for (int i = 1; i < chart->drawn_count && shown->down.parameter && !several; i++)
        several = chart->drawn[i]->at != chart->drawn[0]->at ||
                  down_of(chart, chart->drawn[i]) != down_of(chart, chart->drawn[0]);
    return shown->down.parameter && several;
}

/* Sorts the values and keeps each once; returns their number. */
static int sort_out(double *values, int count)
{
    int kept = 0;
    put_in_order(values, count);
    for (int i = 0; i < count; i++)
        if (kept == 0 || values[i] > values[kept - 1])
            values[kept++] = values[i];
    return kept;
}

static int index_of(const double *values, int count, double value)
{
    int i = 0;
    while (i + 1 < count && values[i] < value)
        i++;
    return i;
}

static bool is_in(const struct map *grid, const struct row *point)
{
    return same_target(grid->any, point) && same_pattern(grid->any, point) &&
           isfinite(down_of(grid->chart, point));
}

/* The next series that begins another map after number `series`; -1: there is none. */
static int next_map(const struct chart *chart, int series)
{
    for (series++; series < chart->series_count; series++) {
        const struct row *first = chart->series[series].points[0];
        bool met = !isfinite(down_of(chart, first));
        for (int i = 0; i < series && !met; i++)
            met = same_target(chart->series[i].points[0], first) &&
                  same_pattern(chart->series[i].points[0], first);
        if (!met)
            return series;
    }
    return -1;
}

/* A handover between two cores is measured once, and stands on both sides of the diagonal. */
static void find_values(struct map *grid)
{
    const struct chart *chart = grid->chart;
    const bool mirrored = chart->telling->shown->mirrored;
    for (int i = 0; i < chart->drawn_count; i++) {
        const struct row *point = chart->drawn[i];
        if (!is_in(grid, point))
            continue;
        grid->across[grid->columns++] = point->at;
        grid->down[grid->rows++] = down_of(chart, point);
        if (mirrored) {
            grid->across[grid->columns++] = down_of(chart, point);
            grid->down[grid->rows++] = point->at;
        }
    }
    grid->columns = sort_out(grid->across, grid->columns);
    grid->rows = sort_out(grid->down, grid->rows);
}

static void place(struct map *grid, double across, double down, const struct row *point)
{
    const int column = index_of(grid->across, grid->columns, across);
    grid->cells[index_of(grid->down, grid->rows, down) * grid->columns + column] = point;
}

static void fill_cells(struct map *grid)
{
    const struct chart *chart = grid->chart;
    for (int i = 0; i < chart->drawn_count; i++) {
        const struct row *point = chart->drawn[i];
        if (!is_in(grid, point))
            continue;
        place(grid, point->at, down_of(chart, point), point);
        if (chart->telling->shown->mirrored)
            place(grid, down_of(chart, point), point->at, point);
    }
}

static void map_free(struct map *grid)
{
    free(grid->across);
    free(grid->down);
    free(grid->cells);
    free(grid->values);
}

static const struct row *cell(const struct map *grid, int row, int column)
{
    return grid->cells[row * grid->columns + column];
}

static double amount(const struct map *grid, int row, int column)
{
    return grid->values[row * grid->columns + column];
}

/* Fills in the amounts. Whether any cell has one. */
static bool find_amounts(struct map *grid)
{
    const struct quantity *quantity = grid->chart->telling->shown->panels[0].quantity;
    bool any = false;
    for (int i = 0; i < grid->rows * grid->columns; i++) {
        const struct row *point = grid->cells[i];
        grid->values[i] = !point            ? NAN
                          : grid->predicted ? quantity_predicted(quantity, grid->chart, point)
                                            : quantity_median(quantity, grid->chart, point);
        any |= isfinite(grid->values[i]);
    }
    return any;
}

void map_each(const struct chart *chart, void (*take)(void *with, const struct map *map),
              void *with)
{
    const size_t most = 2 * (size_t)chart->drawn_count;
    for (int i = -1; (i = next_map(chart, i)) >= 0;) {
        struct map map = {.chart = chart,
                          .any = chart->series[i].points[0],
                          .across = needed(calloc(most, sizeof(double))),
                          .down = needed(calloc(most, sizeof(double)))};
        find_values(&map);
        const size_t cells = (size_t)map.rows * (size_t)map.columns + 1;
        map.cells = needed(calloc(cells, sizeof *map.cells));
        map.values = needed(calloc(cells, sizeof *map.values));
        fill_cells(&map);
        for (int predicted = 0; predicted < 2; predicted++) {
            map.predicted = predicted;
            if (find_amounts(&map))
                take(with, &map);
        }
        map_free(&map);
    }
}

/* Three digits; in a crowded map the whole number alone, from 10 on, and from 1000 on, where four
 * digits would touch the next cell's, thousands: "6.3k". */
static void write_amount(char text[LABEL_SIZE], const struct map *grid, double value)
{
    const bool crowded = grid->columns > 8 && value >= 9.5;
    const int decimals = crowded || value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2;
    text[0] = '\0';
    if (value >= (crowded ? 999.5 : 9999.5))
        snprintf(text, LABEL_SIZE, "%.*fk", crowded && value >= 9950 ? 0 : 1, value / 1000);
    else if (isfinite(value))
        snprintf(text, LABEL_SIZE, "%.*f", decimals, value);
}

static void put_number(FILE *out, double value)
{
    if (isfinite(value))
        fprintf(out, " %.6g", value);
    else
        fputs(" NaN", out);
}

/* How far two cores are apart: what the CPU says of where a point ran. */
static int distance_of(const struct row *point)
{
    static const char *const beyond[] = {"one package", "two packages"};
    for (int i = 1; point && i >= 0; i--)
        if (strstr(point->ran_on, beyond[i]))
            return i + 1;
    return 0;
}

/* A cell is a line: column, row, amount, its text, whether it is ringed, whether both workers share
 * a core. */
static void write_cells(FILE *out, const struct map *grid, int panel)
{
    char text[LABEL_SIZE];
    fprintf(out, "$map%d << EOD\n", panel);
    for (int row = 0; row < grid->rows; row++) {
        for (int column = 0; column < grid->columns; column++) {
            const struct row *point = cell(grid, row, column);
            const double value = amount(grid, row, column);
            write_amount(text, grid, value);
            fprintf(out, "%d %d", column, row);
            put_number(out, value);
            fprintf(out, " \"%s\" %d %d\n", text, point && point->hollow,
                    point && strstr(point->ran_on, "one core") != NULL);
        }
        fputc('\n', out);
    }
    fputs("EOD\n", out);
}

static void write_tics(FILE *out, const char *name, const struct axis *axis, const double *values,
                       int count)
{
    char text[LABEL_SIZE];
    const int every = count > NUMBERS_MOST ? (count + TICS_MOST - 1) / TICS_MOST : 1;
    fprintf(out, "%s = '", name);
    for (int i = 0; i < count; i += every) {
        telling_amount(text, sizeof text, axis, values[i]);
        fprintf(out, "%s\"%s\" %d", i ? ", " : "", text, i);
    }
    fputs("'\n", out);
}

/* Lines between cores that share less than their neighbours do: 1 an L3, 2 a package. */
static void write_borders(FILE *out, const struct map *grid, int panel)
{
    fprintf(out, "borders[%d] = '", panel);
    for (int i = 0; i + 1 < grid->columns && grid->chart->telling->shown->mirrored; i++)
        if (distance_of(cell(grid, i, i + 1)))
            fprintf(out, "%d %d ", i, distance_of(cell(grid, i, i + 1)));
    fputs("'\n", out);
}

/* The panels of a figure so far. */
struct panels {
    FILE *out;
    int count;
};

/* Writes the next panel: the first target's in the first column, all others in the second. */
static void write_panel(void *with, const struct map *grid)
{
    struct panels *panels = with;
    FILE *out = panels->out;
    const int panel = ++panels->count;
    const struct presentation *shown = grid->chart->telling->shown;
    const char *title = table_header_value(&grid->any->from->table, grid->any->target);
    const char *machine = machine_name(grid->any);
    char name[200];
    const bool several = next_map(grid->chart, next_map(grid->chart, -1)) >= 0;
    snprintf(name, sizeof name, "%s%s%s: %.*s%s%s", machine ? machine : "", machine ? " " : "",
             grid->any->target, several ? pattern_name_length(grid->any->pattern) : 0,
             grid->any->pattern, several ? ", " : "", title ? title : "?");
    fprintf(out, "map_column[%d] = %d\n", panel,
            same_target(grid->any, grid->chart->targets[0].any) ? 1 : 2);
    fprintf(out, "map_title[%d] = ", panel);
    quote_gnuplot(out, grid->predicted ? "predicted" : name);
    fprintf(out, "\nmap_columns[%d] = %d\nmap_rows[%d] = %d\n", panel, grid->columns, panel,
            grid->rows);
    fprintf(out, "map_across[%d] = ", panel);
    quote_gnuplot(out, shown->axes[0].label);
    fprintf(out, "\nmap_down[%d] = ", panel);
    quote_gnuplot(out, shown->down.label);
    fputc('\n', out);
    char tics[LABEL_SIZE];
    snprintf(tics, sizeof tics, "across_tics[%d]", panel);
    write_tics(out, tics, &shown->axes[0], grid->across, grid->columns);
    snprintf(tics, sizeof tics, "down_tics[%d]", panel);
    write_tics(out, tics, &shown->down, grid->down, grid->rows);
    write_borders(out, grid, panel);
    write_cells(out, grid, panel);
}

void map_write(FILE *out, const struct chart *chart, const char *plots_dir, const char *stem)
{
    static const char *const arrays[] = {"map_column",  "map_title",  "map_columns",
                                         "map_rows",    "map_across", "map_down",
                                         "across_tics", "down_tics",  "borders"};
    struct panels panels = {.out = out};
    settings_begin(out, plots_dir, stem);
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        fprintf(out, "array %s[%d]\n", arrays[i], 2 * chart->series_count);
    map_each(chart, write_panel, &panels);
    fprintf(out, "map_count = %d\nmirrored = %d\nlisted = %d\nnumbers_most = %d\n", panels.count,
            chart->telling->shown->mirrored, chart->telling->shown->axes[0].listed, NUMBERS_MOST);
    set_text(out, "map_unit", chart->telling->shown->panels[0].quantity->title);
    fprintf(out, "note = '%s'\n", chart->hollow_count ? "ringed: do not compare" : "");
    fputs("load plots.'/map.gp'\n", out);
}

enum { ROW_LABEL = 8, CELL_LEAST = 6 };

/* Characters of a column: the longest value of the axis, or three digits. */
static int cell_width(const struct map *grid)
{
    char text[LABEL_SIZE];
    int width = CELL_LEAST;
    for (int i = 0; i < grid->columns; i++) {
        telling_amount(text, sizeof text, &grid->chart->telling->shown->axes[0], grid->across[i]);
        width = (int)strlen(text) + 1 > width ? (int)strlen(text) + 1 : width;
    }
    return width;
}

static void print_part(FILE *out, const struct map *grid, int first, int last)
{
    const struct presentation *shown = grid->chart->telling->shown;
    const int width = cell_width(grid);
    char text[LABEL_SIZE];
    fprintf(out, "%*s", ROW_LABEL, "");
    for (int column = first; column < last; column++) {
        telling_amount(text, sizeof text, &shown->axes[0], grid->across[column]);
        fprintf(out, "%*s ", width, text);
    }
    for (int row = 0; row < grid->rows; row++) {
        telling_amount(text, sizeof text, &shown->down, grid->down[row]);
        fprintf(out, "\n%*s", ROW_LABEL, text);
        for (int column = first; column < last; column++) {
            const struct row *point = cell(grid, row, column);
            write_amount(text, grid, amount(grid, row, column));
            fprintf(out, "%*s%s", width, *text ? text : "-", point && point->hollow ? "*" : " ");
        }
    }
    fputc('\n', out);
}

struct printing {
    FILE *out;
    int columns; /* of a line */
};

static void print_grid(void *with, const struct map *grid)
{
    const struct printing *printing = with;
    const struct presentation *shown = grid->chart->telling->shown;
    const int at_once = (printing->columns - ROW_LABEL) / (cell_width(grid) + 1);
    char title[400];
    snprintf(title, sizeof title, "%s, %.*s: %s%s; across: %s; down: %s", grid->any->target,
             pattern_name_length(grid->any->pattern), grid->any->pattern,
             grid->predicted ? "predicted " : "", shown->panels[0].quantity->title,
             shown->axes[0].label, shown->down.label);
    put_wrapped(printing->out, title, (int)strlen(title), 0, printing->columns);
    for (int first = 0; first < grid->columns; first += at_once)
        print_part(printing->out, grid, first,
                   first + at_once < grid->columns ? first + at_once : grid->columns);
}

void map_print(FILE *out, const struct chart *chart, int columns)
{
    map_each(chart, print_grid, &(struct printing){out, columns});
    if (chart->hollow_count)
        fputs("*: disturbed or partly in a cache, do not compare\n", out);
}
