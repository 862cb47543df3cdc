#define NAME        gather
#define INDEX_VALUE (i - INSIDE + (int64_t)permuted((uint64_t)INSIDE, WINDOW_BITS))
#define LOAD        INDEX(e.index)
#define STORE       e.index
#include "window.h"

#include "generate.h"

ROW = {
    .name = "gather",
    .help = "read through an index array, permuted inside windows",
    .formula = "out[i] = in[index[i]], index a permutation inside each window",
    .lesson =
        "The index array is read in order; what it points to is not. Windows up to a warp's 32 "
        "elements cost a GPU nothing, windows that a cache holds cost little, and once a window "
        "outgrows the caches every element moves a sector of 32 bytes, or a line, for itself. The "
        "bytes of the index array are not counted as useful and move too: at window 1 that is what "
        "is left to pay.",
    .source = "C: gather; access through a permutation array",
    .parameters = {{.name = "window",
                    .help = "elements within which indices are mixed; 1: each its own",
                    .low = 1,
                    .high = INT64_C(1) << 31,
                    .standard = 1024,
                    .power_of_two = true}},
    EXPRESSIONS,
};
