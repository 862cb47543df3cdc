#include "patterns/kernel/usual.h"

#define NAME         table
#define ENTRIES      s.value[0]
#define INDEX_VALUE  ((int64_t)(random_word((uint64_t)i) & (uint64_t)(ENTRIES - 1)))
#define INDEX_LENGTH s.elements
#define LOAD         INDEX(e.index)
#define STORE        e.index
#define IN_LENGTH    ENTRIES
#define OUT_LENGTH   s.elements

#include "patterns/kernel/generate.h"

ROW = {
    .name = "table",
    .help = "look up random entries of a table",
    .formula = "out[i] = table[index[i]], index random",
    .lesson =
        "A table is as fast as the level of memory that it fits in, in any order. On a GPU the "
        "lanes of a warp look up 32 entries at once, and each sector they hit is a separate "
        "transfer even inside the L1. A table of a few KiB therefore already costs more than a "
        "copy. On "
        "a CPU the steps of the curve are at its cache sizes.",
    .source = "C: lookup table",
    .parameters = {{.name = "entries",
                    .help = "entries of the table",
                    .low = 1,
                    .high = INT64_C(1) << 31,
                    .standard = 1024,
                    .power_of_two = true}},
    .loads = 1,
    .stores = 1,
    EXPRESSIONS,
};
