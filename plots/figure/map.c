#include "plots/figure/map.h"
#include "plots/figure/figure.h"
#include "plots/figure/telling.h"
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

/* One target's points of one pattern, by the values of both parameters. */
struct grid {
    const struct chart *chart;
    const struct row *any; /* one of them */
    double *across, *down; /* the values, rising */
    int columns, rows;
    const struct row **cells; /* rows * columns; NULL: not measured */
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

static int ascending(const void *left, const void *right)
{
    const double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

/* Sorts the values and keeps each once; returns their number. */
static int sort_out(double *values, int count)
{
    int kept = 0;
    qsort(values, (size_t)count, sizeof *values, ascending);
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

static bool is_in(const struct grid *grid, const struct row *point)
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
static void find_values(struct grid *grid)
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

static void place(struct grid *grid, double across, double down, const struct row *point)
{
    const int column = index_of(grid->across, grid->columns, across);
    grid->cells[index_of(grid->down, grid->rows, down) * grid->columns + column] = point;
}

static void fill_cells(struct grid *grid)
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

static void grid_free(struct grid *grid)
{
    free(grid->across);
    free(grid->down);
    free(grid->cells);
}

/* grid_free frees it. */
static void grid_make(struct grid *grid, const struct chart *chart, const struct row *any)
{
    const size_t most = 2 * (size_t)chart->drawn_count;
    *grid = (struct grid){.chart = chart,
                          .any = any,
                          .across = needed(calloc(most, sizeof(double))),
                          .down = needed(calloc(most, sizeof(double)))};
    find_values(grid);
    grid->cells =
        needed(calloc((size_t)grid->rows * (size_t)grid->columns + 1, sizeof *grid->cells));
    fill_cells(grid);
}

static const struct row *cell(const struct grid *grid, int row, int column)
{
    return grid->cells[row * grid->columns + column];
}

/* NaN if the cell has no such number. */
static double amount(const struct grid *grid, int row, int column, bool predicted)
{
    const struct row *point = cell(grid, row, column);
    const struct quantity *quantity = grid->chart->telling->shown->panels[0].quantity;
    if (!point)
        return NAN;
    return predicted ? quantity_predicted(quantity, grid->chart, point)
                     : quantity_median(quantity, grid->chart, point);
}

static bool has_any(const struct grid *grid, bool predicted)
{
    for (int i = 0; i < grid->rows * grid->columns; i++)
        if (isfinite(amount(grid, i / grid->columns, i % grid->columns, predicted)))
            return true;
    return false;
}

/* Three digits; in a crowded map the whole number alone, from 10 on, and from 1000 on, where four
 * digits would touch the next cell's, thousands: "6.3k". */
static void write_amount(char text[LABEL_SIZE], const struct grid *grid, double value)
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
static void write_cells(FILE *out, const struct grid *grid, int panel, bool predicted)
{
    char text[LABEL_SIZE];
    fprintf(out, "$map%d << EOD\n", panel);
    for (int row = 0; row < grid->rows; row++) {
        for (int column = 0; column < grid->columns; column++) {
            const struct row *point = cell(grid, row, column);
            const double value = amount(grid, row, column, predicted);
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
static void write_borders(FILE *out, const struct grid *grid, int panel)
{
    fprintf(out, "borders[%d] = '", panel);
    for (int i = 0; i + 1 < grid->columns && grid->chart->telling->shown->mirrored; i++)
        if (distance_of(cell(grid, i, i + 1)))
            fprintf(out, "%d %d ", i, distance_of(cell(grid, i, i + 1)));
    fputs("'\n", out);
}

static void write_panel(FILE *out, const struct grid *grid, int panel, int column, bool predicted)
{
    const struct presentation *shown = grid->chart->telling->shown;
    const char *title = table_header_value(&grid->any->from->table, grid->any->target);
    const char *machine = machine_name(grid->any);
    char name[200];
    const bool several = next_map(grid->chart, next_map(grid->chart, -1)) >= 0;
    snprintf(name, sizeof name, "%s%s%s: %.*s%s%s", machine ? machine : "", machine ? " " : "",
             grid->any->target, several ? pattern_name_length(grid->any->pattern) : 0,
             grid->any->pattern, several ? ", " : "", title ? title : "?");
    fprintf(out, "map_column[%d] = %d\n", panel, column);
    fprintf(out, "map_title[%d] = ", panel);
    quote_gnuplot(out, predicted ? "predicted" : name);
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
    write_cells(out, grid, panel, predicted);
}

/* Writes the panels of a map: the first target's in the first column, all others in the second.
 * Returns the number of panels so far. */
static int write_maps(FILE *out, const struct chart *chart, const struct row *any, int panels)
{
    struct grid grid;
    grid_make(&grid, chart, any);
    for (int predicted = 0; predicted < 2; predicted++)
        if (has_any(&grid, predicted))
            write_panel(out, &grid, ++panels, same_target(any, chart->targets[0].any) ? 1 : 2,
                        predicted);
    grid_free(&grid);
    return panels;
}

void map_write(FILE *out, const struct chart *chart, const char *plots_dir, const char *stem)
{
    static const char *const arrays[] = {"map_column",  "map_title",  "map_columns",
                                         "map_rows",    "map_across", "map_down",
                                         "across_tics", "down_tics",  "borders"};
    int panels = 0;
    settings_begin(out, plots_dir, stem);
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        fprintf(out, "array %s[%d]\n", arrays[i], 2 * chart->series_count);
    for (int i = -1; (i = next_map(chart, i)) >= 0;)
        panels = write_maps(out, chart, chart->series[i].points[0], panels);
    fprintf(out, "map_count = %d\nmirrored = %d\nlisted = %d\nnumbers_most = %d\n", panels,
            chart->telling->shown->mirrored, chart->telling->shown->axes[0].listed, NUMBERS_MOST);
    set_text(out, "map_unit", chart->telling->shown->panels[0].quantity->title);
    fprintf(out, "note = '%s'\n", chart->hollow_count ? "ringed: do not compare" : "");
    fputs("load plots.'/map.gp'\n", out);
}

enum { ROW_LABEL = 8, CELL_LEAST = 6 };

/* Characters of a column: the longest value of the axis, or three digits. */
static int cell_width(const struct grid *grid)
{
    char text[LABEL_SIZE];
    int width = CELL_LEAST;
    for (int i = 0; i < grid->columns; i++) {
        telling_amount(text, sizeof text, &grid->chart->telling->shown->axes[0], grid->across[i]);
        width = (int)strlen(text) + 1 > width ? (int)strlen(text) + 1 : width;
    }
    return width;
}

static void print_part(FILE *out, const struct grid *grid, int first, int last, bool predicted)
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
            write_amount(text, grid, amount(grid, row, column, predicted));
            fprintf(out, "%*s%s", width, *text ? text : "-", point && point->hollow ? "*" : " ");
        }
    }
    fputc('\n', out);
}

static void print_grid(FILE *out, const struct grid *grid, int columns, bool predicted)
{
    const struct presentation *shown = grid->chart->telling->shown;
    const int at_once = (columns - ROW_LABEL) / (cell_width(grid) + 1);
    char title[400];
    snprintf(title, sizeof title, "%s, %.*s: %s%s; across: %s; down: %s", grid->any->target,
             pattern_name_length(grid->any->pattern), grid->any->pattern,
             predicted ? "predicted " : "", shown->panels[0].quantity->title, shown->axes[0].label,
             shown->down.label);
    put_wrapped(out, title, (int)strlen(title), 0, columns);
    for (int first = 0; first < grid->columns; first += at_once)
        print_part(out, grid, first,
                   first + at_once < grid->columns ? first + at_once : grid->columns, predicted);
}

static void give_numbers(const struct grid *grid, bool predicted,
                         void (*take)(void *with, const struct map_numbers *numbers), void *with)
{
    const int count = grid->rows * grid->columns;
    double *values = needed(calloc((size_t)count + 1, sizeof *values));
    for (int i = 0; i < count; i++)
        values[i] = amount(grid, i / grid->columns, i % grid->columns, predicted);
    const struct map_numbers numbers = {.chart = grid->chart,
                                        .any = grid->any,
                                        .predicted = predicted,
                                        .rows = grid->rows,
                                        .columns = grid->columns,
                                        .across = grid->across,
                                        .down = grid->down,
                                        .values = values};
    take(with, &numbers);
    free(values);
}

void map_each(const struct chart *chart,
              void (*take)(void *with, const struct map_numbers *numbers), void *with)
{
    for (int i = -1; (i = next_map(chart, i)) >= 0;) {
        struct grid grid;
        grid_make(&grid, chart, chart->series[i].points[0]);
        for (int predicted = 0; predicted < 2; predicted++)
            if (has_any(&grid, predicted))
                give_numbers(&grid, predicted, take, with);
        grid_free(&grid);
    }
}

void map_print(FILE *out, const struct chart *chart, int columns)
{
    for (int i = -1; (i = next_map(chart, i)) >= 0;) {
        struct grid grid;
        grid_make(&grid, chart, chart->series[i].points[0]);
        for (int predicted = 0; predicted < 2; predicted++)
            if (has_any(&grid, predicted))
                print_grid(out, &grid, columns, predicted);
        grid_free(&grid);
    }
    if (chart->hollow_count)
        fputs("*: disturbed or partly in a cache, do not compare\n", out);
}
