#define NAME     chase_in_order
#define ORDER(j) (j)
#include "footprint_chase.h"

#include "generate.h"

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
    .parameters = {{.name = "footprint",
                    .help = "bytes that the chase goes through, one node in every 128",
                    .low = 4096,
                    .high = INT64_C(1) << 33,
                    .standard = 1 << 30,
                    .power_of_two = true},
                   {.name = "chains",
                    .help = "chases at once",
                    .low = 1,
                    .high = 32,
                    .standard = 1,
                    .power_of_two = true}},
    EXPRESSIONS,
};
