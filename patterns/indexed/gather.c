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
        "The index array is read in order; the elements it points to are not. Windows up to a "
        "warp's 32 elements cost a GPU nothing, and windows that fit in a cache cost little. When "
        "a window outgrows the caches, each element moves a 32-byte sector or a separate line. "
        "The bytes of the index array move too but are not counted as useful: at window 1 they are "
        "the only extra cost.",
    .source = "C: gather; access through a permutation array",
    .parameters = {WINDOW_PARAMETER("permuted")},
    .loads = 1,
    .stores = 1,
    .rounding = POWER_OF_TWO,
    EXPRESSIONS,
};
