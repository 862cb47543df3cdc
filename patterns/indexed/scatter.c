#include "patterns/indexed/window_writes.h"

#define NAME        scatter
#define INDEX_VALUE (i - INSIDE + (int64_t)permuted((uint64_t)INSIDE, WINDOW_BITS))

#include "patterns/kernel/generate.h"

ROW = {
    .name = "scatter",
    .help = "write through an index array, permuted inside windows",
    .formula = "out[index[i]] = in[i], index a permutation inside each window",
    .lesson =
        "Writes to mixed places. While a window fits in a cache, parts of lines and sectors are "
        "put "
        "together there; past it each element moves a unit for itself, twice where it must be "
        "read before it is changed. (With repeated indices the order of writes would decide the "
        "result: see contention.)",
    .source = "C: scatter; D: writes of many threads",
    .parameters = {WINDOW_PARAMETER},
    .loads = 1,
    .stores = 1,
    .rounding = POWER_OF_TWO,
    EXPRESSIONS,
};
