/* How much of a reported cache its workers really have when all of them run. Hidden siblings (two
 * hardware threads that a virtual machine shows as two cores) own half of it each, and other
 * machines on the same chip take their part of a last level.
 *
 * A copy takes one time a byte while its arrays fit, and another one beyond. The capacity is where
 * the first one ends. */
#ifndef WARPLINE_CAPACITY_H
#define WARPLINE_CAPACITY_H

enum { CAPACITY_SHARES = 7 };

/* The parts of the reported capacity that are tried, in rising order; the last one is 1. */
extern const double capacity_shares[CAPACITY_SHARES];

/* The largest part that still has the cache's time, from the times of a byte at each part and far
 * beyond the reported capacity. 1 if the times show no clear end: then nothing speaks against the
 * report. */
double capacity_share(const double ns_a_byte[CAPACITY_SHARES], double beyond_ns_a_byte);

#endif
