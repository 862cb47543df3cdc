#include "patterns/banks/lines.h"

#define NAME     sets
#define DISTANCE (s.value[0] / 4)

#include "patterns/kernel/generate.h"

ROW = {
    .name = "sets",
    .help = "read 32 lines again and again that are a power of two apart",
    .formula = "out[...] = in[(k % 32) * distance]",
    .lesson =
        "A cache finds a line's place by some bits of its address. Lines a power of two apart "
        "share "
        "those bits: from the distance at which all 32 fall into one set on, they throw each other "
        "out, though they are 2 KiB in all. It is a bank conflict's twin. A GPU computes the place "
        "by a hash, and its lanes all read one line at a time.",
    .source = "B: bank conflicts, their twin in a CPU's caches; C: column traversal",
    .parameters = {DISTANCE_PARAMETER},
    .loads = 1,
    .stores = 1,
    .rounding = WHOLE_TURNS,
    .expect = expected_by_meaning,
    EXPRESSIONS,
};
