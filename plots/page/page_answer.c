/* The start of the page: the signature figure and the headline numbers, each computed from the
 * points. A number whose points are missing is left out. */
#include "plots/caption/headlines.h"
#include "plots/figure/telling.h"
#include "plots/page/parts.h"
#include "study/base/text.h"

static int write_headline(const struct page *page, int index)
{
    struct headline headline;
    const int code = headline_tell(page->charts, page->chart_count, index, &headline);
    if (!code && headline.there)
        quote_form(
            page->out,
            "<div><dt><a href=\"#%\">%</a></dt><dd><strong>%</strong></dd><dd>%</dd></div>\n",
            headline.link, headline.title, headline.number, headline.meaning);
    headline_free(&headline);
    return code;
}

static void write_signature(const struct page *page, const struct chart *chart)
{
    fputs("<figure class=\"signature\">\n", page->out);
    page_figure(page, (int)(chart - page->charts), "top-");
    quote_form(page->out, "<figcaption>% <a href=\"#%\">More</a></figcaption>\n</figure>\n",
               chart->telling->question, signature_study);
}

int page_answer(const struct page *page)
{
    const struct chart *chart = page_chart(page, signature_study);
    int code = 0;
    fputs("<section id=\"answer\">\n<h2>", page->out);
    if (chart)
        code = page_title(page->out, chart);
    fputs(chart ? "</h2>\n" : "The answer</h2>\n", page->out);
    if (chart)
        write_signature(page, chart);
    fputs("<dl class=\"headlines\">\n", page->out);
    for (int i = 0; i < HEADLINES && !code; i++)
        code = write_headline(page, i);
    fputs("</dl>\n</section>\n", page->out);
    return code;
}
