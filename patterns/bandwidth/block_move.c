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
        "memmove has to find out whether the two overlap, and then goes from the end that is safe. "
        "That is one comparison: for blocks that do not overlap it is memcpy. A driver knows no "
        "separate move; this is its copy again.",
    .source = "C: block operations against element loops; D: bandwidth test",
    .loads = 1,
    .stores = 1,
    EXPRESSIONS,
};
