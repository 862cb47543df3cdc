#include "patterns/kernel/usual.h"

#define NAME       backward
#define ELEMENT    (s.elements - 1 - e.index)
#define LOAD       ELEMENT
#define STORE      ELEMENT
#define IN_LENGTH  s.elements
#define OUT_LENGTH s.elements

#include "patterns/kernel/generate.h"

ROW = {
    .name = "backward",
    .help = "copy from the last element to the first",
    .formula = "out[i] = in[i], i from n - 1 to 0",
    .lesson =
        "Going backwards was once the worst order for a CPU, because its prefetchers only looked "
        "ahead. Today's prefetchers follow streams in both directions, and compilers reverse whole "
        "vectors. On a GPU the order of addresses has no direction: a warp "
        "touches the same sectors.",
    .source = "C: forward against reverse scan",
    .loads = 1,
    .stores = 1,
    EXPRESSIONS,
};
