#define NAME     sets_padded
#define DISTANCE (s.value[0] / 4 + 16)
#include "set.h"

#include "generate.h"

ROW = {
    .name = "sets_padded",
    .help = "read 32 lines again and again that are a power of two and one line apart",
    .formula = "out[...] = in[(k % 32) * (distance + 64)]",
    .lesson =
        "One line more between each two, and the 32 lines fall into 32 sets: the cure is the same "
        "as the padding column that cures bank conflicts.",
    .source = "B: bank conflicts, their twin in a CPU's caches; C: column traversal",
    .parameters = {{.name = "distance",
                    .help = "bytes from one line to the next",
                    .low = 64,
                    .high = INT64_C(1) << 24,
                    .standard = 4096,
                    .power_of_two = true}},
    EXPRESSIONS,
};
