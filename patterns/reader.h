/* Patterns that only read: each worker goes through a stretch of rows, WARP_LANES at a time, and
 * each of its lanes keeps a result of its own, which is all that is written. A pattern states TAKE,
 * statements that take element `i` into the lane's `result`. */
#ifndef WARPLINE_READER_H
#define WARPLINE_READER_H

#include "side.h"

#define OUT_LENGTH (s.workers * WARP_LANES)
#define STORE      0
#define STORES     0
#define SHARES     OWN
#define ROUNDING   WHOLE_BLOCKS
#define TAIL       NO_TAIL
#define BLOCKS     READER_BLOCKS
#define FIRST_ROW(worker) \
    (s.elements / (WARP_LANES * WARP_LANES) * (worker) / s.workers * WARP_LANES)

/* The results are in `out` from one go to the next, where a lane of either side has its own; a
 * CPU's compiler keeps them in registers. A GPU's lane would wait for its own store, so it makes
 * many rounds before it stores. */
#define READER_BLOCKS(BYTES)                                                                     \
    static inline __attribute__((always_inline)) void blocks_##BYTES(                            \
        element_##BYTES *restrict out, const element_##BYTES *restrict in, const struct shape s, \
        const struct share mine, const int variant)                                              \
    {                                                                                            \
        enum { AT_ONCE = UNROLL_##BYTES };                                                       \
        const int64_t worker = mine.thread / LANE_THREADS, last = FIRST_ROW(worker + 1);         \
        element_##BYTES *results = out + worker * WARP_LANES;                                    \
        (void)variant;                                                                           \
        PRAGMA(omp simd)                                                                         \
        for (int lane = 0; lane < WARP_LANES; lane++)                                            \
            results[lane] = 0;                                                                   \
        for (int64_t row = FIRST_ROW(worker); row < last; row += AT_ONCE * READER_ROUNDS) {      \
            PRAGMA(omp simd)                                                                     \
            for (int lane = 0; lane < WARP_LANES; lane++) {                                      \
                element_##BYTES result = 0;                                                      \
                for (int round = 0; round < READER_ROUNDS; round++) {                            \
                    const int64_t start = row + round * AT_ONCE;                                 \
                    if (READER_ROUNDS > 1 && start >= last)                                      \
                        break;                                                                   \
                    PRAGMA(GCC unroll 64)                                                        \
                    for (int r = 0; r < AT_ONCE; r++) {                                          \
                        const int64_t i = (start + r) * WARP_LANES + lane;                       \
                        TAKE                                                                     \
                    }                                                                            \
                }                                                                                \
                results[lane] MERGE result;                                                      \
            }                                                                                    \
        }                                                                                        \
    }

#endif
