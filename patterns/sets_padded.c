#define NAME     sets_padded
#define DISTANCE (s.value[0] / 4 + 16)
#include "set.h"

#include "generate.h"

ROW = {
    .name = "sets_padded",
    .help = "read 32 lines repeatedly that are a power of two and one line apart",
    .formula = "out[...] = in[(k % 32) * (distance + 64)]",
    .lesson =
        "The distance is one line longer than a power of two, so the 32 lines fall into 32 "
        "different sets. No line evicts another. One padding column cures bank conflicts in the "
        "same way.",
    .source = "B: bank conflicts, their twin in a CPU's caches; C: column traversal",
    .parameters = {{.name = "distance",
                    .help = "bytes from one line to the next",
                    .low = 64,
                    .high = INT64_C(1) << 24,
                    .standard = 4096,
                    .power_of_two = true}},
    EXPRESSIONS,
};
