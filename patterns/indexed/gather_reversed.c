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
        "The indices run backwards inside each window. For a GPU this is as good as forwards, "
        "because a warp's lanes touch the same sectors. A CPU's prefetchers "
        "also follow both directions.",
    .source = "C: gather; reverse order",
    .parameters = {WINDOW_PARAMETER("reversed")},
    .loads = 1,
    .stores = 1,
    .rounding = POWER_OF_TWO,
    EXPRESSIONS,
};
