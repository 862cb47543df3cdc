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
 * A pass that takes much longer than memory and caches explain, and no longer than its
 * instructions, is bound by these. Not asked are passes that are as fast as predicted, launches,
 * calls of the driver, multiply-adds, which have a ceiling of their own, and what one worker does
 * alone or all do to one cell: those wait for an answer, wherever it comes from. Parameters that
 * say how many steps there are (an edge) are halved until the arrays fit; where they cannot be
 * small enough nothing is known. */
#ifndef WARPLINE_INSTRUCTIONS_H
#define WARPLINE_INSTRUCTIONS_H

#include "study/measure/arrays.h"
#include "study/plan/point.h"

/* What bounds such a pass, as the column `bound` says it. */
extern const char instructions_bound[];

/* Whether a pass of that time is slow enough to be asked for its instructions: NaN where it was not
 * predicted. */
bool instructions_suspected(const struct point *point, double pass_ns, double predicted_ns);

/* Whether a pass takes no longer than its instructions (NaN: not known). */
bool instructions_bind(double pass_ns, double instructions_ns);

/* Writes to *small the point with small arrays. False where there is none. */
bool instructions_point(const struct point *point, struct point *small);

/* Measures it, in the arrays of the point's target, and writes what a pass of the point takes for
 * its instructions, in ns; NaN where nothing is known. 0, or an exit status after a message. */
int instructions_measure(const struct point *point, struct arrays *arrays, uint64_t seed,
                         double *instructions_ns);

#endif
