/* The report of a run of one point on each target: its plan, proof, probes and samples are those of
 * `run` (study/run/session.h), with more samples. */
#ifndef WARPLINE_TIMING_H
#define WARPLINE_TIMING_H

#include "plots/compare/verdict.h"
#include "study/commands/options.h"
#include "study/run/session.h"

#include <signal.h>
#include <stdbool.h>

/* The spread of one point's samples: quartiles, outliers, a histogram. */
enum { HISTOGRAM_BINS_MAX = 16 };

/* Times in the unit of the samples. */
struct spread {
    double mean, deviation;             /* standard deviation, by n - 1; 0 of one sample */
    double quartile_low, quartile_high; /* interpolated as numpy's default does (type 7) */
    double mad;                         /* median of the distances from the median */
    double fence_low, fence_high; /* 1.5 interquartile ranges beyond the quartiles (Tukey 1977) */
    int below, above;             /* outliers: samples beyond the fences */
    int disturbed;                /* of these, the ones that were disturbed */
};

struct histogram {
    int bins;          /* 1 or more */
    double low, width; /* bin i begins at low + i * width; the last one includes its end */
    int counts[HISTOGRAM_BINS_MAX];
};

/* The spread of `count` samples, 1 to 1000, in any order; they are not changed. `is_disturbed` says
 * of each whether it was disturbed. */
struct spread spread_of(const double *samples, const bool *is_disturbed, int count);

/* The histogram of the same samples without outliers. The bin width is that of Freedman and
 * Diaconis (1981), twice the interquartile range divided by the cube root of the count; there are
 * at most HISTOGRAM_BINS_MAX bins. */
struct histogram histogram_of(const double *samples, int count, const struct spread *spread);

/* One target's. Points are the plan's. */
struct timing {
    struct target *target;
    const char *absent;        /* why the target has no such point; NULL: it has one */
    const struct point *point; /* NULL: absent */
    const struct point *copy;  /* that the point is compared with; NULL: none */
    bool is_done;              /* the point was measured, at least in part */
    struct session_point done, copied;
    struct watch watch;    /* what was seen of the target */
    struct spread spread;  /* valid if there are samples */
    enum resource missing; /* the missing ceiling that prevents a predicted time; or RESOURCES */
};

enum { TIMED_MOST = 8 };

/* One pattern of the request. */
struct timed {
    const struct pattern *pattern;
    const struct options *options;
    int samples;                       /* to be taken of the point */
    const volatile sig_atomic_t *stop; /* the signal that came; 0: none */
    struct plan plan;
    struct timing *timings; /* one of each target, in their order */
};

/* Beyond this time in a point's kernels, only as many samples are taken as were requested. */
extern const double timing_most_ns;

/* Writes why the time may not be what it seems: warning number `number`, as a sentence; NULL after
 * the last one. Returns text. */
enum { WARNING_TEXT_MAX = 512 };
const char *timing_warning(const struct timed *timed, const struct timing *timing, int number,
                           char text[WARNING_TEXT_MAX]);

/* Prints the timings as text on stdout: of one pattern a table with the targets side by side, of
 * several one table for each target with the patterns side by side, and a sentence for each pair of
 * the fastest and another one; then the histograms and warnings. */
void timings_print(const struct timed *timed, int patterns, int targets);

/* The same as one JSON document (study/json/document.h): that of the pattern or, of several, an
 * array of them and of their ratios. */
void timings_document(const struct timed *timed, int patterns, int targets);

/* The pattern that makes most useful bytes a second on that target; -1 for fewer than two valid
 * ones. */
int timings_fastest(const struct timed *timed, int patterns, int target);

/* The ratio of their useful bytes a second. Copies were measured with both: as far as these differ,
 * the machine drifted. False if one has no valid time there, or both are the same. */
bool timings_compare(const struct timed *a, const struct timed *b, int target,
                     struct comparison *speed);

#endif
