#include "patterns/banks/lines.h"

#define NAME     sets_padded
#define DISTANCE (s.value[0] / 4 + 16)

#include "patterns/kernel/generate.h"

ROW = {
    .name = "sets_padded",
    .help = "read 32 lines repeatedly that are a power of two and one line apart",
    .formula = "out[...] = in[(k % 32) * (distance + 64)]",
    .lesson =
        "The distance is one line longer than a power of two, so the 32 lines fall into 32 "
        "different sets. No line evicts another. One padding column cures bank conflicts in the "
        "same way.",
    .source = "B: bank conflicts, their twin in a CPU's caches; C: column traversal",
    .parameters = {DISTANCE_PARAMETER},
    .loads = 1,
    .stores = 1,
    .rounding = WHOLE_TURNS,
    .expect = expected_by_meaning,
    EXPRESSIONS,
};
