#include "patterns/latency/pages.h"

#define NAME     pages_far
#define DISTANCE INT64_C(2097152)

#include "patterns/kernel/generate.h"

#include "patterns/latency/expected_places.h"

ROW = {
    .name = "pages_far",
    .help = "follow pointers, one in every 2 MiB",
    .formula = "at = next[at], one node in every page",
    .lesson =
        "The chase touches one place in every 2 MiB, which is one in every large page on both "
        "sides. The time rises where the places exceed the reach of a TLB with large pages. Beyond "
        "it each access needs a page walk first.",
    .source = "the reach of a TLB",
    .parameters = {PAGES_PARAMETER(1 << 12)},
    .loads = 1,
    .stores = 0,
    .expect = expected_places,
    EXPRESSIONS,
};
