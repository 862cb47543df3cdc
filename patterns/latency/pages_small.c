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
        "One access in every page of 4 KiB, in random order. What a core has translated it keeps "
        "in "
        "its TLB: some 64 pages at hand and one or two thousand behind them. Beyond that every "
        "access needs a walk through the page table first. The lines themselves still fit into "
        "the caches. A GPU's pages are larger than this distance (compare pages_far).",
    .source = "the reach of a TLB",
    .parameters = {PAGES_PARAMETER(1 << 20)},
    .loads = 1,
    .stores = 0,
    .pages = PAGES_SMALL,
    .expect = expected_places,
    EXPRESSIONS,
};
