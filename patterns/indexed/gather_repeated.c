#include "patterns/indexed/window.h"

#define NAME        gather_repeated
#define INDEX_VALUE (i - INSIDE + (int64_t)(random_word((uint64_t)i) & (uint64_t)(WINDOW - 1)))
#define LOAD        INDEX(e.index)
#define STORE       e.index

#include "patterns/kernel/generate.h"

ROW = {
    .name = "gather_repeated",
    .help = "read through an index array, with repetitions inside windows",
    .formula = "out[i] = in[index[i]], index random inside each window",
    .lesson =
        "Random indices hit some elements several times, and about a third of the elements never. "
        "Lanes that read the same element share the access, so repetition is free. The cost comes "
        "from the distance between the addresses.",
    .source = "C: gather, duplicated indices; threads that hit one address",
    .parameters = {WINDOW_PARAMETER("random")},
    .loads = 1,
    .stores = 1,
    .rounding = POWER_OF_TWO,
    EXPRESSIONS,
};
