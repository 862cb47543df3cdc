#define NAME        scatter_reversed
#define INDEX_VALUE (i - INSIDE + WINDOW - 1 - INSIDE)
#include "scatter.h"

#include "generate.h"

ROW = {
    .name = "scatter_reversed",
    .help = "write through an index array, backwards inside windows",
    .formula = "out[index[i]] = in[i], index backwards inside each window",
    .lesson = "Written backwards: the same sectors from the same warp, the same lines from the "
              "same core, "
              "so it costs what the index array costs.",
    .source = "C: scatter; reverse order",
    .parameters = {{.name = "window",
                    .help = "elements within which indices are mixed; 1: each its own",
                    .low = 1,
                    .high = INT64_C(1) << 31,
                    .standard = 1024,
                    .power_of_two = true}},
    EXPRESSIONS,
};
