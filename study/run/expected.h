/* How long points should take, from the recorded run that came with the program. */
#ifndef WARPLINE_EXPECTED_H
#define WARPLINE_EXPECTED_H

#include "study/measure/duration.h"
#include "study/measure/measure.h"
#include "study/plan/plan.h"

/* What to expect of each point of the plan, in its order, all of them left. A point takes as long a
 * pass for each useful byte and worker as the nearest one that was recorded, on the same kind of
 * target; a kernel that was not recorded passes at 1 GB/s. NULL without memory; the caller frees.
 */
struct duration *durations_expect(const struct plan *plan, const struct measure_settings *settings);

#endif
