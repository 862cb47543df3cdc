#include "plots/data/yardstick.h"

#include "study/base/median.h"

#include <math.h>

void copies_add(struct copies *copies, const struct yardstick *rate)
{
    copies->last[copies->count++ % YARDSTICK_COPIES] = *rate;
}

struct yardstick yardstick_of(const struct copies *copies)
{
    double gbps[YARDSTICK_COPIES];
    const int count = copies->count < YARDSTICK_COPIES ? copies->count : YARDSTICK_COPIES;
    struct yardstick yardstick = {.low_gbps = NAN, .high_gbps = NAN};
    for (int i = 0; i < count; i++) {
        const struct yardstick *rate = &copies->last[i];
        gbps[i] = rate->gbps; /* without an interval, the rate itself is the interval */
        yardstick.low_gbps = fmin(yardstick.low_gbps, fmin(rate->gbps, rate->low_gbps));
        yardstick.high_gbps = fmax(yardstick.high_gbps, fmax(rate->gbps, rate->high_gbps));
    }
    yardstick.gbps = median_of(gbps, count);
    return yardstick;
}
