#define NAME        gather_reversed
#define INDEX_VALUE (i - INSIDE + WINDOW - 1 - INSIDE)
#define LOAD        INDEX(e.index)
#define STORE       e.index
#include "window.h"

#include "generate.h"

ROW = {
    .name = "gather_reversed",
    .help = "read through an index array, backwards inside windows",
    .formula = "out[i] = in[index[i]], index backwards inside each window",
    .lesson =
        "Backwards is as good as forwards to a GPU: a warp's lanes touch the same sectors. A CPU's "
        "prefetchers follow both directions as well.",
    .source = "C: gather; reverse order",
    .parameters = {{.name = "window",
                    .help = "elements within which indices are mixed; 1: each its own",
                    .low = 1,
                    .high = INT64_C(1) << 31,
                    .standard = 1024,
                    .power_of_two = true}},
    EXPRESSIONS,
};
