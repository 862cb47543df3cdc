#include "patterns/latency/pages.h"

#define NAME     pages_large
#define DISTANCE INT64_C(4096)

#include "patterns/kernel/generate.h"

#include "patterns/latency/expected_places.h"

ROW = {
    .name = "pages_large",
    .help = "follow pointers, one in every 4 KiB, in large pages",
    .formula = "at = next[at], one node in every page",
    .lesson =
        "The places are those of pages_small, in pages of 2 MiB where the system gives them. One "
        "TLB entry then covers 512 times as much memory. The page walks disappear, and the time "
        "rises only where the caches are full.",
    .source = "the reach of a TLB",
    .parameters = {PAGES_PARAMETER(1 << 20)},
    .loads = 1,
    .stores = 0,
    .pages = PAGES_LARGE,
    .expect = expected_places,
    EXPRESSIONS,
};
