/* The claims of the project's four source documents, and the verdicts of measurements on them.
 *
 * A claim is data: points of results.csv by the names in its columns, a quantity of them, its
 * expected value, and the reasons for each outcome. Verdicts depend on these and on the rows
 * alone. */
#ifndef PLOTS_CLAIMS_H
#define PLOTS_CLAIMS_H

#include "plots/compare/verdict.h"

#include <stdbool.h>
#include <stddef.h>

struct dataset;
struct quantity;

enum { TERMS_MAX = 2, TESTS_MAX = 5, REASON_MAX = 256 };

/* Which of a selection's points is used. */
enum pick {
    PICK_ONLY,     /* the only one: the first */
    PICK_SMALLEST, /* the one at the smallest parameter value */
    PICK_LARGEST,
    PICK_LEAST, /* the one with the smallest quantity */
    PICK_MOST,
};

/* Points of one pattern on one target. */
struct claim_points {
    const char *study, *pattern, *parameter; /* "-" for the baseline; study NULL: no selection */
    const char *values;                      /* separated by blanks; NULL: the whole sweep */
    const char *element_bytes;               /* NULL: 4, the standard size; "any" */
    enum pick pick;
    bool of_cpu; /* on the CPU of the same results, whatever the target */
};

/* The cache level that a test's points must be in, by the column `level`. */
enum levels { LEVELS_MEMORY, LEVELS_SAME, LEVELS_ANY };

enum limit_kind { AT_LEAST, AT_MOST, ABOUT };

/* One number and its expected value: the product of `above` divided by the product of `below`. */
struct claim_test {
    bool gpu;                        /* on GPUs; else on CPUs */
    const char *measured;            /* the number, in words */
    const struct quantity *quantity; /* NULL: useful_bandwidth */
    struct claim_points above[TERMS_MAX], below[TERMS_MAX];
    enum levels levels;
    enum limit_kind comparison;
    double limit;
    double tolerance;           /* limit / (1 + tolerance) to limit * (1 + tolerance) agree */
    const char *source_value;   /* in the source's own words ("2/3"); NULL: none */
    const char *holds;          /* the reason, if the number is as claimed */
    const char *lower, *higher; /* the reason, if it is not; NULL: this cannot happen */
};

struct claim {
    const char *id;
    const char *text; /* one sentence, in our words */
    const char *source;
    struct claim_test tests[TESTS_MAX]; /* ends at the first without `measured` */
    const char *unmeasured;             /* for a claim without tests: the reason */
};

/* All claims in the order of the sources, ended by a row without id (claim_table.c). */
extern const struct claim claims[];

/* Derived from two comparisons: of the measured number with both ends of the accepted range. Above
 * a claimed factor, the effect is stronger than claimed. */
enum claim_verdict {
    CLAIM_HOLDS,
    CLAIM_MORE,
    CLAIM_LOWER,
    CLAIM_HIGHER,
    CLAIM_INCONCLUSIVE,
    CLAIM_VERDICTS
};

/* The result of one test on one target. Valid only during the call of the listener. */
struct finding {
    const struct claim *claim;
    const struct claim_test *test; /* NULL: the claim has none */
    const struct dataset *set;     /* NULL: no results have such a target */
    const char *target;            /* "gpu", "cpu", or "-" for none */
    struct estimate measured;
    enum claim_verdict verdict;
    const char *why; /* one sentence without its full stop */
};

typedef void claims_listener(void *context, const struct finding *finding);

/* Calls the listener with every finding of `table` on every target in the sets: claim by claim,
 * test by test. A verdict allows for the drift of the target's copies (plots/compare/verdict.h);
 * missing or invalid rows make it inconclusive. */
void claims_evaluate(const struct claim *table, const struct dataset *sets, int set_count,
                     claims_listener *tell, void *context);

/* "holds", "more so", "does not hold" or "inconclusive". */
const char *claim_verdict_word(enum claim_verdict verdict);

/* The expected value of a test: "at least 1.05", "0.58 to 0.767 (0.667 within 15 %)". Returns
 * text. */
const char *claim_limit(const struct claim_test *test, char *text, size_t size);

/* A measured number with its interval: "0.700 (0.699 to 0.701)"; "-" if there is none. */
const char *claim_measured(const struct finding *finding, char *text, size_t size);

/* "35 hold, 3 more so, 16 do not hold, 8 inconclusive": numbers of findings. Returns text. */
const char *claim_counts(const int counts[CLAIM_VERDICTS], char *text, size_t size);

/* Names of the studies that decide a claim, separated by blanks; "-" if there is none. Returns
 * text. */
const char *claim_studies(const struct claim *claim, char *text, size_t size);

#endif
