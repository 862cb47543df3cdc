#define NAME        scatter
#define INDEX_VALUE (i - INSIDE + (int64_t)permuted((uint64_t)INSIDE, WINDOW_BITS))
#include "scatter.h"

#include "generate.h"

ROW = {
    .name = "scatter",
    .help = "write through an index array, permuted inside windows",
    .formula = "out[index[i]] = in[i], index a permutation inside each window",
    .lesson =
        "The writes go to permuted places. While a window fits in a cache, partial writes are "
        "merged there into whole lines and sectors. Beyond that, each element moves a sector or a "
        "line of its own, and moves it twice where it must be read before it is changed. Indices "
        "do not repeat here: with repeated ones the order of the writes would decide the result "
        "(see contention).",
    .source = "C: scatter; D: writes of many threads",
    .parameters = {{.name = "window",
                    .help = "elements within which indices are permuted; 1: out[i] = in[i]",
                    .low = 1,
                    .high = INT64_C(1) << 31,
                    .standard = 1024,
                    .power_of_two = true}},
    EXPRESSIONS,
};
