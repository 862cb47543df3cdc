#include "patterns/latency/pages.h"

#define NAME     pages_large
#define DISTANCE INT64_C(4096)

#include "patterns/kernel/generate.h"

#include "patterns/latency/expected_places.h"

ROW = {
    .name = "pages_large",
    .help = "follow pointers, one in every 4 KiB, in large pages",
    .formula = "at = next[at], one node in every page",
    .lesson = "The same places, in pages of 2 MiB where the system gives them: one entry of the "
              "TLB reaches "
              "512 times as far, and the walks disappear until the caches are full.",
    .source = "the reach of a TLB",
    .parameters = {PAGES_PARAMETER(1 << 20)},
    .loads = 1,
    .stores = 0,
    .pages = PAGES_LARGE,
    .expect = expected_places,
    EXPRESSIONS,
};
