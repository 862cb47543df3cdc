/* One point on one target, measured for itself: the very same proof and measuring as a run's, more
 * samples, and of the ceilings only those that its prediction needs. */
#ifndef WARPLINE_TIMING_H
#define WARPLINE_TIMING_H

#include "study/commands/options.h"
#include "study/measure/measure.h"
#include "study/measure/watch.h"
#include "study/plan/point.h"
#include "study/run/columns.h"
#include "study/time/spread.h"

#include <signal.h>

/* What is asked for. */
struct timed {
    const struct pattern *pattern;
    struct shape
        values; /* of the pattern's parameters: those of is_set, a bit each, are as given */
    unsigned is_set;
    const struct options *options;
    const volatile sig_atomic_t *stop; /* set from outside: whatever is in hand comes to its end */
};

struct timing {
    struct target *target;
    const char *absent; /* why the target has no such point; NULL: it has, and what follows holds */
    struct point point, copy;
    bool has_copy; /* the copy that the point is a fraction of was planned */
    bool is_done;  /* the point was measured, if only in part */
    struct measurement measured, copied;
    struct watch watch;
    struct spread spread;  /* where there are samples */
    char pages[TEXT_MAX];  /* where the input's pages are */
    struct result result;  /* what a row of results would have of it */
    enum resource missing; /* the ceiling for want of which no time is predicted; or RESOURCES */
};

/* Makes the point and its copy; measures nothing. 0, or an exit status after a message. */
int timing_plan(const struct timed *timed, struct target *target, struct timing *timing);

/* Measures: the point, its copy, ceilings. Once `stop` is set, what is not yet measured is left
 * out. 0, or an exit status after a message. */
int timing_measure(const struct timed *timed, struct timing *timing);

/* What keeps the time from being what it says, number `number` of them, as a sentence; NULL after
 * the last one. Returns text. */
enum { WARNING_TEXT_MAX = 512 };
const char *timing_warning(const struct timed *timed, const struct timing *timing, int number,
                           char text[WARNING_TEXT_MAX]);

/* How many samples were to be taken. */
int timing_samples(const struct timed *timed);

/* Of what the copies reach, 0 where none was measured. */
double timing_copy_gbps(const struct timing *timing);

#endif
