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
        "The chase touches one place in every 64 KiB. On a CPU with small pages that is one page "
        "an access; a large page holds 32 such places. A GPU maps memory in pages of 2 MiB, and "
        "its TLBs have a long reach: the steps of the curve show how long.",
    .source = "the reach of a TLB",
    .parameters = {PAGES_PARAMETER(1 << 17)},
    .loads = 1,
    .stores = 0,
    .expect = expected_places,
    EXPRESSIONS,
};
