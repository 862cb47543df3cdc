#define NAME       sum
#define LOAD       e.index
#define STORE      0
#define STORES     0
#define IN_LENGTH  s.elements
#define OUT_LENGTH (s.workers * WARP_LANES)
#define SHARES     OWN
#define ROUNDING   WHOLE_BLOCKS
#define SIZES(X)   X(4) X(8)
/* Each worker has a stretch of rows, WARP_LANES at a time, and each of its lanes a column there. */
#define FIRST_ROW(worker) \
    (s.elements / (WARP_LANES * WARP_LANES) * (worker) / s.workers * WARP_LANES)
#define EXPECT                                                                  \
    const int64_t worker = i / WARP_LANES, lane = i % WARP_LANES;               \
    uint64_t sum = 0, element = 0;                                              \
    for (int64_t row = FIRST_ROW(worker); row < FIRST_ROW(worker + 1); row++) { \
        input_element(input, row *WARP_LANES + lane, element_bytes, &element);  \
        sum += element;                                                         \
    }                                                                           \
    memcpy(expected, &sum, (size_t)element_bytes);                              \
    return true;
#define TAIL NO_TAIL
/* The sums are in `out` from row to row, where a lane of either side has its own; a CPU's compiler
 * keeps them in registers. */
#define BLOCKS(BYTES)                                                                            \
    static inline __attribute__((always_inline)) void blocks_##BYTES(                            \
        element_##BYTES *restrict out, const element_##BYTES *restrict in, const struct shape s, \
        const struct share mine, const int variant)                                              \
    {                                                                                            \
        const int64_t worker = mine.thread / LANE_THREADS, last = FIRST_ROW(worker + 1);         \
        element_##BYTES *total = out + worker * WARP_LANES;                                      \
        (void)variant;                                                                           \
        PRAGMA(omp simd)                                                                         \
        for (int lane = 0; lane < WARP_LANES; lane++)                                            \
            total[lane] = 0;                                                                     \
        for (int64_t row = FIRST_ROW(worker); row < last; row += ROWS(BYTES, 1)) {               \
            PRAGMA(omp simd)                                                                     \
            for (int lane = 0; lane < WARP_LANES; lane++) {                                      \
                element_##BYTES sum = 0;                                                         \
                PRAGMA(GCC unroll 64)                                                            \
                for (int r = 0; r < ROWS(BYTES, 1); r++)                                         \
                    sum += in[(row + r) * WARP_LANES + lane];                                    \
                total[lane] += sum;                                                              \
            }                                                                                    \
        }                                                                                        \
    }
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
