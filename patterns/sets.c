#define NAME     sets
#define DISTANCE (s.value[0] / 4)
#include "set.h"

#include "generate.h"

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
    .parameters = {{.name = "distance",
                    .help = "bytes from one line to the next",
                    .low = 64,
                    .high = INT64_C(1) << 24,
                    .standard = 4096,
                    .power_of_two = true}},
    EXPRESSIONS,
};
