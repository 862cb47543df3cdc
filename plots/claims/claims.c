#include "plots/claims/claims.h"

#include "plots/data/dataset.h"
#include "plots/data/median.h"
#include "plots/figure/quantity.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One test on one target of one set. */
struct trial {
    const struct dataset *set;
    const char *target;
    const struct claim_test *test;
    const char *level;       /* of the points so far; NULL before the first */
    char *reason;            /* why it is inconclusive: REASON_MAX characters */
    struct row copy;         /* the one that the points of a study compare with */
    const struct row **room; /* for all points of the set */
    double *numbers;         /* for as many */
};

/* The points of a selection, in the trial's room. */
struct found {
    const struct row **points;
    int count;
};

/* Whether `word` is one of the words in `list`. */
static bool has_word(const char *list, const char *word)
{
    size_t length = strlen(word);
    while (*list) {
        size_t next = strcspn(list, " ");
        if (next == length && strncmp(list, word, length) == 0)
            return true;
        list += next + strspn(list + next, " ");
    }
    return false;
}

static const char *target_of(const struct trial *trial, const struct selection *selection)
{
    return selection->of_cpu ? "cpu" : trial->target;
}

static bool fits_element(const struct selection *selection, const struct row *point)
{
    const char *bytes = selection->element_bytes ? selection->element_bytes : "4";
    return strcmp(bytes, "any") == 0 || strcmp(bytes, point->element_bytes) == 0;
}

static bool fits(const struct trial *trial, const struct selection *selection,
                 const struct row *point)
{
    return strcmp(point->pattern, selection->pattern) == 0 &&
           strcmp(point->parameter, selection->parameter) == 0 &&
           strcmp(point->target, target_of(trial, selection)) == 0 &&
           fits_element(selection, point) &&
           (!selection->values || has_word(selection->values, point->value));
}

/* The copy of a study as its points are compared with it: the yardstick that the last of them has.
 */
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

static struct found collect(struct trial *trial, const struct selection *selection)
{
    struct found found = {.points = trial->room};
    const struct study_rows *study = dataset_study(trial->set, selection->study);
    for (int i = 0; study && i < study->count; i++)
        if (fits(trial, selection, study->rows[i]))
            found.points[found.count++] = study->rows[i];
    if (found.count > 0 && row_is_baseline(found.points[0]) && found.points[0]->usable)
        found.points[0] = own_copy(trial, study, found.points[0]);
    return found;
}

static void keep(struct found *found, const struct row *point)
{
    found->points[0] = point;
    found->count = 1;
}

/* Leaves the point at the smallest (sign 1) or largest (sign -1) value. */
static void keep_end(struct found *found, int sign)
{
    const struct row *end = found->points[0];
    for (int i = 1; i < found->count; i++)
        if (sign * found->points[i]->at < sign * end->at)
            end = found->points[i];
    keep(found, end);
}

/* Leaves the point whose quantity is least (sign 1) or most (sign -1). */
static void keep_extreme(struct found *found, const struct quantity *quantity, int sign)
{
    const struct row *extreme = found->points[0];
    for (int i = 1; i < found->count; i++)
        if (sign * quantity_median(quantity, NULL, found->points[i]) <
            sign * quantity_median(quantity, NULL, extreme))
            extreme = found->points[i];
    keep(found, extreme);
}

/* Ends of a sweep are taken before points are looked at: an invalid one is not replaced by the
 * next. */
static void keep_place(struct found *found, enum pick pick)
{
    if (pick == PICK_SMALLEST || pick == PICK_LARGEST)
        keep_end(found, pick == PICK_SMALLEST ? 1 : -1);
    else if (pick == PICK_ONLY)
        keep(found, found->points[0]);
}

static bool refuse_missing(const struct trial *trial, const struct selection *selection)
{
    const bool baseline = strcmp(selection->parameter, "-") == 0;
    snprintf(trial->reason, REASON_MAX, "not in these results: %s of study %s on %s%s%s%s%s%s",
             selection->pattern, selection->study, target_of(trial, selection),
             baseline ? "" : " by ", baseline ? "" : selection->parameter,
             selection->values ? ", at " : "", selection->values ? selection->values : "",
             selection->element_bytes ? "" : ", with elements of 4 bytes");
    return false;
}

