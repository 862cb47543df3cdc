#include "patterns/kernel/usual.h"

#define NAME         handover
#define HANDOVERS    2048 /* of a pass, both ways together */
#define LOADS        0
#define LOAD         0
#define STORE        0
#define STORE_ACCESS ACCESS_ATOMIC
#define IN_LENGTH    0
#define OUT_LENGTH   1
#define ELEMENTS     HANDOVERS
#define WALK_TILES   HANDOVERS
#define SCHEDULE     STATIC
#define TAIL         0
#define SIZES        4
#define BODY         "patterns/shared/pair.h"
#define WALK         "patterns/shared/pair.h"
#define SPACING      1
#define HITS(cell)   s.threads
#define WHY_ABSENT   "a GPU's multiprocessors keep no line that another one wrote: see contention"

#include "patterns/kernel/generate.h"

#include "patterns/shared/expected_counts.h"

ROW = {
    .name = "handover",
    .help = "two cores hand one cell to and fro, by compare-and-swap",
    .formula = "while (!cas(cell, mine, mine + 1))",
    .lesson =
        "A line that one core has written is in that core's cache, and another core has to fetch "
        "it from there. That takes some tens of nanoseconds if both share an L3, and some hundred "
        "between packages; two hardware threads of one core share even the L1. This is what each "
        "lock, each atomic counter and each falsely shared line costs. The prediction is the "
        "handover between the first two cores that are as far apart.",
    .source = "core-to-core-latency; C: threads that hit one address",
    .parameters = {{.name = "first",
                    .help = "number of one core, in hwloc's order",
                    .low = 0,
                    .high = 4095,
                    .standard = 0},
                   {.name = "second",
                    .help = "number of the other core, after the first",
                    .low = 1,
                    .high = 4095,
                    .standard = 1}},
    .loads = 0,
    .stores = 1,
    .pair = true,
    .expect = expected_counts,
    EXPRESSIONS,
};
