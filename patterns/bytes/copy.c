#include "patterns/kernel/usual.h"

#define NAME       copy
#define LOAD       e.index
#define STORE      e.index
#define IN_LENGTH  s.elements
#define OUT_LENGTH s.elements

#include "patterns/kernel/generate.h"

ROW = {
    .name = "copy",
    .help = "read and write every element once, in address order",
    .formula = "out[i] = in[i]",
    .lesson =
        "This is the best case on both sides, and the reference for all other patterns. The 32 "
        "lanes of a warp read neighbouring elements (coalescing), so the GPU moves only full "
        "32-byte sectors. A CPU thread walks through its own block of the array: it uses every "
        "byte of every line, and the prefetchers load the next lines in time. A CPU also reads "
        "each line before it overwrites it (write-allocate).",
    .source = "A: my_copy; D: bandwidth test",
    .loads = 1,
    .stores = 1,
    EXPRESSIONS,
};
