#define NAME                               scatter_reversed
#define WINDOW                             s.value[0]
#define WINDOW_BITS                        __builtin_ctzll((unsigned long long)WINDOW)
#define INSIDE                             (i & (WINDOW - 1))
#define INDEX_VALUE                        (i - INSIDE + WINDOW - 1 - INSIDE)
#define INDEX_LENGTH                       s.elements
#define LOAD                               e.index
#define STORE                              INDEX(e.index)
#define IN_LENGTH                          s.elements
#define OUT_LENGTH                         s.elements
#define ROUNDING                           POWER_OF_TWO
#define PLACES_FIRST                       1
#define BYTES_MOST                         64
#define BLOCK_ROWS(unroll, lanes, variant) ((unroll) < 16 ? (unroll) : 16)
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
