/* What a point's kernel takes for its instructions alone, above all for the arithmetic of its
 * addresses: a division in an expression can cost more than the access that it is for.
 *
 * It is measured: the same kernel with the same parameters makes as many steps over arrays that fit
 * the nearest cache (of a GPU, half of the last one: its warps need some blocks each). What a step
 * takes there, it takes anywhere. On a CPU one worker does this alone, since several would take
 * lines from each other, which is no arithmetic. (Instructions could be counted in the object code
 * instead, but a division takes 10 to 40 cycles by processor and by operand, and tools that read
 * object code are not on every machine.)
 *
 * A pass that takes much longer than memory and caches explain, and as long as its instructions, is
 * bound by these; unless caches explain the time over small arrays, too. A GPU's point that lies in
 * the last cache itself tells nothing: the small arrays are there as well, so that the same would
 * be compared with itself, and what a warp waits for the cache looks like arithmetic. (A plain copy
 * of 4 MiB, of one block for each warp, takes 1.03 us on an H200 where 0.62 are predicted.) Not
 * asked are passes that are as fast as predicted, launches, calls of the driver, multiply-adds,
 * which have a ceiling of their own, and what one worker does alone or all do to one cell: those
 * wait for an answer, wherever it comes from. Parameters that say how many steps there are (an
 * edge) are halved until the arrays fit; where they cannot be small enough nothing is known. */
#ifndef WARPLINE_INSTRUCTIONS_H
#define WARPLINE_INSTRUCTIONS_H

#include "study/measure/arrays.h"
#include "study/model/demand.h"
#include "study/plan/point.h"

/* What bounds such a pass, as the column `bound` says it. */
extern const char instructions_bound[];

/* Whether a pass of that time is slow enough to be asked for its instructions: NaN where it was not
 * predicted. */
bool instructions_suspected(const struct point *point, double pass_ns, double predicted_ns);

struct instructions {
    double pass_ns;   /* what a pass of the point takes for its instructions; NaN: not known */
    double cached_ns; /* so much of that caches explain; NaN: not known */
};

/* Whether a pass of that time takes as long as its instructions, within 15 %. */
bool instructions_bind(double pass_ns, const struct instructions *instructions);

/* Writes to *small the point with small arrays. False where there is none, or they would be no
 * nearer. */
bool instructions_point(const struct point *point, struct point *small);

/* Measures it, in the arrays of the point's target, whose ceilings say what caches explain. 0, or
 * an exit status after a message. */
int instructions_measure(const struct point *point, struct arrays *arrays, uint64_t seed,
                         const struct ceilings *ceilings, struct instructions *instructions);

#endif
