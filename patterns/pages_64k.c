#define NAME         pages_64k
#define DISTANCE     INT64_C(65536)
#define PAGES        PAGES_AS_THE_SYSTEM_HAS_IT
#define NODES        s.value[0]
#define ORDER(j)     ((int64_t)permuted((uint64_t)(j), __builtin_ctzll((unsigned long long)NODES)))
#define PLACE(n)     ((n) * (DISTANCE / 4) + (n) % (DISTANCE / 128) * 32)
#define INDEX_LENGTH (NODES * (DISTANCE / 4))
#define CHAINS       1
#include "chase.h"

#include "generate.h"

ROW = {
    .name = "pages_64k",
    .help = "follow pointers, one in every 64 KiB",
    .formula = "at = next[at], one node in every page",
    .lesson =
        "The chase touches one place in every 64 KiB. On a CPU with small pages that is one page "
        "an access; a large page holds 32 such places. A GPU maps memory in pages of 2 MiB, and "
        "its TLBs have a long reach: the steps of the curve show how long.",
    .source = "the reach of a TLB",
    .parameters = {{.name = "pages",
                    .help = "places that the chase visits",
                    .low = 8,
                    .high = 1 << 17,
                    .standard = 1024,
                    .power_of_two = true}},
    EXPRESSIONS,
};
