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
        "No access can start early, because its address is the result of the access before it. A "
        "step therefore takes the latency of one access, level by level: some cycles in a CPU's "
        "L1, about a hundred nanoseconds from its memory. A GPU's latency is longer at every "
        "level; it relies on memory-level parallelism, with many thousand accesses in flight. "
        "Several chains at once show how many accesses one core, or one lane, keeps in flight.",
    .source = "B: latency; multichase",
    .parameters = {FOOTPRINT_PARAMETER, CHAINS_PARAMETER},
    .loads = 1,
    .stores = 0,
    .expect = expected_places,
    EXPRESSIONS,
};
