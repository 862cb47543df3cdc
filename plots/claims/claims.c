#include "plots/claims/claims.h"

#include "plots/data/dataset.h"
#include "plots/data/names.h"
#include "plots/figure/quantity.h"
#include "study/base/text.h"
#include "study/base/units.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* One test on one target of one set. */
struct trial {
    const struct dataset *set;
    const char *target;
    const struct claim_test *test;
    const char *level; /* of the points so far; NULL before the first */
    char *reason;      /* the reason why it is inconclusive: REASON_MAX characters */
    struct row copy;   /* the copy that the points of a study are compared with */
};

static const char *target_of(const struct trial *trial, const struct claim_points *selection)
{
    return selection->of_cpu ? "cpu" : trial->target;
}

static bool fits(const struct trial *trial, const struct claim_points *selection,
                 const struct row *point)
{
    const char *bytes = selection->element_bytes ? selection->element_bytes : "4";
    return strcmp(point->pattern, selection->pattern) == 0 &&
           strcmp(point->parameter, selection->parameter) == 0 &&
           strcmp(point->target, target_of(trial, selection)) == 0 &&
           (strcmp(bytes, "any") == 0 || strcmp(bytes, point->element_bytes) == 0) &&
           (!selection->values || word_among(selection->values, point->value));
}

/* The copy that the points of a study are compared with: the yardstick of the last of them. */
static const struct row *own_copy(struct trial *trial, const struct study_rows *study,
                                  const struct row *baseline)
{
    struct row *copy = &trial->copy;
    *copy = *baseline;
    for (int i = 0; i < study->count; i++)
        if (study->rows[i]->target == baseline->target)
            copy->yardstick = study->rows[i]->yardstick;
    const double bytes = copy->number.useful_bytes;
    copy->gbps = copy->yardstick.gbps;
    copy->number.time_ns = bytes / copy->yardstick.gbps;
    copy->number.ci_low_ns = bytes / copy->yardstick.high_gbps;
    copy->number.ci_high_ns = bytes / copy->yardstick.low_gbps;
    return copy;
}

/* Whether a point is picked by its quantity, which only valid points have. */
static bool is_by_quantity(enum pick pick)
{
    return pick == PICK_LEAST || pick == PICK_MOST;
}

static double key_of(const struct row *point, enum pick pick, const struct quantity *quantity)
{
    const double value = is_by_quantity(pick) ? quantity_median(quantity, NULL, point) : point->at;
    return pick == PICK_LARGEST || pick == PICK_MOST ? -value : value;
}

static void refuse_missing(const struct trial *trial, const struct claim_points *selection)
{
    const bool baseline = strcmp(selection->parameter, "-") == 0;
    snprintf(trial->reason, REASON_MAX, "not in these results: %s of study %s on %s%s%s%s%s%s",
             selection->pattern, selection->study, target_of(trial, selection),
             baseline ? "" : " by ", baseline ? "" : selection->parameter,
             selection->values ? ", at " : "", selection->values ? selection->values : "",
             selection->element_bytes ? "" : ", with elements of 4 bytes");
}

static bool check_usable(const struct trial *trial, const struct row *point)
{
    if (!point->usable)
        snprintf(trial->reason, REASON_MAX, "%s of study %s at %s is invalid: %s", point->pattern,
                 point->study, point->value,
                 strncmp(point->valid, "no: ", 4) == 0 ? point->valid + 4 : "it has no time");
    return point->usable;
}

/* The point of a selection that is picked: the one with the smallest key. NULL, with the reason, if
 * there is none, or it is invalid (the next point must not replace an invalid end of a sweep), or
 * one that could be picked by its quantity is. */
static const struct row *find_point(struct trial *trial, const struct claim_points *selection,
                                    const struct quantity *quantity)
{
    const struct study_rows *study = dataset_study(trial->set, selection->study);
    const enum pick pick = selection->pick;
    const struct row *picked = NULL;
    for (int i = 0; study && i < study->count; i++) {
        const struct row *point = study->rows[i];
        if (!fits(trial, selection, point))
            continue;
        if (is_by_quantity(pick) && !check_usable(trial, point))
            return NULL;
        if (!picked ||
            (pick != PICK_ONLY && key_of(point, pick, quantity) < key_of(picked, pick, quantity)))
            picked = point;
    }
    if (!picked)
        refuse_missing(trial, selection);
    else if (check_usable(trial, picked))
        return row_is_baseline(picked) ? own_copy(trial, study, picked) : picked;
    return NULL;
}

/* Whether the level fits the claim. The ratio of a cache's speed to the memory's is not due to the
 * pattern, and a ratio within a cache says nothing about memory traffic. */
static bool fits_level(struct trial *trial, const char *level)
{
    const enum levels levels = trial->test->levels;
    if (levels == LEVELS_MEMORY && strcmp(level, "memory") != 0)
        snprintf(trial->reason, REASON_MAX, "a claim about memory, but measured in %s", level);
    else if (levels == LEVELS_SAME && trial->level && strcmp(trial->level, level) != 0)
        snprintf(trial->reason, REASON_MAX, "its points lie in different levels: %s and %s",
                 trial->level, level);
    else {
        trial->level = level;
        return true;
    }
    return false;
}

