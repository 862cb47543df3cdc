/* The time that a point's kernel needs for its instructions alone, above all for address
 * arithmetic: a division in an expression can cost more than the access itself.
 *
 * It is measured: the same kernel with the same parameters makes as many iterations over arrays
 * that fit the nearest cache (of a GPU, half of the last one, since its warps need some blocks
 * each). An iteration's instructions take the same time anywhere. On a CPU only one worker runs,
 * since several would take lines from each other, which is no arithmetic. (Instructions could be
 * counted in the object code instead, but a division takes 10 to 40 cycles by processor and by
 * operand, and tools that read object code are not on every machine.)
 *
 * A pass is bound by its instructions if it takes much longer than memory and caches explain, and
 * as long as its instructions, unless caches also explain the time over small arrays. For a GPU's
 * point whose arrays are in the last cache, the comparison is impossible: the small arrays are
 * there as well, so the point would be compared with itself, and the latency of the cache looks
 * like arithmetic. (A plain copy of 4 MiB, of one block for each warp, takes 1.03 us on an H200
 * where 0.62 are predicted.) The measurement is skipped for passes that are as fast as predicted,
 * for launches and calls of the driver, for multiply-adds, which have a separate ceiling, and
 * where one worker does all or all workers use one cell: those are bound by latency, wherever the
 * data is. Parameters that set the number of iterations (an edge) are halved until the arrays fit;
 * if they cannot be small enough, the result is unknown. */
#ifndef WARPLINE_INSTRUCTIONS_H
#define WARPLINE_INSTRUCTIONS_H

#include "study/measure/arrays.h"
#include "study/model/demand.h"
#include "study/plan/point.h"

/* What bounds such a pass, as the column `bound` says it. */
extern const char instructions_bound[];

/* Whether a pass of that time is slow enough to measure its instructions; `predicted_ns` is NaN
 * without a prediction. */
bool instructions_suspected(const struct point *point, double pass_ns, double predicted_ns);

struct instructions {
    double pass_ns;   /* time of a pass of the point for its instructions; NaN: unknown */
    double cached_ns; /* part of it that caches explain; NaN: unknown */
};

/* Whether a pass of that time takes as long as its instructions, within 15 %. */
bool instructions_bind(double pass_ns, const struct instructions *instructions);

/* Writes the point with small arrays to *small. False if there is none, or its arrays would be
 * no nearer. */
bool instructions_point(const struct point *point, struct point *small);

/* Measures it in the arrays of the point's target, whose ceilings give the part that caches
 * explain. Returns 0, or an exit status after a message. */
int instructions_measure(const struct point *point, struct arrays *arrays, uint64_t seed,
                         const struct ceilings *ceilings, struct instructions *instructions);

#endif
