/* A study's points as a table. Points are half of a page, so no end tags are written (HTML ends a
 * cell where the next one begins) and the style sheet knows which columns are numbers. */
#include "plots/figure/look.h"
#include "plots/page/parts.h"
#include "study/base/text.h"
#include "study/base/units.h"

#include <math.h>
#include <string.h>

/* Upper limit for one study: longer tables are slow in a browser and nobody reads them. */
enum { ROWS_MOST = 1000 };

static void write_median(FILE *out, double number)
{
    fprintf(out, "<td>%s", isfinite(number) ? DIGITS(number, 4) : "-");
}

static void write_interval(FILE *out, double low, double high)
{
    if (!isfinite(low) || !isfinite(high)) {
        fputs("<td>-", out);
        return;
    }
    const char *from = DIGITS(low, 4), *to = DIGITS(high, 4);
    fprintf(out, strcmp(from, to) ? "<td>%s–%s" : "<td>%s", from, to);
}

void page_table_open(FILE *out, const char *style, const char *caption, const char *columns)
{
    quote_form(out, "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"%\"><table",
               caption);
    if (*style)
        quote_form(out, " class=\"%\"", style);
    quote_form(out, ">\n<caption>%</caption>\n<thead><tr>", caption);
    while (*columns) {
        char column[128];
        const size_t length = strcspn(columns, "|");
        snprintf(column, sizeof column, "%.*s", (int)length, columns);
        quote_form(out, "<th scope=\"col\">%</th>", column);
        columns += length + (columns[length] == '|');
    }
    fputs("</tr></thead>\n<tbody>\n", out);
}

void page_table_close(FILE *out)
{
    fputs("</tbody></table></div>\n", out);
}

static void write_row(FILE *out, const struct chart *chart, const struct row *row,
                      const struct quantity *const quantities[PANELS], int count)
{
    const char *machine = machine_name(row);
    char value[64], samples[32];
    snprintf(samples, sizeof samples, "%.0f", row->number.samples);
    snprintf(value, sizeof value, "%s", row->value);
    if (isfinite(row->at))
        telling_value(value, sizeof value, chart->telling, row);
    quote_form(out, row->usable ? "<tr>" : "<tr class=\"invalid\">");
    quote_form(out, "<td>%%%<td>%<td>%<td>%", machine ? machine : "", machine ? ": " : "",
               row->target, row->pattern, row_parameter(row), value);
    for (int i = count - 1; i >= 0; i--) {
        write_median(out, quantity_median(quantities[i], chart, row));
        write_interval(out, quantity_end(quantities[i], chart, row, false),
                       quantity_end(quantities[i], chart, row, true));
    }
    quote_form(out, "<td>%<td>%<td>%<td>%\n", samples, row->level, row->marks, row->valid);
}

void page_table(FILE *out, const struct chart *chart)
{
    const struct quantity *quantities[PANELS];
    char caption[128], columns[1024] = "target|pattern|parameter|value";
    const int count = look_columns(chart, quantities);
    const int rows = chart->row_count < ROWS_MOST ? chart->row_count : ROWS_MOST;
    for (int i = count - 1; i >= 0; i--)
        text_add(columns, sizeof columns, "|%.128s|95\u202f%% interval", quantities[i]->title);
    text_add(columns, sizeof columns, "|samples|level|marks|valid");
    snprintf(caption, sizeof caption, "Points of %.100s", chart->study);
    fputs("<details class=\"points\"><summary>", out);
    if (rows < chart->row_count)
        fprintf(out, "%d of ", rows);
    fprintf(out, chart->row_count == 1 ? "The point</summary>\n" : "%s%d points</summary>\n",
            rows < chart->row_count ? "" : "All ", chart->row_count);
    page_table_open(out, "points", caption, columns);
    for (int i = 0; i < rows; i++)
        write_row(out, chart, chart->rows[i], quantities, count);
    page_table_close(out);
    fputs("</details>\n", out);
}
