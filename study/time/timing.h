/* The report of a run of one point on each target: its plan, proof, probes and samples are those of
 * `run` (study/run/session.h), with more samples. */
#ifndef WARPLINE_TIMING_H
#define WARPLINE_TIMING_H

#include "study/commands/options.h"
#include "study/run/session.h"
#include "study/time/spread.h"

#include <signal.h>

/* The request. */
struct timed {
    const struct pattern *pattern;
    const struct options *options;
    int samples;                       /* to be taken of the point */
    const volatile sig_atomic_t *stop; /* the signal that came; 0: none */
};

/* One target's. Points are the plan's. */
struct timing {
    struct target *target;
    const char *absent;        /* why the target has no such point; NULL: it has one */
    const struct point *point; /* NULL: absent */
    const struct point *copy;  /* that the point is compared with; NULL: none */
    bool is_done;              /* the point was measured, at least in part */
    struct session_point done, copied;
    const struct watch *watch;
    struct spread spread;  /* valid if there are samples */
    enum resource missing; /* the missing ceiling that prevents a predicted time; or RESOURCES */
};

/* Beyond this time in a point's kernels, only as many samples are taken as were requested. */
extern const double timing_most_ns;

/* Writes why the time may not be what it seems: warning number `number`, as a sentence; NULL after
 * the last one. Returns text. */
enum { WARNING_TEXT_MAX = 512 };
const char *timing_warning(const struct timed *timed, const struct timing *timing, int number,
                           char text[WARNING_TEXT_MAX]);

/* Prints all targets' timings as text on stdout: a table with the targets side by side, then the
 * histogram and warnings of each. */
void timings_print(const struct timed *timed, const struct timing *timings, int count);

/* The same as one JSON document (study/json/document.h). Returns the exit status. */
int timings_document(const struct timed *timed, const struct timing *timings, int count);

#endif
