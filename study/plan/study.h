/* The catalogue of studies and the plan of points that it makes on given targets. */
#ifndef WARPLINE_STUDY_H
#define WARPLINE_STUDY_H

#include "patterns/pattern.h"
#include "study/commands/options.h"
#include "study/plan/level.h"
#include "study/plan/targets.h"

enum { SWEEPS_MAX = 8 };

/* How the values of a sweep come about. */
enum sweep_kind {
    SWEEP_LISTED,     /* the values below */
    SWEEP_POWERS,     /* powers of two from 1 to the turns of a thread */
    SWEEP_WINDOWS,    /* powers of two from 1 to all elements */
    SWEEP_THREADS,    /* powers of two from 1, and all logical threads */
    SWEEP_FOOTPRINTS, /* footprints from 8 KiB to memory, by the target's cache levels */
    SWEEP_SIZES,      /* footprints from 8 KiB to 2 GiB, the same on all targets */
    SWEEP_ELEMENTS,   /* the pattern's element sizes, in bytes */
    SWEEP_TEAMS,      /* the values below, where a target has a choice of teams */
    SWEEP_WORKERS,    /* the values below as far as a team has so many workers, and all of them */
};

/* One pattern swept over one parameter. */
struct sweep {
    const char *pattern;
    const char *parameter;
    enum sweep_kind kind;
    const char *quick, *full; /* values with blanks between */
};

struct study {
    const char *name;
    const char *question;
    bool alone;                      /* there is no copy to compare with */
    struct sweep sweeps[SWEEPS_MAX]; /* ends at the first without a pattern */
};

/* One point: one row of results. */
struct point {
    const struct study *study;
    const struct pattern *pattern;
    struct target *target;
    const struct kernel *kernel; /* NULL on a target without kernels */
    const char *parameter;       /* "-" for the baseline */
    int64_t value;
    int element_bytes;
    struct shape shape;
    int64_t footprint_bytes, useful_bytes;
    bool baseline; /* the copy that the study's other points on this target are a fraction of */
    char level[LEVEL_TEXT_MAX];
    bool level_differs; /* from the baseline's */
};

struct plan {
    struct point *points;
    int count, room;
};

/* All studies, ended by a row without name. */
extern const struct study study_catalogue[];

/* 0 if all options->names are studies, else EXIT_USAGE after a message. */
int plan_check_names(const struct options *options);

/* Plans the studies that options->names name (all where it names none) on all targets: study by
 * study, in random order by options->seed, and the baselines all along, each before its study's
 * points and those of the studies just before it. Work is equal
 * along a sweep: all points of a study on one target make the same number of element accesses. The
 * names have been checked. Returns 0 or an exit status after a message; the caller frees
 * plan->points. */
int plan_make(struct plan *plan, const struct options *options, struct target_list *targets);

/* The footprint of the plain copy, in bytes, at which it is sure to come from memory. */
int64_t memory_footprint(const struct target *target);

/* A point of no study, of that footprint as far as the pattern leaves a choice: `value` of
 * `parameter` (NULL: the standard values). point->kernel is NULL where the target has none, or not
 * the memory. 0, or an exit status after a message. */
int plan_probe(struct target *target, const struct pattern *pattern, int element_bytes,
               int64_t footprint_bytes, const char *parameter, int64_t value, struct point *point);

/* Sets a shape's parameter by name, leaving the others. False where the pattern has none such. */
bool shape_set(struct shape *shape, const struct pattern *pattern, const char *name, int64_t value);

/* A shape with the pattern's standard parameter values. */
struct shape shape_standard(const struct pattern *pattern, int64_t elements, int64_t threads);

/* Workers of a kernel that run at the same time: those of one full team on each multiprocessor. */
int target_resident(struct target *target, const struct kernel *kernel);

/* The kernel of a pattern on a target, its module loaded: NULL with the reason in `problem`, or
 * with an empty `problem` on a target without kernels. */
const struct kernel *point_kernel(struct target *target, const struct pattern *pattern,
                                  int element_bytes, char *problem, size_t problem_size);

/* Writes to a shape how many workers and logical threads this kernel gets on this target, for
 * patterns that choose their launch with these parameter values. 0, or a negative errno where it
 * did not run. */
int point_workers(struct target *target, const struct pattern *pattern, const struct kernel *kernel,
                  struct shape *shape);

/* One line on why the pattern has no counterpart on this target; NULL where it has one. */
const char *why_absent(const struct pattern *pattern, const struct target *target);

/* How many elements the pass will have that may have `elements`: what the parameters say, or the
 * next number that the pattern can do with. */
int64_t point_elements(const struct pattern *pattern, const struct shape *shape, int64_t elements);

#endif