/* Computes the number of a selection; false, with the reason, if that is impossible. */
static bool read_term(struct trial *trial, const struct claim_points *selection,
                      struct estimate *estimate)
{
    const struct quantity *quantity =
        trial->test->quantity ? trial->test->quantity : &useful_bandwidth;
    const struct row *point = find_point(trial, selection, quantity);
    if (!point || !fits_level(trial, point->level))
        return false;
    *estimate = (struct estimate){.value = quantity_median(quantity, NULL, point),
                                  .low = quantity_end(quantity, NULL, point, false),
                                  .high = quantity_end(quantity, NULL, point, true)};
    if (isfinite(estimate->value) && isfinite(estimate->low) && isfinite(estimate->high))
        return true;
    snprintf(trial->reason, REASON_MAX, "%s of study %s has no 95 %% interval here",
             selection->pattern, selection->study);
    return false;
}

/* A test that is being computed: the number so far, and the drift of its points. */
struct product {
    struct estimate measured;
    double drift;
};

/* Each point carries the square root of the drift, so that the ratio of two carries the drift once.
 * A drift of NaN (no copy was repeated) counts as none within one run. */
static bool multiply_all(struct trial *trial, const struct claim_points *terms, bool below,
                         struct product *product)
{
    for (int i = 0; i < TERMS_MAX && terms[i].study; i++) {
        struct estimate term = {NAN, NAN, NAN};
        if (!read_term(trial, &terms[i], &term))
            return false;
        product->measured = below ? estimate_ratio(product->measured, term)
                                  : estimate_product(product->measured, term);
        product->drift *= sqrt(fmax(1, drift_of_copies(trial->set, target_of(trial, &terms[i]))));
    }
    return true;
}

/* The range of numbers that agree with the claim. */
static struct estimate range_of(const struct claim_test *test)
{
    const double more = 1 + test->tolerance;
    struct estimate range = {
        .value = test->limit, .low = test->limit / more, .high = test->limit * more};
    if (test->comparison == AT_LEAST)
        range.high = INFINITY;
    if (test->comparison == AT_MOST)
        range.low = -INFINITY;
    return range;
}

/* Compares a measured number with a known one: "faster" means larger. */
static enum verdict against(const struct product *product, double limit)
{
    const struct margin margin = {.drift = product->drift};
    return compare_speeds(product->measured, (struct estimate){limit, limit, limit}, margin)
        .verdict;
}

static enum claim_verdict judge(const struct claim_test *test, const struct product *product)
{
    const struct estimate range = range_of(test);
    const enum verdict low = range.low > 0 ? against(product, range.low) : VERDICT_FASTER;
    const enum verdict high = isfinite(range.high) ? against(product, range.high) : VERDICT_SLOWER;
    if (low == VERDICT_SLOWER)
        return CLAIM_LOWER;
    if (high == VERDICT_FASTER)
        return test->comparison == ABOUT && test->limit > 1 ? CLAIM_MORE : CLAIM_HIGHER;
    return low == VERDICT_INCONCLUSIVE || high == VERDICT_INCONCLUSIVE ? CLAIM_INCONCLUSIVE
                                                                       : CLAIM_HOLDS;
}

static const char *why(const struct trial *trial, const struct product *product,
                       enum claim_verdict verdict)
{
    const char *const sentences[] = {[CLAIM_HOLDS] = trial->test->holds,
                                     [CLAIM_MORE] = trial->test->higher,
                                     [CLAIM_LOWER] = trial->test->lower,
                                     [CLAIM_HIGHER] = trial->test->higher,
                                     [CLAIM_INCONCLUSIVE] = trial->reason};
    const struct estimate widened = estimate_with_drift(product->measured, product->drift);
    snprintf(trial->reason, REASON_MAX,
             "too close to the limit: with the copies' variation the 95 %% interval is %s to %s",
             DIGITS(widened.low, 3), DIGITS(widened.high, 3));
    return sentences[verdict] ? sentences[verdict] : "";
}

static void try_target(struct trial *trial, struct finding *finding)
{
    struct product product = {.measured = {1, 1, 1}, .drift = 1};
    trial->level = NULL;
    finding->set = trial->set;
    finding->target = trial->target;
    finding->measured = (struct estimate){NAN, NAN, NAN};
    finding->verdict = CLAIM_INCONCLUSIVE;
    finding->why = trial->reason;
    if (!multiply_all(trial, trial->test->above, false, &product) ||
        !multiply_all(trial, trial->test->below, true, &product))
        return;
    finding->measured = product.measured;
    finding->verdict = judge(trial->test, &product);
    finding->why = why(trial, &product, finding->verdict);
}

/* The listener of the findings, with its context. */
struct audience {
    const struct dataset *sets;
    int set_count;
    claims_listener *tell;
    void *context;
};

