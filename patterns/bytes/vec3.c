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
        "No access is 12 bytes wide, so each struct takes three accesses of 4 bytes. In each of "
        "them a warp's 32 lanes touch all sectors of their 384 bytes. The caches merge these "
        "accesses, so the memory moves each byte only once. Old GPUs without caches moved every "
        "sector three times.",
    .source = "D: 12-byte elements (int3)",
    .loads = 1,
    .stores = 1,
    EXPRESSIONS,
};
