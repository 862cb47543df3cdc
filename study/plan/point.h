/* A point: one pattern with its parameter values on one target. It gives one row of results. */
#ifndef WARPLINE_POINT_H
#define WARPLINE_POINT_H

#include "patterns/pattern.h"
#include "patterns/target.h"

struct study;

enum { LEVEL_TEXT_MAX = 16, MEMORY_TIMES_CACHE = 3 };

struct point {
    const struct study *study;
    const struct pattern *pattern;
    struct target *target;
    const struct kernel *kernel; /* NULL on a target without kernels */
    const char *parameter;       /* "-" for the baseline */
    int64_t value;
    const char *settings; /* parameters with other than standard values: "chains=2"; "" */
    int element_bytes;
    struct shape shape;
    int cpu_node, memory_node; /* 1 + the NUMA node of its threads and of its memory, or of the
                                  host's end of its transfers; 0: as the target places them */
    int64_t footprint_bytes, useful_bytes;
    bool baseline; /* the copy that the study's other points on this target are compared with */
    char level[LEVEL_TEXT_MAX];
    bool level_differs; /* differs from the baseline's level */
};

/* What a point is made from. */
struct point_request {
    const struct study *study;
    struct target *target;
    const struct pattern *pattern;
    const char *parameter; /* NULL: a baseline, with the standard values */
    int64_t value;
    const char *settings; /* "chains=2 window=64", applied before `parameter`; NULL: none */
    int element_bytes;    /* a pattern that has only one size keeps it */
    int64_t accesses;     /* of a pass, to elements of `element_bytes` */
    int64_t copy_bytes; /* the footprint of the study's copy: a pattern with a parameter `footprint`
                         * gets it, unless that is what is swept */
    const struct shape *set; /* if not NULL, has the values of the parameters in is_set, a bit
                                each */
    unsigned is_set;
};

/* Makes a point. point->pattern is NULL if the target has no such point: the pattern has no
 * counterpart there, or not this element size. Returns 0, or an exit status after a message. */
int point_make(const struct point_request *request, struct point *point);

/* A pass of any pattern, built in or not. */
struct bounds_point {
    const struct pattern *pattern;
    const struct shape *shape; /* elements, threads and workers are set */
    int element_bytes;
    enum side side;
};

/* Checks by the owner of the patterns' files (study/own/): of a pass before it runs, and of a wrong
 * element of the output after it. */
struct point_checks {
    /* False, with a sentence in `problem`, if the pass would leave its arrays. */
    bool (*in_bounds)(const struct bounds_point *point, char *problem, size_t problem_size);
    /* False if nothing is known of the element; else `text` says why it is wrong. */
    bool (*explain)(const struct pattern *pattern, const struct shape *shape, int64_t element,
                    char *text, size_t text_size);
};

/* The workers of the target that make the point's accesses; none: all. */
struct worker_range point_range(const struct point *point);

/* Whether the target has room for the point's arrays, and the host for the data that it checks them
 * with. */
bool point_has_room(const struct point *point);

/* That element size if the pattern has it, else the smallest that it has. */
int element_bytes_near(const struct pattern *pattern, int wanted);

/* Sets a shape's parameter by name and leaves the others. False if the pattern has no such
 * parameter. */
bool shape_set(struct shape *shape, const struct pattern *pattern, const char *name, int64_t value);

/* A shape with the pattern's standard parameter values. */
struct shape shape_standard(const struct pattern *pattern, int64_t elements, int64_t threads);

/* Workers of a kernel that run at the same time: those of one full team on each multiprocessor. */
int target_resident(struct target *target, const struct kernel *kernel);

/* The kernel of a pattern on a target, its module loaded: NULL with the reason in `problem`, or
 * with an empty `problem` on a target without kernels. */
const struct kernel *point_kernel(struct target *target, const struct pattern *pattern,
                                  int element_bytes, char *problem, size_t problem_size);

/* Writes the workers and logical threads that this kernel gets on this target to a shape, for
 * patterns that choose their launch with these parameter values. Returns 0, or a negative errno
 * if it did not run. */
int point_workers(struct target *target, const struct pattern *pattern, const struct kernel *kernel,
                  struct shape *shape);

/* Whether the target has the two workers that the parameters name; true for a pattern of no pair.
 */
bool has_pair(const struct target *target, const struct pattern *pattern,
              const struct shape *shape);

/* One line on why the pattern has no counterpart on this target; NULL if it has one. */
const char *why_absent(const struct pattern *pattern, const struct target *target);

/* The same if the reason is an option that places the CPU's threads and memory. */
const char *why_misplaced(const struct pattern *pattern, const struct target *target);

/* The same of any target of that side. */
const char *absent_from(const struct pattern *pattern, enum side side);

/* The least power of two that is not less. */
int64_t power_of_two_from(int64_t least);

/* The number of elements of a pass that may have `elements`: what the parameters say, or the next
 * number that the pattern supports. */
int64_t point_elements(const struct pattern *pattern, const struct shape *shape, int64_t elements);

/* The whole blocks of a pass on the point's target. */
int64_t point_blocks(const struct point *point);

/* Bytes of a point's arrays, rounded up to whole words. */
struct footprint {
    int64_t in, out, index;
};

/* Returns their sum, or -1 if it does not fit 63 bits. */
int64_t arrays_bytes(const struct pattern *pattern, const struct shape *shape, int element_bytes,
                     struct footprint *bytes);

/* The launch that a pattern requests with those parameter values; zeros if it leaves the choice
 * to the target. */
struct launch launch_asked(const struct pattern *pattern, const struct shape *shape);

/* Names the level that holds `footprint_bytes`, spread evenly over the target's workers, or used by
 * one worker if `alone`: the first cache with room for it; "memory" from MEMORY_TIMES_CACHE times
 * the last cache on; between the two "L3/memory" (with the last cache's name); "unknown" if no
 * cache is known. */
void target_level(const struct target_facts *facts, int64_t footprint_bytes, bool alone,
                  char level[LEVEL_TEXT_MAX]);

/* The smallest footprint of the plain copy, in bytes, that is sure to be in memory. */
int64_t memory_footprint(const struct target *target);

/* The relative difference that the order of roundings may make to the floats of a result. */
#define FLOAT_TOLERANCE 1e-5F

#endif
