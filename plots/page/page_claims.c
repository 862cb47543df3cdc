#include "plots/claims/claims.h"
#include "plots/page/page.h"
#include "plots/quote.h"

static void write_finding(void *context, const struct finding *finding)
{
    const struct page *page = context;
    const struct claim_test *test = finding->test;
    const char *name = finding->set ? finding->set->name : NULL;
    char measured[64], limit[64];
    quote_form(page->out, "<tr><td>%</td><td>% <small>%</small></td><td>%%%</td><td>%</td>",
               finding->claim->id, finding->claim->text, finding->claim->source, name ? name : "",
               name ? ": " : "", finding->target, test ? test->measured : "-");
    quote_form(page->out,
               "<td>%</td><td>%</td><td>%</td><td class=\"verdict\">%</td><td>%</td></tr>\n",
               claim_measured(finding, measured, sizeof measured),
               test ? claim_limit(test, limit, sizeof limit) : "-",
               test && test->source_value ? test->source_value : "-",
               verdict_words(finding->verdict), finding->why);
}

static void write_drift(const struct page *page, const struct dataset *set)
{
    char text[256];
    quote_form(page->out,
               "<p class=\"note\">Repeated copies varied in %: %. Verdicts allow for that.</p>\n",
               set->name ? set->name : "this run", claims_drifts(set, text, sizeof text));
}

int page_claims(const struct page *page)
{
    FILE *out = page->out;
    fputs(
        "<section id=\"claims\">\n<h2><span>claims</span> Do the sources' claims hold here?</h2>\n"
        "<p>Four documents started this program. Each of their claims is tested by measured ratios "
        "of points above. A claim holds if the whole 95&#8239;% interval of the ratio lies within "
        "the range given here.</p>\n",
        out);
    for (int i = 0; i < page->set_count; i++)
        write_drift(page, &page->sets[i]);
    fputs("<div class=\"wide\"><table class=\"claims\">\n<thead><tr><th></th><th>claim</th>"
          "<th>target</th><th>quantity</th><th>measured</th><th>holds if</th><th>source</th>"
          "<th>verdict</th><th>why</th></tr></thead>\n<tbody>\n",
          out);
    const int code =
        claims_evaluate(claims, page->sets, page->set_count, write_finding, (void *)page);
    fputs("</tbody></table></div>\n</section>\n", out);
    return code;
}
