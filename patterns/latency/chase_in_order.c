#include "patterns/latency/footprint_chase.h"

#define NAME     chase_in_order
#define ORDER(j) (j)

#include "patterns/kernel/generate.h"

#include "patterns/latency/expected_places.h"

ROW = {
    .name = "chase_in_order",
    .help = "follow pointers that lead to the next node in memory",
    .formula = "at = next[at], next[at] = at + 128 bytes",
    .lesson =
        "The chase visits its nodes in the order in which they lie in memory. A CPU's prefetchers "
        "detect the stride and load the next lines in time, up to the end of each page. A GPU has "
        "no such prefetcher. It gains only because neighbouring nodes share a DRAM row "
        "and a TLB entry.",
    .source = "B: latency; C: access in address order is fast on a CPU through prefetch",
    .parameters = {FOOTPRINT_PARAMETER, CHAINS_PARAMETER},
    .loads = 1,
    .stores = 0,
    .expect = expected_places,
    EXPRESSIONS,
};
