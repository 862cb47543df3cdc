#include "patterns/indexed/window_writes.h"

#define NAME        scatter
#define INDEX_VALUE (i - INSIDE + (int64_t)permuted((uint64_t)INSIDE, WINDOW_BITS))

#include "patterns/kernel/generate.h"

ROW = {
    .name = "scatter",
    .help = "write through an index array, permuted inside windows",
    .formula = "out[index[i]] = in[i], index a permutation inside each window",
    .lesson =
        "The writes go to permuted places. While a window fits in a cache, partial writes are "
        "merged there into whole lines and sectors. Beyond that, each element moves a separate "
        "sector or "
        "line, and moves it twice where it must be read before it is changed. Indices "
        "do not repeat here: with repeated ones the order of the writes would decide the result "
        "(see contention).",
    .source = "C: scatter; D: writes of many threads",
    .parameters = {WINDOW_PARAMETER("permuted")},
    .loads = 1,
    .stores = 1,
    .rounding = POWER_OF_TWO,
    EXPRESSIONS,
};
