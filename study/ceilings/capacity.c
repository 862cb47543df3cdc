#include "study/ceilings/capacity.h"

#include <math.h>

const double capacity_shares[CAPACITY_SHARES] = {1 / 4.0, 3 / 8.0, 1 / 2.0, 5 / 8.0,
                                                 3 / 4.0, 7 / 8.0, 1};

/* Beyond must take this many times as long to be another level. */
static const double level_step = 1.5;
/* Up to that part of the way from the cache's time to the next level's, on logarithms, a time is
 * the cache's: some lines always miss. */
static const double way = 2 / 3.0;
/* From this part on the report is right: replacement is never perfect near the end. */
static const double nearly_all = 3 / 4.0;

double capacity_share(const double ns_a_byte[CAPACITY_SHARES], double beyond_ns_a_byte)
{
    const double inside = fmin(ns_a_byte[0], ns_a_byte[1]);
    if (!(beyond_ns_a_byte > level_step * inside))
        return 1;
    const double most = inside * pow(beyond_ns_a_byte / inside, way);
    int fitting = 0;
    while (fitting < CAPACITY_SHARES && ns_a_byte[fitting] <= most)
        fitting++;
    if (fitting == 0 || capacity_shares[fitting - 1] >= nearly_all)
        return 1;
    return capacity_shares[fitting - 1];
}