/* The number of targets of the set on which the test was tried. */
static int try_set(const struct audience *audience, const struct dataset *set,
                   struct finding *finding)
{
    char reason[REASON_MAX];
    int tried = 0;
    for (int i = 0; i < set->target_count; i++) {
        const char *target = set->targets[i].target;
        if (!(finding->test->gpu ? set->targets[i].gpu : set->targets[i].cpu))
            continue;
        struct trial trial = {
            .set = set, .target = target, .test = finding->test, .reason = reason};
        try_target(&trial, finding);
        audience->tell(audience->context, finding);
        tried++;
    }
    return tried;
}

static void tell_untried(const struct audience *audience, const struct claim *claim,
                         const struct claim_test *test, const char *target, const char *why)
{
    const struct finding finding = {.claim = claim,
                                    .test = test,
                                    .target = target,
                                    .measured = {NAN, NAN, NAN},
                                    .verdict = CLAIM_INCONCLUSIVE,
                                    .why = why};
    audience->tell(audience->context, &finding);
}

static void try_test(const struct audience *audience, const struct claim *claim,
                     const struct claim_test *test)
{
    struct finding finding = {.claim = claim, .test = test};
    int tried = 0;
    for (int i = 0; i < audience->set_count; i++)
        tried += try_set(audience, &audience->sets[i], &finding);
    if (!tried && test->gpu)
        tell_untried(audience, claim, test, "gpu", "not measured: no GPU in these results");
    else if (!tried)
        tell_untried(audience, claim, test, "cpu", "not measured: no CPU in these results");
}

static void evaluate(const struct audience *audience, const struct claim *claim)
{
    for (int i = 0; i < TESTS_MAX && claim->tests[i].measured; i++)
        try_test(audience, claim, &claim->tests[i]);
    if (claim->unmeasured)
        tell_untried(audience, claim, NULL, "-", claim->unmeasured);
}

void claims_evaluate(const struct claim *table, const struct dataset *sets, int set_count,
                     claims_listener *tell, void *context)
{
    const struct audience audience = {
        .sets = sets, .set_count = set_count, .tell = tell, .context = context};
    for (const struct claim *claim = table; claim->id; claim++)
        evaluate(&audience, claim);
}

const char *claim_verdict_word(enum claim_verdict verdict)
{
    static const char *const words[] = {[CLAIM_HOLDS] = "holds",
                                        [CLAIM_MORE] = "more so",
                                        [CLAIM_LOWER] = "does not hold",
                                        [CLAIM_HIGHER] = "does not hold",
                                        [CLAIM_INCONCLUSIVE] = "inconclusive"};
    return words[verdict];
}

const char *claim_counts(const int counts[CLAIM_VERDICTS], char *text, size_t size)
{
    const int fail = counts[CLAIM_LOWER] + counts[CLAIM_HIGHER];
    snprintf(text, size, "%d hold%s, %d more so, %d do%s not hold, %d inconclusive",
             counts[CLAIM_HOLDS], counts[CLAIM_HOLDS] == 1 ? "s" : "", counts[CLAIM_MORE], fail,
             fail == 1 ? "es" : "", counts[CLAIM_INCONCLUSIVE]);
    return text;
}

const char *claim_limit(const struct claim_test *test, char *text, size_t size)
{
    const struct estimate range = range_of(test);
    if (test->comparison == ABOUT)
        snprintf(text, size, "%s to %s", DIGITS(range.low, 3), DIGITS(range.high, 3));
    else if (test->comparison == AT_LEAST)
        snprintf(text, size, "at least %s", DIGITS(range.low, 3));
    else
        snprintf(text, size, "at most %s", DIGITS(range.high, 3));
    if (test->tolerance > 0)
        text_add(text, size, " (%s within %.0f %%)", DIGITS(test->limit, 3), 100 * test->tolerance);
    return text;
}

/* The number of decimals for about three significant digits. */
static int decimals(double number)
{
    return number >= 100 ? 0 : number >= 10 ? 1 : number >= 1 ? 2 : number >= 0.1 ? 3 : 4;
}

const char *claim_measured(const struct finding *finding, char *text, size_t size)
{
    const struct estimate *measured = &finding->measured;
    const int digits = decimals(measured->value);
    char low[32], high[32];
    snprintf(low, sizeof low, "%.*f", digits, measured->low);
    snprintf(high, sizeof high, "%.*f", digits, measured->high);
    if (!isfinite(measured->value))
        snprintf(text, size, "-");
    else if (strcmp(low, high) == 0)
        snprintf(text, size, "%.*f", digits, measured->value);
    else
        snprintf(text, size, "%.*f (%s to %s)", digits, measured->value, low, high);
    return text;
}

static void add_studies(const struct claim_points *terms, char *text, size_t size)
{
    for (int i = 0; i < TERMS_MAX && terms[i].study; i++)
        if (!word_among(text, terms[i].study))
            text_add(text, size, "%s%s", *text ? " " : "", terms[i].study);
}

const char *claim_studies(const struct claim *claim, char *text, size_t size)
{
    text[0] = '\0';
    for (int i = 0; i < TESTS_MAX && claim->tests[i].measured; i++) {
        add_studies(claim->tests[i].above, text, size);
        add_studies(claim->tests[i].below, text, size);
    }
    if (!text[0])
        snprintf(text, size, "-");
    return text;
}
