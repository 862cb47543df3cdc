#define NAME     chase_in_order
#define ORDER(j) (j)
#include "footprint_chase.h"

#include "generate.h"

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
    .parameters = {{.name = "footprint",
                    .help = "bytes that the chase covers, one node in every 128",
                    .low = 4096,
                    .high = INT64_C(1) << 33,
                    .standard = 1 << 30,
                    .power_of_two = true},
                   {.name = "chains",
                    .help = "independent chases in flight at once",
                    .low = 1,
                    .high = 32,
                    .standard = 1,
                    .power_of_two = true}},
    EXPRESSIONS,
};
