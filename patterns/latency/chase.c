#define NAME     chase
#define ORDER(j) ((int64_t)permuted((uint64_t)(j), __builtin_ctzll((unsigned long long)NODES)))
#include "footprint_chase.h"

#include "generate.h"

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
