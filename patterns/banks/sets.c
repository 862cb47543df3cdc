#include "patterns/banks/lines.h"

#define NAME     sets
#define DISTANCE (s.value[0] / 4)

#include "patterns/kernel/generate.h"

ROW = {
    .name = "sets",
    .help = "read 32 lines repeatedly that are a power of two apart",
    .formula = "out[...] = in[(k % 32) * distance]",
    .lesson =
        "Some bits of a line's address select its set in the cache. Lines a power of two apart "
        "share those bits. From the distance at which all 32 lines fall into one set, they evict "
        "each other, although they are only 2 KiB in all. This is the CPU's counterpart of a bank "
        "conflict. A GPU selects the set by a hash, and its lanes all read one line at a time.",
    .source = "B: bank conflicts, their twin in a CPU's caches; C: column traversal",
    .parameters = {DISTANCE_PARAMETER},
    .loads = 1,
    .stores = 1,
    .rounding = WHOLE_TURNS,
    .expect = expected_by_meaning,
    EXPRESSIONS,
};
