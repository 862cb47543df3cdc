#include "plots/claims/claims.h"
#include "plots/page/parts.h"
#include "study/base/text.h"

#include <math.h>
#include <string.h>

/* State while all findings are written. */
struct findings {
    const struct page *page;
    int counts[CLAIM_VERDICTS];
};

static void write_finding(void *context, const struct finding *finding)
{
    struct findings *findings = context;
    const struct page *page = findings->page;
    findings->counts[finding->verdict]++;
    const struct claim_test *test = finding->test;
    const char *name = finding->set ? dataset_machine(finding->set) : NULL;
    char measured[64], limit[64];
    quote_form(page->out,
               "<tr><th scope=\"row\">%</th><td>% <small>%</small></td><td>%%%</td><td>%</td>",
               finding->claim->id, finding->claim->text, finding->claim->source, name ? name : "",
               name ? ": " : "", finding->target, test ? test->measured : "-");
    quote_form(page->out,
               "<td>%</td><td>%</td><td>%</td><td class=\"verdict\">%</td><td>%</td></tr>\n",
               claim_measured(finding, measured, sizeof measured),
               test ? claim_limit(test, limit, sizeof limit) : "-",
               test && test->source_value ? test->source_value : "-",
               claim_verdict_word(finding->verdict), finding->why);
}

static void write_drift(const struct page *page, const struct dataset *set)
{
    const char *name = dataset_machine(set);
    char text[256];
    quote_form(page->out,
               "<p class=\"note\">Repeated copies varied in %: %. Verdicts allow for that.</p>\n",
               name ? name : "this run", drift_text(set, text, sizeof text));
}

void page_claims(const struct page *page)
{
    FILE *out = page->out;
    struct findings findings = {.page = page};
    char counts[128];
    fputs(
        "<section id=\"claims\">\n<h2><span>claims</span> Do the sources' claims hold here?</h2>\n"
        "<p>Four documents started this program. Each of their claims is tested by measured ratios "
        "of points above. A claim holds if the whole 95&#8239;% interval of the ratio lies within "
        "the range given here; above a claimed factor it holds more so.</p>\n",
        out);
    for (int i = 0; i < page->set_count; i++)
        write_drift(page, &page->sets[i]);
    page_table_open(out, "claims", "Claims",
                    "id|claim|target|quantity|measured|holds if|source|verdict|why");
    claims_evaluate(claims, page->sets, page->set_count, write_finding, &findings);
    page_table_close(out);
    page_note(out, claim_counts(findings.counts, counts, sizeof counts));
    fputs("</section>\n", out);
}

/* Whether any of a selection's points are of that study. */
static bool selects(const struct claim_points *selections, const char *study)
{
    for (int i = 0; i < TERMS_MAX && selections[i].study; i++)
        if (strcmp(selections[i].study, study) == 0)
            return true;
    return false;
}

static bool decides(const char *study, const struct claim_test *test)
{
    return test && (selects(test->above, study) || selects(test->below, study));
}

/* State while the findings of one study are written to its section. */
struct verdicts {
    const struct page *page;
    const char *study;
    int count;
};

/* Writes only findings on targets whose results contain the points; the table of all claims has
 * the others. */
static void write_verdict(void *context, const struct finding *finding)
{
    struct verdicts *verdicts = context;
    const struct dataset *set = finding->set;
    FILE *out = verdicts->page->out;
    char measured[64];
    if (!decides(verdicts->study, finding->test) || !set || !isfinite(finding->measured.value))
        return;
    const char *name = dataset_machine(set);
    if (verdicts->count++ == 0)
        fputs("<details><summary>Verdicts of the sources' claims</summary>\n<ul>\n", out);
    quote_form(out,
               "<li><strong>%</strong> on %%%: % <small><a href=\"#claims\">%</a>, %: "
               "%</small></li>\n",
               claim_verdict_word(finding->verdict), name ? name : "", name ? ": " : "",
               finding->target, finding->claim->text, finding->claim->id, finding->test->measured,
               claim_measured(finding, measured, sizeof measured));
}

void page_verdicts(const struct page *page, const char *study)
{
    struct verdicts verdicts = {.page = page, .study = study};
    for (const struct claim *claim = claims; claim->id; claim++) {
        const struct claim one[2] = {*claim};
        bool decided = false;
        for (int t = 0; t < TESTS_MAX && claim->tests[t].measured; t++)
            decided |= decides(study, &claim->tests[t]);
        if (decided)
            claims_evaluate(one, page->sets, page->set_count, write_verdict, &verdicts);
    }
    if (verdicts.count)
        fputs("</ul></details>\n", page->out);
}
