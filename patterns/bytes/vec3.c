#include "patterns/kernel/usual.h"

#define NAME       vec3
#define LOAD       (3 * e.index + e.field)
#define STORE      LOAD
#define IN_LENGTH  (3 * s.elements)
#define OUT_LENGTH (3 * s.elements)
#define FIELDS     3
#define SIZES      4

#include "patterns/kernel/generate.h"

ROW = {
    .name = "vec3",
    .help = "copy structs of three 4-byte fields, 12 bytes apart",
    .formula = "out[i] = in[i], of struct { float x, y, z; }",
    .lesson =
        "No access is 12 bytes wide, so each struct takes three of 4 bytes, and a warp's 32 lanes "
        "touch all the sectors of their 384 bytes three times. The caches put together what "
        "belongs together, so the memory moves no more than it must; old GPUs without caches "
        "moved it three times.",
    .source = "D: 12-byte elements (int3)",
    .loads = 1,
    .stores = 1,
    EXPRESSIONS,
};
