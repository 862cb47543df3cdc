#include "patterns/bandwidth/block.h"

#define NAME       block_move
#define WHY_ABSENT "a driver has one copy for both: see block_copy"
#define LOAD       e.index
#define STORE      e.index
#define IN_LENGTH  s.elements
#define OUT_LENGTH s.elements
#define ON_CPU     memmove(to, from, bytes)

#include "patterns/kernel/generate.h"

ROW = {
    .name = "block_move",
    .help = "copy memory that might overlap by one call",
    .formula = "memmove(out, in, bytes)",
    .lesson =
        "memmove first finds out whether source and destination overlap, and then starts at the "
        "safe end. That is one comparison. For blocks that do not overlap, memmove costs as much "
        "as memcpy.",
    .source = "C: block operations against element loops; D: bandwidth test",
    .loads = 1,
    .stores = 1,
    EXPRESSIONS,
};
