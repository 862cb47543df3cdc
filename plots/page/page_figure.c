/* gnuplot's SVG as part of the page. */
#include "plots/figure/figure.h"
#include "plots/figure/inline_svg.h"
#include "plots/figure/telling.h"
#include "plots/page/parts.h"

#include <limits.h>
#include <string.h>

/* Length of the figure's name for screen readers; caption and table hold what the figure shows. */
enum { NAME_SIZE = 101 };

void page_figure(const struct page *page, int index, const char *place)
{
    const struct chart *chart = &page->charts[index];
    char stem[100], path[PATH_MAX], prefix[40], name[NAME_SIZE];
    figure_stem(stem, sizeof stem, chart->study);
    if (!page->drawn[index] ||
        snprintf(path, sizeof path, "%s/%s.svg", page->report_dir, stem) >= PATH_MAX)
        return;
    snprintf(prefix, sizeof prefix, "%sf%d.", place, index); /* a study's name has no dot */
    snprintf(name, sizeof name, "%s: %s by %s", chart->study,
             chart->told ? chart->told->title : "points", chart->parameter);
    fputs("<div class=\"picture\" tabindex=\"0\">\n", page->out);
    inline_svg(page->out, path, prefix, name);
    fputs("</div>\n", page->out);
}
