#define NAME                               scatter
#define WINDOW                             s.value[0]
#define WINDOW_BITS                        __builtin_ctzll((unsigned long long)WINDOW)
#define INSIDE                             (i & (WINDOW - 1))
#define INDEX_VALUE                        (i - INSIDE + (int64_t)permuted((uint64_t)INSIDE, WINDOW_BITS))
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
