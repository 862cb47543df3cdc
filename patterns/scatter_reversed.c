#define NAME        scatter_reversed
#define INDEX_VALUE (i - INSIDE + WINDOW - 1 - INSIDE)
#include "scatter.h"

#include "generate.h"

ROW = {
    .name = "scatter_reversed",
    .help = "write through an index array, backwards inside windows",
    .formula = "out[index[i]] = in[i], index backwards inside each window",
    .lesson =
        "The indices run backwards inside each window. A warp writes the same sectors, and a core "
        "the same lines, as in order. The only extra cost is reading the index array.",
    .source = "C: scatter; reverse order",
    .parameters = {{.name = "window",
                    .help = "elements within which indices are reversed; 1: out[i] = in[i]",
                    .low = 1,
                    .high = INT64_C(1) << 31,
                    .standard = 1024,
                    .power_of_two = true}},
    EXPRESSIONS,
};
