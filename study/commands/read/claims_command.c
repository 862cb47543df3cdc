/* `warpline claims [DIR]`: the sources' claims, tested against results; plots/ does the work.
 * `warpline list claims` lists them. */
#include "plots/claims/claims.h"

#include "plots/data/dataset.h"
#include "plots/verify/follows.h"
#include "study/base/folders.h"
#include "study/base/message.h"
#include "study/base/text.h"
#include "study/commands/commands.h"
#include "study/course/grade/evidence.h"
#include "study/json/document.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>

enum { INDENT = 5 }; /* below the claim's name */

static void list_test(const struct claim_test *test)
{
    char limit[64], text[512];
    snprintf(text, sizeof text, "%s: %s: %s", test->gpu ? "gpu" : "cpu", test->measured,
             claim_limit(test, limit, sizeof limit));
    printf("%*s", INDENT, "");
    print_wrapped(text, INDENT);
}

static void list_claim(const struct claim *claim)
{
    char studies[128], text[512];
    printf("%-*s", INDENT, claim->id);
    print_wrapped(claim->text, INDENT);
    snprintf(text, sizeof text, "(%s; study: %s)", claim->source,
             claim_studies(claim, studies, sizeof studies));
    printf("%*s", INDENT, "");
    print_wrapped(text, INDENT);
    for (int i = 0; i < TESTS_MAX && claim->tests[i].measured; i++)
        list_test(&claim->tests[i]);
    if (claim->unmeasured) {
        printf("%*s", INDENT, "");
        print_wrapped(claim->unmeasured, INDENT);
    }
}

int claims_list(void)
{
    for (const struct claim *claim = claims; claim->id; claim++)
        list_claim(claim);
    return EXIT_DONE;
}

/* The state of the output. */
struct output {
    const struct claim *claim; /* of the last finding */
    int counts[CLAIM_VERDICTS];
};

static void print_number(const struct finding *finding)
{
    const struct claim_test *test = finding->test;
    char measured[64], limit[64];
    printf("     %s: %s: %s; %s%s%s\n", finding->target, test->measured,
           claim_measured(finding, measured, sizeof measured),
           claim_limit(test, limit, sizeof limit), test->source_value ? "; source: " : "",
           test->source_value ? test->source_value : "");
}

static void print_finding(void *context, const struct finding *finding)
{
    struct output *output = context;
    if (output->claim != finding->claim)
        printf("%-4s %s\n", finding->claim->id, finding->claim->text);
    output->claim = finding->claim;
    output->counts[finding->verdict]++;
    if (finding->test)
        print_number(finding);
    printf("       %s: %s\n", claim_verdict_word(finding->verdict), finding->why);
}

static int refuse_results(const char *folder, int error, const char *problem)
{
    if (error == -EIO)
        return complain(EXIT_WRONG, "%s", problem);
    return complain(EXIT_USAGE, "argument %s: %s; use a folder that warpline run has written",
                    folder, problem);
}

static void print_findings(const struct dataset *set)
{
    struct output output = {.claim = NULL};
    char drifts[256], counts[640];
    claims_evaluate(claims, set, 1, print_finding, &output);
    printf("%s\n", claim_counts(output.counts, counts, sizeof counts));
    printf("Repeated copies varied in this run: %s. Verdicts allow for that.\n",
           drift_text(set, drifts, sizeof drifts));
}

int claims_command(const struct options *options)
{
    const char *folder = options->name_count ? options->names[0] : results_default;
    struct dataset set;
    char problem[PATH_MAX + 256], note[640];
    int code = dataset_read(&set, folder, NULL, problem, sizeof problem);
    if (code)
        return refuse_results(folder, code, problem);
    if (*set.note)
        complain(EXIT_WRONG, "%s", set.note);
    code = follows_note(&set, folder, evidence_interval, evidence_bytes, note, sizeof note);
    if (*note)
        complain(EXIT_WRONG, "%s", note);
    if (!code && options->json)
        document_findings(folder, &set);
    else if (!code)
        print_findings(&set);
    const bool wrong = code || set.contradicted > 0;
    dataset_free(&set);
    return wrong ? EXIT_WRONG : EXIT_DONE;
}
