/* A study's points as a table. Points are half of a page, so no end tags are written (HTML ends a
 * cell where the next one begins) and the style sheet knows which columns are numbers. */
#include "plots/figure/telling.h"
#include "plots/page/parts.h"
#include "study/base/text.h"

#include <math.h>

/* Upper limit for one study: longer tables are slow in a browser and nobody reads them. */
enum { ROWS_MOST = 1000 };

static void write_median(FILE *out, double number)
{
    fprintf(out, isfinite(number) ? "<td>%.4g" : "<td>-", number);
}

static void write_interval(FILE *out, double low, double high)
{
    fprintf(out, isfinite(low) && isfinite(high) ? "<td>%.4g–%.4g" : "<td>-", low, high);
}

/* The study's quantities that get a column: those of its figure, or GB/s. */
static int table_quantities(const struct chart *chart, const struct quantity *quantities[2])
{
    const struct shown_quantity *panels = chart->telling->shown->panels;
    int count = 0;
    for (int i = PANELS - 1; i >= 0; i--)
        if (panels[i].quantity && quantity_known(panels[i].quantity, chart))
            quantities[count++] = panels[i].quantity;
    if (count == 0)
        quantities[count++] = &useful_bandwidth;
    return count;
}

static void write_row(FILE *out, const struct chart *chart, const struct row *row,
                      const struct quantity *const quantities[2], int count)
{
    const char *machine = machine_name(row);
    char value[64], samples[32];
    snprintf(samples, sizeof samples, "%.0f", row->number.samples);
    snprintf(value, sizeof value, "%s", row->value);
    if (isfinite(row->at))
        telling_value(value, sizeof value, chart->telling, row);
    quote_form(out, row->usable ? "<tr>" : "<tr class=\"invalid\">");
    quote_form(out, "<td>%%%<td>%<td>%<td>%", machine ? machine : "", machine ? ": " : "",
               row->target, row->pattern, row->parameter, value);
    for (int i = 0; i < count; i++) {
        write_median(out, quantity_median(quantities[i], chart, row));
        write_interval(out, quantity_end(quantities[i], chart, row, false),
                       quantity_end(quantities[i], chart, row, true));
    }
    quote_form(out, "<td>%<td>%<td>%<td>%\n", samples, row->level, row->marks, row->valid);
}

void page_table(FILE *out, const struct chart *chart)
{
    const struct quantity *quantities[2];
    int count = table_quantities(chart, quantities);
    const int rows = chart->row_count < ROWS_MOST ? chart->row_count : ROWS_MOST;
    fprintf(out,
            rows < chart->row_count ? "<details class=\"points\"><summary>%d of"
                                    : "<details class=\"points\"><summary>All",
            rows);
    fprintf(out, " %d points</summary>\n", chart->row_count);
    quote_form(out,
               "<div class=\"wide\" tabindex=\"0\"><table class=\"points\">\n<caption>Points of "
               "%</caption>\n"
               "<thead><tr><th scope=\"col\">target</th><th scope=\"col\">pattern</th>"
               "<th scope=\"col\">parameter</th><th scope=\"col\">value</th>",
               chart->study);
    for (int i = 0; i < count; i++)
        quote_form(out, "<th scope=\"col\">%</th><th scope=\"col\">95&#8239;&percnt; interval</th>",
                   quantities[i]->title);
    fputs("<th scope=\"col\">samples</th><th scope=\"col\">level</th><th scope=\"col\">marks</th>"
          "<th scope=\"col\">valid</th></tr></thead>\n<tbody>\n",
          out);
    for (int i = 0; i < rows; i++)
        write_row(out, chart, chart->rows[i], quantities, count);
    fputs("</tbody></table></div></details>\n", out);
}
