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
        "This pattern only reads, one array. A core can do two loads in the time of one store, so "
        "in its caches this is faster than any pattern that writes. On a GPU it shows the "
        "bandwidth of reads alone, without the memory's switching between reads and writes.",
    .source = "likwid-bench: load; STREAM's missing kernel",
    EXPRESSIONS,
};
