/* Chases through s.value[0] bytes with one node in every 128 bytes; s.value[1] chases run at
 * once. */
#ifndef WARPLINE_FOOTPRINT_CHASE_H
#define WARPLINE_FOOTPRINT_CHASE_H

#include "patterns/latency/cycle.h"

#define NODES        (s.value[0] / 128)
#define PLACE(n)     ((n)*32)
#define INDEX_LENGTH (s.value[0] / 4)
#define CHAINS       s.value[1]
#define VARIANT      (__builtin_ctzll((unsigned long long)CHAINS) + 1)
#define VARIANTS     6

#define FOOTPRINT_PARAMETER                                                                \
    {                                                                                      \
        .name = "footprint", .help = "bytes that the chase covers, one node in every 128", \
        .low = 4096, .high = INT64_C(1) << 33, .standard = 1 << 30, .power_of_two = true   \
    }
#define CHAINS_PARAMETER                                                                        \
    {                                                                                           \
        .name = "chains", .help = "independent chases in flight at once", .low = 1, .high = 32, \
        .standard = 1, .power_of_two = true                                                     \
    }

#endif
