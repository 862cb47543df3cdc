/* The two arrays of a point on its target, and the check of what a pattern did to them. */
#ifndef WARPLINE_ARRAYS_H
#define WARPLINE_ARRAYS_H

#include "patterns/target.h"

/* Zero before the first use. Arrays are kept from point to point where they are large enough:
 * touching memory for the first time takes longer than most measurements. Not where the target's
 * memory is on several nodes: there the worker that uses a page must be the one to touch it first.
 */
struct arrays {
    struct target *target;
    void *in, *out;
    size_t in_bytes, out_bytes; /* of the point at hand, whole 8-byte words */
    size_t in_room, out_room;   /* of the memory taken */
    void *copy;                 /* what the host checks of another device's `out` */
    size_t copy_room;
    kernel_function *fill; /* the target's fill kernel, NULL on a target without kernels */
};

/* Bytes of the two arrays for that point, in *in and *out, rounded up to whole words. Returns their
 * sum, the point's footprint, or -1 where it does not fit 63 bits. */
int64_t arrays_bytes(const struct pattern *pattern, const struct shape *shape, int element_bytes,
                     int64_t *in, int64_t *out);

/* Makes the arrays ready for a point on that target (always the same one for the same arrays): `in`
 * holds random words, `out` poison, written from inside the target. 0, or -1 with a one-line reason
 * in `problem`; asks how much memory is free before it takes any. */
int arrays_ready(struct arrays *arrays, struct target *target, const struct pattern *pattern,
                 const struct shape *shape, int element_bytes, char *problem, size_t problem_size);

/* Gives all memory back. */
void arrays_release(struct arrays *arrays);

/* Compares `out` with the host reference after one pass: every element that the pattern stores must
 * be the element of `in` that it loads there, every other must still be poison. The reference is
 * made from the pattern's address functions. Returns the number of
 * wrong elements, or -1 with a reason in `problem`; the first wrong one is described in `problem`.
 */
int64_t arrays_check(struct arrays *arrays, const struct pattern *pattern,
                     const struct shape *shape, int element_bytes, char *problem,
                     size_t problem_size);

#endif
