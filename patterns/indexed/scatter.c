#define NAME        scatter
#define INDEX_VALUE (i - INSIDE + (int64_t)permuted((uint64_t)INSIDE, WINDOW_BITS))
#include "scatter.h"

#include "generate.h"

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
    .parameters = {{.name = "window",
                    .help = "elements within which indices are mixed; 1: each its own",
                    .low = 1,
                    .high = INT64_C(1) << 31,
                    .standard = 1024,
                    .power_of_two = true}},
    EXPRESSIONS,
};
