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
        "The best case on both sides, and the yardstick for every other pattern. The 32 lanes of a "
        "warp ask for neighbouring elements, so the GPU moves only full 32-byte sectors; a CPU "
        "thread walks through its own part of the array and uses every byte of every line, with "
        "the prefetchers ahead of it. A CPU also reads each line it is about to overwrite.",
    .source = "A: my_copy; D: bandwidth test",
    .loads = 1,
    .stores = 1,
    EXPRESSIONS,
};
