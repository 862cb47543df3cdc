/* The machine sheet: the end of the page. */
#include "plots/page/lstopo.h"
#include "plots/page/parts.h"
#include "study/base/file.h"
#include "study/base/text.h"

#include <stdlib.h>
#include <string.h>

/* The header line in which older results describe the machine's parts. */
#define OLD_TOPOLOGY "topology"

static void write_fact(FILE *out, const char *key, const char *value)
{
    if (strcmp(value, "-") != 0 && *value)
        quote_form(out, "<div><dt>%</dt><dd>%</dd></div>\n", key, value);
}

/* A ceiling measured in ceilings.csv; if it has several rows, the last one counts. */
struct ceiling {
    char target[32], resource[64], value[32], unit[16];
};

enum { CEILINGS_MOST = 128, XML_MOST = 16 << 20 };

static struct ceiling *ceiling_of(struct ceiling *list, int *count, const struct ceiling *like)
{
    for (int i = 0; i < *count; i++)
        if (strcmp(list[i].target, like->target) == 0 &&
            strcmp(list[i].resource, like->resource) == 0)
            return &list[i];
    return *count < CEILINGS_MOST ? &list[(*count)++] : NULL;
}

static int read_ceilings(const char *folder, struct ceiling list[CEILINGS_MOST])
{
    struct table table;
    char problem[PATH_MAX + 256];
    int count = 0;
    if (table_open(&table, folder, "ceilings.csv", problem, sizeof problem))
        return 0;
    const int target = table_column(&table, "target"), resource = table_column(&table, "resource"),
              value = table_column(&table, "value"), unit = table_column(&table, "unit");
    const bool known = target >= 0 && resource >= 0 && value >= 0 && unit >= 0;
    while (known && table_next(&table) == 1) {
        struct ceiling one;
        snprintf(one.target, sizeof one.target, "%s", table.cells[target]);
        snprintf(one.resource, sizeof one.resource, "%s", table.cells[resource]);
        snprintf(one.value, sizeof one.value, "%s", table.cells[value]);
        snprintf(one.unit, sizeof one.unit, "%s", table.cells[unit]);
        struct ceiling *place = ceiling_of(list, &count, &one);
        if (place)
            *place = one;
    }
    table_close(&table);
    return count;
}

/* The folder that the results are in. */
static void folder_of(const struct dataset *set, char folder[PATH_MAX])
{
    snprintf(folder, PATH_MAX, "%s", set->table.path);
    char *end = strrchr(folder, '/');
    *(end ? end : folder) = '\0';
}

static void write_ceilings(FILE *out, const struct dataset *set)
{
    const char *name = dataset_machine(set);
    char results[PATH_MAX], caption[128];
    folder_of(set, results);
    struct ceiling list[CEILINGS_MOST];
    const int count = read_ceilings(results, list);
    snprintf(caption, sizeof caption, "Measured ceilings%s%.80s", name ? " of " : "",
             name ? name : "");
    if (count)
        page_table_open(out, "", caption, "target|resource|ceiling|unit");
    for (int i = 0; i < count; i++)
        quote_form(out, "<tr><td>%</td><td>%</td><td class=\"number\">%</td><td>%</td></tr>\n",
                   list[i].target, list[i].resource, list[i].value, list[i].unit);
    if (count)
        page_table_close(out);
}

/* Writes the drawing as an image: it can then neither run scripts nor clash with the page's ids. */
static void write_image(FILE *out, const char *svg, const char *name)
{
    quote_form(out,
               "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"Topology of %\">"
               "<img alt=\"Topology of %\" src=\"data:image/svg+xml,",
               name, name);
    page_data(out, svg);
    fputs("\"></div>\n", out);
}

/* Draws the machine from the run's topology.xml. Without that file or without lstopo, the page has
 * only the facts. */
static void draw_topology(FILE *out, const struct dataset *set, const char *name)
{
    char folder[PATH_MAX], path[PATH_MAX + 16], problem[256], *xml;
    folder_of(set, folder);
    snprintf(path, sizeof path, "%s/topology.xml", folder);
    char *svg = file_read(path, XML_MOST, &xml, NULL, NULL, 0) == 0
                    ? lstopo_draw(xml, "nativesvg", problem, sizeof problem)
                    : NULL;
    if (svg)
        write_image(out, svg, name);
    free(svg);
    free(xml);
}

static void write_environment(FILE *out, const struct dataset *set)
{
    const char *name = dataset_machine(set);
    quote_form(out, "<h3>%%</h3>\n", name ? name : "This run",
               name && !set->name ? " (this run)" : "");
    draw_topology(out, set, name ? name : "this run's machine");
    fputs("<dl class=\"facts\">\n", out);
    for (int i = 0; i < set->table.header_count; i++)
        if (strcmp(set->table.headers[i].key, OLD_TOPOLOGY) != 0)
            write_fact(out, set->table.headers[i].key, set->table.headers[i].value);
    fputs("</dl>\n", out);
}

static int write_again(const struct page *page)
{
    fputs("<p>All points: ", page->out);
    const int code =
        page_data_link(page->out, page->sets[0].table.path, "results.csv", "results.csv");
    fputs("</p>\n<h3>To draw a figure again</h3>\n<pre><code>cd RESULTS/report &amp;&amp; gnuplot "
          "data/STUDY.gp</code></pre>\n<p>STUDY is the name before a section's question.</p>\n",
          page->out);
    return code;
}

int page_machines(const struct page *page)
{
    fputs("<section id=\"machine\">\n<h2>Machine sheet</h2>\n", page->out);
    for (int i = 0; i < page->set_count; i++) {
        write_environment(page->out, &page->sets[i]);
        write_ceilings(page->out, &page->sets[i]);
    }
    const int code = write_again(page);
    fputs("</section>\n", page->out);
    return code;
}
