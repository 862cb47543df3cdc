#include "patterns/latency/pages.h"

#define NAME     pages_far
#define DISTANCE INT64_C(2097152)

#include "patterns/kernel/generate.h"

#include "patterns/latency/expected_places.h"

ROW = {
    .name = "pages_far",
    .help = "follow pointers, one in every 2 MiB",
    .formula = "at = next[at], one node in every page",
    .lesson = "One access in every 2 MiB is one in every large page of either side: what a TLB "
              "with large "
              "pages reaches.",
    .source = "the reach of a TLB",
    .parameters = {PAGES_PARAMETER(1 << 12)},
    .loads = 1,
    .stores = 0,
    .expect = expected_places,
    EXPRESSIONS,
};
