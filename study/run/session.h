/* Measures the points of a plan, one after another, on some targets: both `run` and `time` measure
 * only in this way. A session carries what one point leaves for the next: arrays, ceilings, the
 * copies so far, and the other load that was seen. */
#ifndef WARPLINE_SESSION_H
#define WARPLINE_SESSION_H

#include "study/ceilings/ceilings.h"
#include "study/ceilings/core.h"
#include "study/measure/arrays.h"
#include "study/measure/progress.h"
#include "study/measure/watch.h"
#include "study/plan/plan.h"
#include "study/run/columns.h"

enum { COPIES_MAX = 256 };

/* A measured copy; 0 GB/s if it is not valid. */
struct measured_copy {
    const struct study *study;
    const struct target *target;
    int element_bytes;
    int64_t footprint_bytes;
    double gbps, core_ns; /* and the cores' speed index; NaN: unknown */
    bool disturbed;       /* then nothing is compared with it */
};

struct session {
    struct target *targets; /* the points' targets; the arrays below are in their order */
    int target_count;
    struct measure_settings settings;
    struct progress *progress; /* NULL: nothing is printed */
    struct arrays arrays[TARGETS_MAX];
    struct ceiling_set ceilings[TARGETS_MAX];
    struct watch watches[TARGETS_MAX];
    struct ceilings_file ceilings_file;
    double renew_after_ns; /* clock time before which no ceiling is measured again */
    bool reuses_ceilings;  /* from this machine's last run (remembered.h) */
    struct measured_copy copies[COPIES_MAX]; /* in the order of measuring */
    int copy_count;
    struct core_passes cores;
    bool copies_changed; /* since the ceilings of memory were taken from them */
};

/* The outcome of a point. `result` points to the other two. */
struct session_point {
    struct measurement measured;
    struct seen_memory memory; /* where its largest array is */
    struct result result;
};

/* The settings with which `run` measures the request: samples, warm-up, limits. */
struct measure_settings session_settings(const struct plan_request *request);

/* Begins a session on these targets: it measures as `run` measures the request, prints nothing, and
 * has no file of ceilings. The caller may then set `settings`, `progress` and `ceilings_file`. */
void session_begin(struct session *session, const struct plan_request *request,
                   struct target_list *targets);

/* The number of the point's target. */
int session_target(const struct session *session, const struct point *point);

/* Measures the unknown ceilings that most of these points need: first the capacities of caches, on
 * which the others depend. Once settings.stop is set, no further probe begins. Returns 0, or an
 * exit status after a message. */
int session_ready_ceilings(struct session *session, const struct rest *rest);

/* Counts a copy that an earlier run measured. */
void session_keep_copy(struct session *session, const struct point *point, double gbps,
                       double core_ns, bool disturbed);

/* Predicts the cost of point `index` of the plan, with ceilings that are recent enough, and
 * measures it. Returns 0, or an exit status after a message: EXIT_STOPPED if a signal requested it.
 */
int session_measure(struct session *session, const struct plan *plan, int index,
                    struct session_point *done);

/* Measures a point that was measured before: only its time. Returns 0, or an exit status after a
 * message. */
int session_measure_again(struct session *session, const struct point *point,
                          struct measurement *measured);

/* Prints what was seen of other load, and frees all memory. */
void session_end(struct session *session);

#endif
