#include "patterns/latency/pages.h"

#define NAME     pages_small
#define DISTANCE INT64_C(4096)

#include "patterns/kernel/generate.h"

#include "patterns/latency/expected_places.h"

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
    .parameters = {PAGES_PARAMETER(1 << 20)},
    .loads = 1,
    .stores = 0,
    .pages = PAGES_SMALL,
    .expect = expected_places,
    EXPRESSIONS,
};
