/* A time counts only if the result is right. */
#ifndef WARPLINE_PROOF_H
#define WARPLINE_PROOF_H

#include "study/measure/arrays.h"
#include "study/measure/measure.h"
#include "study/measure/watch.h"

/* Whether a pass stays inside its arrays, with a sentence in `problem` if not: else it is not run.
 */
bool proof_in_bounds(const struct arrays *arrays, const struct point *point, char *problem,
                     size_t problem_size);

/* Makes the arrays ready for the point, makes one pass and compares its result with the host
 * reference. Writes the kernel's arguments to *args. Returns 0, or an exit status after a
 * message. */
int prove_point(struct arrays *arrays, const struct point *point, struct kernel_args *args);

/* Does the same, and then measures the point's time of a pass; what `watch` sees before or after
 * marks it. Returns 0, or an exit status after a message. */
int measure_proved(struct arrays *arrays, const struct point *point, struct watch *watch,
                   const struct measure_settings *settings, struct measurement *measured);

#endif