static bool all_usable(const struct trial *trial, const struct found *found)
{
    for (int i = 0; i < found->count; i++) {
        const struct row *point = found->points[i];
        if (point->usable)
            continue;
        snprintf(trial->reason, REASON_MAX, "%s of study %s at %s is invalid: %s", point->pattern,
                 point->study, point->value,
                 strncmp(point->valid, "no: ", 4) == 0 ? point->valid + 4 : "it has no time");
        return false;
    }
    return true;
}

/* A ratio of a cache's speed to the memory's says nothing of the pattern, and one within a cache
 * nothing of what memory moves. */
static bool fits_level(const struct trial *trial, const char *level)
{
    const enum levels levels = trial->test->levels;
    if (levels == LEVELS_MEMORY && strcmp(level, "memory") != 0)
        snprintf(trial->reason, REASON_MAX, "a claim about memory, but measured in %s", level);
    else if (levels == LEVELS_SAME && trial->level && strcmp(trial->level, level) != 0)
        snprintf(trial->reason, REASON_MAX, "its points lie in different levels: %s and %s",
                 trial->level, level);
    else
        return true;
    return false;
}

static bool fit_levels(struct trial *trial, const struct found *found)
{
    for (int i = 0; i < found->count; i++) {
        if (!fits_level(trial, found->points[i]->level))
            return false;
        trial->level = found->points[i]->level;
    }
    return true;
}

/* What of a point's quantity is taken: the median, or an end of its interval. */
enum part { MEDIAN, LOW_END, HIGH_END };

static double median_part(const struct trial *trial, const struct found *found, enum part part)
{
    const struct quantity *quantity = trial->test->quantity;
    for (int i = 0; i < found->count; i++)
        trial->numbers[i] = part == MEDIAN
                                ? quantity_median(quantity, NULL, found->points[i])
                                : quantity_end(quantity, NULL, found->points[i], part == HIGH_END);
    return median_of(trial->numbers, found->count);
}

static struct estimate estimate_of(const struct trial *trial, const struct found *found)
{
    return (struct estimate){.value = median_part(trial, found, MEDIAN),
                             .low = median_part(trial, found, LOW_END),
                             .high = median_part(trial, found, HIGH_END)};
}

/* The number of a selection; false with the reason where it cannot be had. */
static bool read_term(struct trial *trial, const struct selection *selection,
                      struct estimate *estimate)
{
    struct found found = collect(trial, selection);
    if (found.count == 0)
        return refuse_missing(trial, selection);
    keep_place(&found, selection->pick);
    if (!all_usable(trial, &found))
        return false;
    if (selection->pick == PICK_LEAST || selection->pick == PICK_MOST)
        keep_extreme(&found, trial->test->quantity, selection->pick == PICK_LEAST ? 1 : -1);
    if (!fit_levels(trial, &found))
        return false;
    *estimate = estimate_of(trial, &found);
    if (isfinite(estimate->value) && isfinite(estimate->low) && isfinite(estimate->high))
        return true;
    snprintf(trial->reason, REASON_MAX, "%s of study %s has no 95 %% interval here",
             selection->pattern, selection->study);
    return false;
}

static double drift_of(const struct target_rates *rates)
{
    return rates->fastest_gbps > 0 ? rates->fastest_gbps / rates->slowest_gbps : 1;
}

double claims_drift(const struct dataset *set, const char *target)
{
    for (int i = 0; i < set->target_count; i++)
        if (strcmp(set->targets[i].target, target) == 0)
            return drift_of(&set->targets[i]);
    return 1;
}

const char *claims_drifts(const struct dataset *set, char *text, size_t size)
{
    text[0] = '\0';
    for (int i = 0; i < set->target_count; i++) {
        const size_t length = strlen(text);
        snprintf(text + length, size - length, "%s%s %.2g %%", length ? ", " : "",
                 set->targets[i].target, 100 * (drift_of(&set->targets[i]) - 1));
    }
    return text;
}

