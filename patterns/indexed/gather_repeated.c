#define NAME        gather_repeated
#define INDEX_VALUE (i - INSIDE + (int64_t)(random_word((uint64_t)i) & (uint64_t)(WINDOW - 1)))
#define LOAD        INDEX(e.index)
#define STORE       e.index
#include "window.h"

#include "generate.h"

ROW = {
    .name = "gather_repeated",
    .help = "read through an index array, with repetitions inside windows",
    .formula = "out[i] = in[index[i]], index random inside each window",
    .lesson =
        "Random indices hit some elements several times and about a third of them never. Reading "
        "one element from many lanes is free; it is the distance that costs.",
    .source = "C: gather, duplicated indices; threads that hit one address",
    .parameters = {{.name = "window",
                    .help = "elements within which indices are mixed; 1: each its own",
                    .low = 1,
                    .high = INT64_C(1) << 31,
                    .standard = 1024,
                    .power_of_two = true}},
    EXPRESSIONS,
};
