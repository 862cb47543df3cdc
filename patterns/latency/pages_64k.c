#include "patterns/latency/pages.h"

#define NAME     pages_64k
#define DISTANCE INT64_C(65536)

#include "patterns/kernel/generate.h"

#include "patterns/latency/expected_places.h"

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
    .parameters = {PAGES_PARAMETER(1 << 17)},
    .loads = 1,
    .stores = 0,
    .expect = expected_places,
    EXPRESSIONS,
};