/* What a test is made of so far: the number, and the same with its interval widened. */
struct product {
    struct estimate measured;
    double slack; /* the factor by which drift widens the interval to either side */
};

/* Each of two points takes the root of the drift, so that their ratio takes it once. */
static void multiply(struct product *product, const struct trial *trial,
                     const struct selection *selection, const struct estimate *by, bool below)
{
    struct estimate *measured = &product->measured;
    measured->value *= below ? 1 / by->value : by->value;
    measured->low *= below ? 1 / by->high : by->low;
    measured->high *= below ? 1 / by->low : by->high;
    product->slack *= sqrt(claims_drift(trial->set, target_of(trial, selection)));
}

static bool multiply_all(struct trial *trial, const struct selection *terms, bool below,
                         struct product *product)
{
    for (int i = 0; i < TERMS_MAX && terms[i].study; i++) {
        struct estimate term = {NAN, NAN, NAN};
        if (!read_term(trial, &terms[i], &term))
            return false;
        multiply(product, trial, &terms[i], &term, below);
    }
    return true;
}

/* The range of numbers that a test takes for what was claimed. */
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

static enum verdict judge(const struct claim_test *test, const struct product *product)
{
    const struct estimate range = range_of(test);
    const double low = product->measured.low / product->slack;
    const double high = product->measured.high * product->slack;
    if (low >= range.low && high <= range.high)
        return VERDICT_HOLDS;
    if (high < range.low)
        return VERDICT_LOWER;
    return low > range.high ? VERDICT_HIGHER : VERDICT_INCONCLUSIVE;
}

static const char *why(const struct trial *trial, const struct product *product,
                       enum verdict verdict)
{
    const char *const sentences[] = {[VERDICT_HOLDS] = trial->test->holds,
                                     [VERDICT_LOWER] = trial->test->lower,
                                     [VERDICT_HIGHER] = trial->test->higher,
                                     [VERDICT_INCONCLUSIVE] = trial->reason};
    snprintf(
        trial->reason, REASON_MAX,
        "too close to the limit: with the copies' variation the 95 %% interval is %.3g to %.3g",
        product->measured.low / product->slack, product->measured.high * product->slack);
    return sentences[verdict] ? sentences[verdict] : "";
}

static void try_target(struct trial *trial, struct finding *finding)
{
    struct product product = {.measured = {1, 1, 1}, .slack = 1};
    trial->level = NULL;
    finding->set = trial->set;
    finding->target = trial->target;
    finding->measured = (struct estimate){NAN, NAN, NAN};
    finding->verdict = VERDICT_INCONCLUSIVE;
    finding->why = trial->reason;
    if (!multiply_all(trial, trial->test->above, false, &product) ||
        !multiply_all(trial, trial->test->below, true, &product))
        return;
    finding->measured = product.measured;
    finding->verdict = judge(trial->test, &product);
    finding->why = why(trial, &product, finding->verdict);
}

/* Where and to whom findings go. */
struct audience {
    const struct dataset *sets;
    int set_count;
    claims_listener *tell;
    void *context;
    const struct row **room; /* for all points of the largest set, as a trial has it */
    double *numbers;
};

/* How many targets of the set the test was tried on. */
static int try_set(const struct audience *audience, const struct dataset *set,
                   struct finding *finding)
{
    char reason[REASON_MAX];
    int tried = 0;
    for (int i = 0; i < set->target_count; i++) {
        const char *target = set->targets[i].target;
        if (!(finding->test->gpu ? set->targets[i].gpu : set->targets[i].cpu))
            continue;
        struct trial trial = {.set = set,
                              .target = target,
                              .test = finding->test,
                              .reason = reason,
                              .room = audience->room,
                              .numbers = audience->numbers};
        try_target(&trial, finding);
        audience->tell(audience->context, finding);
        tried++;
    }
    return tried;
}

