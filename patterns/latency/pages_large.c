#define NAME         pages_large
#define DISTANCE     INT64_C(4096)
#define PAGES        PAGES_LARGE
#define NODES        s.value[0]
#define ORDER(j)     ((int64_t)permuted((uint64_t)(j), __builtin_ctzll((unsigned long long)NODES)))
#define PLACE(n)     ((n) * (DISTANCE / 4) + (n) % (DISTANCE / 128) * 32)
#define INDEX_LENGTH (NODES * (DISTANCE / 4))
#define CHAINS       1
#include "chase.h"

#include "generate.h"

ROW = {
    .name = "pages_large",
    .help = "follow pointers, one in every 4 KiB, in large pages",
    .formula = "at = next[at], one node in every page",
    .lesson = "The same places, in pages of 2 MiB where the system gives them: one entry of the "
              "TLB reaches "
              "512 times as far, and the walks disappear until the caches are full.",
    .source = "the reach of a TLB",
    .parameters = {{.name = "pages",
                    .help = "places that the chase goes through",
                    .low = 8,
                    .high = 1 << 20,
                    .standard = 1024,
                    .power_of_two = true}},
    EXPRESSIONS,
};
