#include "patterns/kernel/usual.h"

#define NAME       vec3_clear
#define LOADS      0
#define LOAD       0
#define STORE      (3 * e.index + e.field)
#define IN_LENGTH  0
#define OUT_LENGTH (3 * s.elements)
#define FIELDS     3
#define SIZES      4
/* The three stores of a struct are partial-sector writes. */
#define WORKERS_MOST FEW_WORKERS
#define SEEN_BY      THE_TEAM
#define CHUNK_TILES  8

#include "patterns/kernel/generate.h"

ROW = {
    .name = "vec3_clear",
    .help = "set structs of three 4-byte fields to zero",
    .formula = "out[i] = (struct { float x, y, z; }){0}",
    .lesson =
        "Each struct takes three stores of 4 bytes, and neighbouring lanes are 12 bytes apart, so "
        "no single store of a warp fills a sector. A GPU's L2 merges the partial sectors before "
        "they go to memory. A CPU's store buffers and L1 do the same with lines.",
    .source = "D: initialise 12-byte elements (int3)",
    .loads = 0,
    .stores = 1,
    EXPRESSIONS,
};
