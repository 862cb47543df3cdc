#include "patterns/indexed/window_writes.h"

#define NAME        scatter_reversed
#define INDEX_VALUE (i - INSIDE + WINDOW - 1 - INSIDE)

#include "patterns/kernel/generate.h"

ROW = {
    .name = "scatter_reversed",
    .help = "write through an index array, backwards inside windows",
    .formula = "out[index[i]] = in[i], index backwards inside each window",
    .lesson =
        "The indices run backwards inside each window. A warp writes the same sectors, and a core "
        "the same lines, as in order. The only extra cost is reading the index array.",
    .source = "C: scatter; reverse order",
    .parameters = {WINDOW_PARAMETER("reversed")},
    .loads = 1,
    .stores = 1,
    .rounding = POWER_OF_TWO,
    EXPRESSIONS,
};
