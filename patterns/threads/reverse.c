#include "patterns/kernel/usual.h"

#define NAME       reverse
#define LOAD       e.index
#define STORE      (s.elements - 1 - e.index)
#define IN_LENGTH  s.elements
#define OUT_LENGTH s.elements

#include "patterns/kernel/generate.h"

ROW = {
    .name = "reverse",
    .help = "write an array in reverse order, straight",
    .formula = "out[n - 1 - i] = in[i]",
    .lesson =
        "Reads go forwards and writes backwards. A warp's lanes still fill whole sectors, only "
        "the other way round, so on today's GPUs nothing is left for the tile to repair (see "
        "reverse_tile); in 2010 reversed lanes broke coalescing.",
    .source = "B: array reversal straight from global memory",
    .loads = 1,
    .stores = 1,
    EXPRESSIONS,
};
