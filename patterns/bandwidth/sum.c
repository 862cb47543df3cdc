#define NAME           sum
#define LOAD           e.index
#define IN_LENGTH      s.elements
#define SIZES(X)       X(4) X(8)
#define READS          1
#define READ_ONE(k, i) in[i]
#define OF(v)          value[v]
#define MERGE          +=
#define EXPECT                                                                              \
    const int64_t worker = i / WARP_LANES, lane = i % WARP_LANES;                           \
    uint64_t sum = 0, element[2] = {0}; /* room for the largest element */                  \
    for (int64_t b = FIRST_BLOCK(worker); b < LAST_BLOCK(worker); b += BLOCK_STEP)          \
        for (int row = 0; row < WARP_LANES; row++) {                                        \
            input_element(input, (b * WARP_LANES + row) * WARP_LANES + lane, element_bytes, \
                          element);                                                         \
            sum += element[0];                                                              \
        }                                                                                   \
    memcpy(expected, &sum, (size_t)element_bytes);                                          \
    return true;
#include "reader.h"

#include "generate.h"

ROW = {
    .name = "sum",
    .help = "read an array and add it up",
    .formula = "sum += in[i]",
    .lesson =
        "Reading alone, one stream of it. A core can load twice in the time that it needs for one "
        "store, so out of its caches this is faster than anything that writes. On a GPU it shows "
        "what reads alone can draw from the memory, without turning it round to write.",
    .source = "likwid-bench: load; STREAM's missing kernel",
    EXPRESSIONS,
};
