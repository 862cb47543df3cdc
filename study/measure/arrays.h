/* The arrays of a point on its target, and the check of their contents after a pass. */
#ifndef WARPLINE_ARRAYS_H
#define WARPLINE_ARRAYS_H

#include "patterns/random.h"
#include "patterns/target.h"
#include "study/plan/point.h"

/* Host memory for copies from and to a device: the device's output that the host checks, and the
 * host's end of measured transfers.
 *
 * Zero before the first use. It is reused and grows to the largest need, because touching fresh
 * pages takes longer than copying. It consists of whole large pages. */
struct host_memory {
    void *memory;
    size_t room; /* bytes */
    bool pinned; /* for the target's driver, which otherwise copies through a separate buffer */
    int node;    /* 1 + the NUMA node of its pages; 0: that of the thread that touched them */
};

/* Copies from the target's memory, pinned if the driver allows it. The result is valid until the
 * next call; NULL, with a reason in `problem`, on failure. */
void *host_copy_of(struct host_memory *copy, struct target *target, const void *from, size_t bytes,
                   char *problem, size_t problem_size);

/* A buffer of at least `bytes` bytes for transfers, all of them touched, on NUMA node `node` - 1
 * unless that is 0, and pinned if requested. Valid until the next call; NULL, with a reason in
 * `problem`, without memory or if the driver refuses to pin it. */
void *host_end_of(struct host_memory *end, struct target *target, size_t bytes, int node,
                  bool pinned, char *problem, size_t problem_size);

/* Frees the memory; the target must be open. */
void host_memory_release(struct host_memory *host, struct target *target);

/* Zero before the first use. Arrays are reused from point to point if they are large enough:
 * touching memory for the first time takes longer than most measurements. They are not reused where
 * the target's memory is on several nodes: there the worker that uses a page must touch it
 * first. */
struct array {
    void *memory; /* NULL until a point needs it */
    size_t bytes; /* of the current point, whole 8-byte words */
    size_t room;  /* of the allocated memory */
    size_t dirty; /* bytes that the last point may have written */
    enum pages pages;
    int node;                /* 1 + the NUMA node that it was requested on; 0: none was */
    struct data_bits bits;   /* what it was filled with ... */
    size_t filled;           /* bytes filled with them; 0: must be filled again */
    struct seen_memory seen; /* where it is ... */
    double seen_until_ns;    /* ... as the kernel said lately: until this clock time; 0: look */
};

struct arrays {
    struct target *target;
    const struct point_checks *checks; /* the caller's, set before the first use; NULL: none */
    struct worker_range range;         /* the caller's, of the current point (arrays_place) */
    int node;                          /* the same: 1 + the NUMA node of its memory */
    struct array in, out, index;
    struct host_memory copy;    /* the host's copy of another device's `out`, for the check */
    struct host_memory ends[2]; /* of transfers: pageable, pinned */
    void *host;                 /* the end that the current point uses; NULL: it transfers
                                 * nothing */
    kernel_function *fill;      /* the target's fill kernel, NULL on a target without kernels */
    struct launch fill_launch;  /* which workers run it; zeros: all */
};

/* Takes the NUMA nodes of the next point, for its arrays and its kernel's arguments. */
void arrays_place(struct arrays *arrays, const struct point *point);

/* Asks the kernel where the point's arrays are, or the host's end of its transfers: of the largest
 * of these. The kernel walks all pages of the process, so what it says of the same memory is taken
 * for 20 times as long as that takes. Returns 0, or -1 with a line in `problem` if any is not where
 * it was to be. */
int arrays_locate(struct arrays *arrays, struct seen_memory *seen, char *problem,
                  size_t problem_size);

/* Makes the arrays ready for a point on that target (always the same one for the same arrays): `in`
 * holds random data, `out` poison, `index` its entries, all written on the target. Returns 0, or -1
 * with a one-line reason in `problem`. Checks the free memory before it allocates any. */
int arrays_ready(struct arrays *arrays, struct target *target, const struct pattern *pattern,
                 const struct shape *shape, int element_bytes, char *problem, size_t problem_size);

/* The kernel's arguments for these arrays: one pass, which the caller may change. */
struct kernel_args arrays_args(const struct arrays *arrays, const struct pattern *pattern,
                               const struct shape *shape);

/* Frees all memory; the checks stay. */
void arrays_release(struct arrays *arrays);

/* The bits of a pattern's input. */
struct data_bits arrays_data(const struct pattern *pattern, int element_bytes);

/* Compares `out` with the host reference after one pass (verify.c): every element that the pattern
 * writes must have the expected value, every other must still be poison. The reference is the
 * pattern's own expectation if it has one, else it is computed from its address functions. Numbers
 * may differ in their last digits. Returns the number of wrong elements, or -1 with a reason in
 * `problem`; the first wrong one is described in `problem`. */
int64_t arrays_check(struct arrays *arrays, const struct pattern *pattern,
                     const struct shape *shape, int element_bytes, char *problem,
                     size_t problem_size);

/* Gives `out` the same data as `in`; the arrays are ready. Returns 0, or -1 with a reason. */
int arrays_same_data(struct arrays *arrays, const struct pattern *pattern, int element_bytes,
                     char *problem, size_t problem_size);

/* Makes several sweeps of a pattern that relaxes, `in` to `out` and back, and compares them with as
 * many on the host. The arrays are ready before it, and no longer after it. Returns as
 * arrays_check. */
int64_t arrays_check_sweeps(struct arrays *arrays, const struct pattern *pattern,
                            const struct kernel *kernel, const struct shape *shape, char *problem,
                            size_t problem_size);

#endif
