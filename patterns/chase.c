#define NAME     chase
#define ORDER(j) ((int64_t)permuted((uint64_t)(j), __builtin_ctzll((unsigned long long)NODES)))
#include "footprint_chase.h"

#include "generate.h"

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
