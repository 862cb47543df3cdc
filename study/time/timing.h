/* The report of a run of one point on each target: its plan, proof, probes and samples are those of
 * `run` (study/run/session.h), with more samples. */
#ifndef WARPLINE_TIMING_H
#define WARPLINE_TIMING_H

#include "plots/compare/verdict.h"
#include "study/commands/options.h"
#include "study/run/session.h"
#include "study/time/spread.h"

#include <signal.h>

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
