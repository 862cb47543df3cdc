#include "patterns/banks/lines.h"

#define NAME     sets_padded
#define DISTANCE (s.value[0] / 4 + 16)

#include "patterns/kernel/generate.h"

ROW = {
    .name = "sets_padded",
    .help = "read 32 lines again and again that are a power of two and one line apart",
    .formula = "out[...] = in[(k % 32) * (distance + 64)]",
    .lesson =
        "One line more between each two, and the 32 lines fall into 32 sets: the cure is the same "
        "as the padding column that cures bank conflicts.",
    .source = "B: bank conflicts, their twin in a CPU's caches; C: column traversal",
    .parameters = {DISTANCE_PARAMETER},
    .loads = 1,
    .stores = 1,
    .rounding = WHOLE_TURNS,
    .expect = expected_by_meaning,
    EXPRESSIONS,
};
