#include "patterns/indexed/window.h"

#define NAME        gather
#define INDEX_VALUE (i - INSIDE + (int64_t)permuted((uint64_t)INSIDE, WINDOW_BITS))
#define LOAD        INDEX(e.index)
#define STORE       e.index

#include "patterns/kernel/generate.h"

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
    .parameters = {WINDOW_PARAMETER},
    .loads = 1,
    .stores = 1,
    .rounding = POWER_OF_TWO,
    EXPRESSIONS,
};
