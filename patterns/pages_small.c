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
        "The chase touches one place in every page of 4 KiB, in random order. A core keeps the "
        "translations of recent pages in its TLB: some 64 in the first level, one or two thousand "
        "in the second. Beyond that reach every access needs a page walk first, although the lines "
        "themselves still fit in the caches. A GPU's pages are larger than "
        "4 KiB (compare pages_far).",
    .source = "the reach of a TLB",
    .parameters = {{.name = "pages",
                    .help = "places that the chase visits",
                    .low = 8,
                    .high = 1 << 20,
                    .standard = 1024,
                    .power_of_two = true}},
    EXPRESSIONS,
};
