/* Chases with one node in every DISTANCE bytes, each on a different line of its page. */
#ifndef WARPLINE_PAGES_H
#define WARPLINE_PAGES_H

#include "patterns/latency/cycle.h"

#define NODES        s.value[0]
#define ORDER(j)     IN_RANDOM_ORDER(j)
#define PLACE(n)     ((n) * (DISTANCE / 4) + (n) % (DISTANCE / 128) * 32)
#define INDEX_LENGTH (NODES * (DISTANCE / 4))
#define CHAINS       1

#define PAGES_PARAMETER(most)                                                              \
    {                                                                                      \
        .name = "pages", .help = "places that the chase visits", .low = 8, .high = (most), \
        .standard = 1024, .power_of_two = true                                             \
    }

#endif
