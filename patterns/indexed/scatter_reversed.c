#include "patterns/indexed/window_writes.h"

#define NAME        scatter_reversed
#define INDEX_VALUE (i - INSIDE + WINDOW - 1 - INSIDE)

#include "patterns/kernel/generate.h"

ROW = {
    .name = "scatter_reversed",
    .help = "write through an index array, backwards inside windows",
    .formula = "out[index[i]] = in[i], index backwards inside each window",
    .lesson = "Written backwards: the same sectors from the same warp, the same lines from the "
              "same core, "
              "so it costs what the index array costs.",
    .source = "C: scatter; reverse order",
    .parameters = {WINDOW_PARAMETER},
    .loads = 1,
    .stores = 1,
    .rounding = POWER_OF_TWO,
    EXPRESSIONS,
};
