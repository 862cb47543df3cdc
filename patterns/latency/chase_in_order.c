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
        "The same chase, in the order in which the nodes lie. A CPU's prefetchers see the stride "
        "and "
        "have the next lines there before they are asked for, a page at a time. A GPU has no such "
        "prefetcher: what it gains is that neighbours share a DRAM page and an entry of its TLB.",
    .source = "B: latency; C: access in address order is fast on a CPU through prefetch",
    .parameters = {FOOTPRINT_PARAMETER, CHAINS_PARAMETER},
    .loads = 1,
    .stores = 0,
    .expect = expected_places,
    EXPRESSIONS,
};
