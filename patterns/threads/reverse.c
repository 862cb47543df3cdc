#include "patterns/kernel/usual.h"

#define NAME       reverse
#define LOAD       e.index
#define STORE      (s.elements - 1 - e.index)
#define IN_LENGTH  s.elements
#define OUT_LENGTH s.elements

#include "patterns/kernel/generate.h"

ROW = {
    .name = "reverse",
    .help = "write an array in reverse order, directly",
    .formula = "out[n - 1 - i] = in[i]",
    .lesson =
        "The reads go forwards and the writes backwards. A warp's lanes still fill whole sectors, "
        "only in reverse, so on today's GPUs the tile of reverse_tile has nothing to gain. In 2010 "
        "reversed lanes were not coalesced.",
    .source = "B: array reversal straight from global memory",
    .loads = 1,
    .stores = 1,
    EXPRESSIONS,
};
