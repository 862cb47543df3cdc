/* The probes: small points, each of which asks for little else than one thing that a target can run
 * out of (demand.h). */
#ifndef WARPLINE_PROBES_H
#define WARPLINE_PROBES_H

#include "study/model/demand.h"
#include "study/plan/plan.h"

/* Where a probe's footprint lives. */
enum place {
    HALF_LEVEL,   /* half of what all workers, or the one that is alone, can use of the level */
    EIGHTH_LEVEL, /* for what leaves gaps */
    WHOLE_LEVEL,  /* all of it: for what uses one of its two arrays */
    LITTLE_LEVEL, /* little of it, but more than fits into the level before */
    IN_MEMORY,
    LONG_WORK /* of as many elements as are in memory, but with no use for it */
};

struct probe {
    enum resource resource;
    bool gpu, cpu;
    int level; /* of a CPU's footprint, from 0; a GPU's is its last */
    enum place place;
    const char *pattern;
    int element_bytes;
    const char *parameter; /* NULL: the standard ones */
    int64_t value;
};
extern const struct probe probes[];
extern const int probe_count;

/* Whether it is one for this kind of target, and for a level that the target has. */
bool probe_fits(const struct probe *probe, const struct target *target);

/* Its point, as plan_probe. */
int probe_point(const struct probe *probe, struct target *target, struct point *point);

/* Which resources the plan's points on a target ask for, those left out that `is_done` says are
 * measured already, and which besides have to be known to measure these. 0 or an exit status after
 * a message. */
int probes_needed(struct target *target, const struct plan *plan,
                  bool (*is_done)(const void *with, const struct point *point), const void *with,
                  bool needed[RESOURCES]);

#endif
