/* The start of the page: the signature figure and the headline numbers, each computed from the
 * points. A number whose points are missing is left out. */
#include "plots/caption/caption.h"
#include "plots/caption/headlines.h"
#include "plots/page/parts.h"
#include "study/base/text.h"

#include <errno.h>
#include <stdlib.h>

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

/* The study's sentence about its first and last value, on both targets. */
static int write_signature_sentence(FILE *out, const struct chart *chart)
{
    static const int of_course = 1;
    char *text = caption_sentence(chart, of_course);
    if (!text)
        return -ENOMEM;
    quote_form(out, "%", text);
    free(text);
    return 0;
}

static int write_signature(const struct page *page)
{
    const struct chart *chart = page_chart(page, signature_study);
    if (!chart)
        return 0;
    fputs("<figure class=\"signature\">\n", page->out);
    page_figure(page, (int)(chart - page->charts), "top-");
    fputs("<figcaption>", page->out);
    const int code = write_signature_sentence(page->out, chart);
    quote_form(page->out, " <a href=\"#%\">More</a></figcaption>\n</figure>\n", signature_study);
    return code;
}

int page_answer(const struct page *page)
{
    fputs("<section id=\"answer\">\n<h2>The answer</h2>\n", page->out);
    int code = write_signature(page);
    fputs("<dl class=\"headlines\">\n", page->out);
    for (int i = 0; i < HEADLINES && !code; i++)
        code = write_headline(page, i);
    fputs("</dl>\n</section>\n", page->out);
    return code;
}
