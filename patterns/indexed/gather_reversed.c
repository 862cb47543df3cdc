#include "patterns/indexed/window.h"

#define NAME        gather_reversed
#define INDEX_VALUE (i - INSIDE + WINDOW - 1 - INSIDE)
#define LOAD        INDEX(e.index)
#define STORE       e.index

#include "patterns/kernel/generate.h"

ROW = {
    .name = "gather_reversed",
    .help = "read through an index array, backwards inside windows",
    .formula = "out[i] = in[index[i]], index backwards inside each window",
    .lesson =
        "Backwards is as good as forwards to a GPU: a warp's lanes touch the same sectors. A CPU's "
        "prefetchers follow both directions as well.",
    .source = "C: gather; reverse order",
    .parameters = {WINDOW_PARAMETER},
    .loads = 1,
    .stores = 1,
    .rounding = POWER_OF_TWO,
    EXPRESSIONS,
};
