#include "patterns/latency/footprint_chase.h"

#define NAME     chase
#define ORDER(j) IN_RANDOM_ORDER(j)

#include "patterns/kernel/generate.h"

#include "patterns/latency/expected_places.h"

ROW = {
    .name = "chase",
    .help = "follow pointers in random order, one after another",
    .formula = "at = next[at], `chains` of them at once",
    .lesson =
        "Nothing can be fetched ahead: the address is in what has not come yet. So this is what "
        "one "
        "access takes, level by level: some cycles in a CPU's L1, a hundred nanoseconds from its "
        "memory; a GPU takes longer everywhere, and lives by having many thousand accesses under "
        "way. Several chains at once show how many one core, or one lane, keeps going.",
    .source = "B: latency; multichase",
    .parameters = {FOOTPRINT_PARAMETER, CHAINS_PARAMETER},
    .loads = 1,
    .stores = 0,
    .expect = expected_places,
    EXPRESSIONS,
};
