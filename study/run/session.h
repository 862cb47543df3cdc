/* Measuring the points of a plan, one after another, on some targets: the only way in which `run`
 * and `time` measure. A session has what one point leaves for the next: arrays, ceilings, the
 * copies so far, what was seen of other load. */
#ifndef WARPLINE_SESSION_H
#define WARPLINE_SESSION_H

#include "study/ceilings/ceilings.h"
#include "study/measure/arrays.h"
#include "study/measure/progress.h"
#include "study/measure/watch.h"
#include "study/plan/plan.h"
#include "study/run/columns.h"

enum { COPIES_MAX = 256 };

/* A measured copy, in the order of measuring; 0 GB/s if it is not valid. */
struct session_copy {
    const struct study *study;
    const struct target *target;
    int element_bytes;
    int64_t footprint_bytes;
    double gbps;
};

struct session {
    struct target *targets; /* points are on these; the arrays below are in their order */
    int target_count;
    struct measure_settings settings;
    struct progress *progress; /* NULL: nothing is printed */
    struct arrays arrays[TARGETS_MAX];
    struct ceiling_set ceilings[TARGETS_MAX];
    struct watch watches[TARGETS_MAX];
    struct ceilings_file ceilings_file;
    double renew_after_ns; /* by the clock: no ceiling is measured anew before */
    struct session_copy copies[COPIES_MAX];
    int copy_count;
    bool copies_changed; /* since the ceilings of memory were taken from them */
};

/* What a point came to. `result` points to the other two. */
struct session_point {
    struct measurement measured;
    char pages[TEXT_MAX]; /* where the pages of its input are */
    struct result result;
};

/* How `run` measures the request: samples, warm-up, limits. */
struct measure_settings session_settings(const struct plan_request *request);

/* Begins a session on these targets: measured as `run` measures the request, nothing printed, no
 * file of ceilings. The caller may set `settings`, `progress` and `ceilings_file` before it goes
 * on. */
void session_begin(struct session *session, const struct plan_request *request,
                   struct target_list *targets);

/* The number of the point's target. */
int session_target(const struct session *session, const struct point *point);

/* Measures the ceilings that the plan's points need, those left out that `is_done` says are
 * measured, as far as they are not known. Once settings.stop is set, no further probe begins.
 * 0, or an exit status after a message. */
int session_ready_ceilings(struct session *session, const struct plan *plan,
                           bool (*is_done)(const void *with, const struct point *point),
                           const void *with);

/* Counts a copy that an earlier run measured. */
void session_keep_copy(struct session *session, const struct point *point, double gbps);

/* Proves and measures point `index` of the plan, on ceilings that are not too old, and asks the
 * models for it. 0, or an exit status after a message, EXIT_STOPPED where a signal asked for it. */
int session_measure(struct session *session, const struct plan *plan, int index,
                    struct session_point *done);

/* What the point is a fraction of: the median of the copies like its own; 0 where there is none. */
double session_copy_gbps(const struct session *session, const struct point *point);

/* Says what was seen of other load, and gives all memory back. */
void session_end(struct session *session);

#endif