static void try_test(const struct audience *audience, const struct claim *claim,
                     const struct claim_test *test)
{
    struct finding finding = {.claim = claim, .test = test};
    int tried = 0;
    for (int i = 0; i < audience->set_count; i++)
        tried += try_set(audience, &audience->sets[i], &finding);
    if (tried)
        return;
    finding = (struct finding){.claim = claim,
                               .test = test,
                               .target = test->gpu ? "gpu" : "cpu",
                               .measured = {NAN, NAN, NAN},
                               .verdict = VERDICT_INCONCLUSIVE,
                               .why = test->gpu ? "not measured: no GPU in these results"
                                                : "not measured: no CPU in these results"};
    audience->tell(audience->context, &finding);
}

static void evaluate(const struct audience *audience, const struct claim *claim)
{
    const struct finding unmeasured = {.claim = claim,
                                       .target = "-",
                                       .measured = {NAN, NAN, NAN},
                                       .verdict = VERDICT_INCONCLUSIVE,
                                       .why = claim->unmeasured};
    for (int i = 0; i < TESTS_MAX && claim->tests[i].measured; i++)
        try_test(audience, claim, &claim->tests[i]);
    if (claim->unmeasured)
        audience->tell(audience->context, &unmeasured);
}

static size_t largest_count(const struct dataset *sets, int set_count)
{
    int most = 1;
    for (int i = 0; i < set_count; i++)
        most = sets[i].count > most ? sets[i].count : most;
    return (size_t)most;
}

int claims_evaluate(const struct claim *table, const struct dataset *sets, int set_count,
                    claims_listener *tell, void *context)
{
    const size_t most = largest_count(sets, set_count);
    struct audience audience = {.sets = sets,
                                .set_count = set_count,
                                .tell = tell,
                                .context = context,
                                .room = calloc(most, sizeof *audience.room),
                                .numbers = calloc(most, sizeof *audience.numbers)};
    const bool has_room = audience.room && audience.numbers;
    for (const struct claim *claim = table; has_room && claim->id; claim++)
        evaluate(&audience, claim);
    free(audience.room);
    free(audience.numbers);
    return has_room ? 0 : -ENOMEM;
}

const char *verdict_words(enum verdict verdict)
{
    static const char *const words[] = {[VERDICT_HOLDS] = "holds",
                                        [VERDICT_LOWER] = "does not hold",
                                        [VERDICT_HIGHER] = "does not hold",
                                        [VERDICT_INCONCLUSIVE] = "inconclusive"};
    return words[verdict];
}

const char *claim_limit(const struct claim_test *test, char *text, size_t size)
{
    const struct estimate range = range_of(test);
    int length = test->comparison == AT_LEAST ? snprintf(text, size, "at least %.3g", range.low)
                 : test->comparison == AT_MOST
                     ? snprintf(text, size, "at most %.3g", range.high)
                     : snprintf(text, size, "%.3g to %.3g", range.low, range.high);
    if (test->tolerance > 0 && length < (int)size)
        snprintf(text + length, size - length, " (%.3g within %.0f %%)", test->limit,
                 100 * test->tolerance);
    return text;
}

/* Decimals after the point for about three digits that count. */
static int decimals(double number)
{
    return number >= 100 ? 0 : number >= 10 ? 1 : number >= 1 ? 2 : number >= 0.1 ? 3 : 4;
}

const char *claim_measured(const struct finding *finding, char *text, size_t size)
{
    const struct estimate *measured = &finding->measured;
    const int digits = decimals(measured->value);
    if (isfinite(measured->value))
        snprintf(text, size, "%.*f (%.*f to %.*f)", digits, measured->value, digits, measured->low,
                 digits, measured->high);
    else
        snprintf(text, size, "-");
    return text;
}

static void add_studies(const struct selection *terms, char *text, size_t size)
{
    for (int i = 0; i < TERMS_MAX && terms[i].study; i++) {
        size_t length = strlen(text);
        if (!has_word(text, terms[i].study))
            snprintf(text + length, size - length, "%s%s", length ? " " : "", terms[i].study);
    }
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
