/* What the project's four source documents claim, and what measurements say of it.
 *
 * A claim is data: points of results.csv by the names in its columns, a quantity of them, what that
 * must be, and why it came out as it did. Verdicts come from that and the rows alone.
 */
#ifndef PLOTS_CLAIMS_H
#define PLOTS_CLAIMS_H

#include "plots/compare/verdict.h"

#include <stdbool.h>
#include <stddef.h>

struct dataset;
struct quantity;

enum { TERMS_MAX = 2, TESTS_MAX = 5, REASON_MAX = 256 };

/* Which of the points that a selection names. */
enum pick {
    PICK_ONLY,     /* the first: there is one */
    PICK_SMALLEST, /* the one at the smallest value of the parameter */
    PICK_LARGEST,
    PICK_LEAST, /* the one whose quantity is least */
    PICK_MOST,
};

/* Points of one pattern on one target. */
struct claim_points {
    const char *study, *pattern, *parameter; /* of the baseline: "-"; study NULL: no selection */
    const char *values;                      /* with blanks between; NULL: all of the sweep */
    const char *element_bytes;               /* NULL: 4, the standard size; "any" */
    enum pick pick;
    bool of_cpu; /* of the CPU in the same results, whatever target is looked at */
};

/* Where a test's points must lie, by the column `level`. */
enum levels { LEVELS_MEMORY, LEVELS_SAME, LEVELS_ANY };

enum limit_kind { AT_LEAST, AT_MOST, ABOUT };

/* One number and what it must be: the product of `above` over the product of `below`. */
struct claim_test {
    bool gpu;             /* on GPUs; else on CPUs */
    const char *measured; /* the number, in words */
    const struct quantity *quantity;
    struct claim_points above[TERMS_MAX], below[TERMS_MAX];
    enum levels levels;
    enum limit_kind comparison;
    double limit;
    double tolerance;           /* limit times or over 1 + tolerance still counts as kept */
    const char *source_value;   /* NULL: the source has none */
    const char *holds;          /* why, where the number is as claimed */
    const char *lower, *higher; /* why, where it is not; NULL where it cannot be that */
};

struct claim {
    const char *id;
    const char *text; /* one sentence, ours */
    const char *source;
    struct claim_test tests[TESTS_MAX]; /* ends at the first without `measured` */
    const char *unmeasured;             /* of a claim without tests: why */
};

/* All claims in the order of the sources, ended by a row without id (claim_table.c). */
extern const struct claim claims[];

/* Derived from two comparisons: of the measured number with either end of what a test takes. */
enum claim_verdict { CLAIM_HOLDS, CLAIM_LOWER, CLAIM_HIGHER, CLAIM_INCONCLUSIVE, CLAIM_VERDICTS };

/* What one test came to on one target. Valid during the call that tells it. */
struct finding {
    const struct claim *claim;
    const struct claim_test *test; /* NULL: the claim has none */
    const struct dataset *set;     /* NULL: no results have such a target */
    const char *target;            /* "gpu", "cpu" or "-" where there is none */
    struct estimate measured;
    enum claim_verdict verdict;
    const char *why; /* one sentence without its end */
};

typedef void claims_listener(void *context, const struct finding *finding);

/* Tells the listener every finding of `table` on every target in the sets: claim by claim, test by
 * test. A verdict allows for the drift of the target's copies (plots/compare/verdict.h); rows that
 * are missing or invalid leave it open. 0 or -ENOMEM, some findings untold. */
int claims_evaluate(const struct claim *table, const struct dataset *sets, int set_count,
                    claims_listener *tell, void *context);

/* "holds", "does not hold" or "inconclusive". */
const char *claim_verdict_word(enum claim_verdict verdict);

/* What a test asks for: "at least 1.05", "0.58 to 0.767 (0.667 within 15 %)". Returns text. */
const char *claim_limit(const struct claim_test *test, char *text, size_t size);

/* A measured number with its interval: "0.700 (0.699 to 0.701)"; "-" where there is none. */
const char *claim_measured(const struct finding *finding, char *text, size_t size);

/* Names of the studies that decide a claim, blanks between; "-" where none does. Returns text. */
const char *claim_studies(const struct claim *claim, char *text, size_t size);

#endif
