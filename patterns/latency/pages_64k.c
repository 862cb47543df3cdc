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
        "One access in every 64 KiB: on a CPU with small pages a page each, and with large ones 32 "
        "to "
        "a page. A GPU maps memory in pages of 2 MiB, and its TLBs reach far: the steps show how "
        "far.",
    .source = "the reach of a TLB",
    .parameters = {{.name = "pages",
                    .help = "places that the chase goes through",
                    .low = 8,
                    .high = 1 << 17,
                    .standard = 1024,
                    .power_of_two = true}},
    EXPRESSIONS,
};
