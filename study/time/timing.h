/* The report of a run of one point on each target: its plan, proof, probes and samples are those of
 * `run` (study/run/session.h), with more samples. */
#ifndef WARPLINE_TIMING_H
#define WARPLINE_TIMING_H

#include "study/commands/options.h"
#include "study/run/session.h"
#include "study/time/spread.h"

#include <signal.h>

/* What is asked for. */
struct timed {
    const struct pattern *pattern;
    const struct options *options;
    int samples;                       /* to be taken of the point */
    const volatile sig_atomic_t *stop; /* the signal that came; 0: none */
};

/* One target's. Points are the plan's. */
struct timing {
    struct target *target;
    const char *absent;        /* why the target has no such point; NULL: it has */
    const struct point *point; /* NULL: absent */
    const struct point *copy;  /* that the point is a fraction of; NULL: none */
    bool is_done;              /* the point was measured, if only in part */
    struct session_point done, copied;
    const struct watch *watch;
    struct spread spread;  /* where there are samples */
    enum resource missing; /* the ceiling for want of which no time is predicted; or RESOURCES */
};

/* More samples than asked for are not taken of a point whose kernels have run for so long. */
extern const double timing_most_ns;

/* What keeps the time from being what it says, number `number` of them, as a sentence; NULL after
 * the last one. Returns text. */
enum { WARNING_TEXT_MAX = 512 };
const char *timing_warning(const struct timed *timed, const struct timing *timing, int number,
                           char text[WARNING_TEXT_MAX]);

/* All targets' as text on stdout: a table, the targets side by side; then of each its histogram and
 * warnings. */
void timings_print(const struct timed *timed, const struct timing *timings, int count);

/* The same as one JSON document (study/json/document.h). Returns the exit status. */
int timings_document(const struct timed *timed, const struct timing *timings, int count);

#endif
