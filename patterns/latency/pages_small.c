#define NAME         pages_small
#define DISTANCE     INT64_C(4096)
#define PAGES        PAGES_SMALL
#define NODES        s.value[0]
#define ORDER(j)     ((int64_t)permuted((uint64_t)(j), __builtin_ctzll((unsigned long long)NODES)))
#define PLACE(n)     ((n) * (DISTANCE / 4) + (n) % (DISTANCE / 128) * 32)
#define INDEX_LENGTH (NODES * (DISTANCE / 4))
#define CHAINS       1
#include "chase.h"

#include "generate.h"

ROW = {
    .name = "pages_small",
    .help = "follow pointers, one in every 4 KiB, in small pages",
    .formula = "at = next[at], one node in every page",
    .lesson =
        "One access in every page of 4 KiB, in random order. What a core has translated it keeps "
        "in "
        "its TLB: some 64 pages at hand and one or two thousand behind them. Beyond that every "
        "access needs a walk through the page table first. The lines themselves still fit into "
        "the caches. A GPU's pages are larger than this distance (compare pages_far).",
    .source = "the reach of a TLB",
    .parameters = {{.name = "pages",
                    .help = "places that the chase goes through",
                    .low = 8,
                    .high = 1 << 20,
                    .standard = 1024,
                    .power_of_two = true}},
    EXPRESSIONS,
};
