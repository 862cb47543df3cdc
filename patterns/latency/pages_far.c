#define NAME         pages_far
#define DISTANCE     INT64_C(2097152)
#define PAGES        PAGES_AS_THE_SYSTEM_HAS_IT
#define NODES        s.value[0]
#define ORDER(j)     ((int64_t)permuted((uint64_t)(j), __builtin_ctzll((unsigned long long)NODES)))
#define PLACE(n)     ((n) * (DISTANCE / 4) + (n) % (DISTANCE / 128) * 32)
#define INDEX_LENGTH (NODES * (DISTANCE / 4))
#define CHAINS       1
#include "chase.h"

#include "generate.h"

ROW = {
    .name = "pages_far",
    .help = "follow pointers, one in every 2 MiB",
    .formula = "at = next[at], one node in every page",
    .lesson = "One access in every 2 MiB is one in every large page of either side: what a TLB "
              "with large "
              "pages reaches.",
    .source = "the reach of a TLB",
    .parameters = {{.name = "pages",
                    .help = "places that the chase goes through",
                    .low = 8,
                    .high = 1 << 12,
                    .standard = 1024,
                    .power_of_two = true}},
    EXPRESSIONS,
};
