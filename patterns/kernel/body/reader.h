/* Patterns that only read: each worker goes through its blocks of WARP_LANES rows of as many
 * elements, and each of its lanes keeps a result of its own, which is all that is written. A
 * pattern states READ_ONE(k, i), load k of the READS that it makes of element `i`, OF(v), what it
 * makes of these, which are value[v] and following, and MERGE, the assignment that takes this into
 * the lane's result. */
#ifndef WARPLINE_READER_H
#define WARPLINE_READER_H

#include "side.h"

#define OUT_LENGTH                         (s.workers * WARP_LANES)
#define STORE                              0
#define STORES                             0
#define SHARES                             OWN
#define ROUNDING                           WHOLE_BLOCKS
#define TAIL                               NO_TAIL
#define BLOCKS                             READER_BLOCKS
#define BLOCK_ROWS(unroll, lanes, variant) WARP_LANES
/* The blocks of a worker, as kernel.h shares them out: round to a GPU's warps, which have more
 * threads than there are workers, else a stretch to each. */
#define IS_DEALT            (s.threads > s.workers)
#define BLOCK_COUNT         (s.elements / (WARP_LANES * WARP_LANES))
#define FIRST_BLOCK(worker) (IS_DEALT ? (worker) : BLOCK_COUNT * (worker) / s.workers)
#define LAST_BLOCK(worker)  (IS_DEALT ? BLOCK_COUNT : BLOCK_COUNT * ((worker) + 1) / s.workers)
#define BLOCK_STEP          (IS_DEALT ? s.workers : 1)

#define DEFINE_WALK                                                               \
    static void visit_other(const struct walk *w, int row)                        \
    {                                                                             \
        struct request other = {ARRAY_INDEX, ACCESS_LOAD, w->element_bytes, {0}}; \
        for (int lane = 0; lane < WARP_LANES; lane++)                             \
            other.element[lane] = walk_step(w, row, lane, 0, 0).index;            \
        w->visit(w->with, &other);                                                \
    }                                                                             \
    static void walk(const struct walk *w)                                        \
    {                                                                             \
        for (int row = 0; row < w->rows; row++) {                                 \
            walk_row(w, row, 0, 0);                                               \
            if (READS > 1)                                                        \
                visit_other(w, row);                                              \
        }                                                                         \
    }

/* A worker goes through its blocks in parts, of as many rows as a lane loads at once. The results
 * are in `out` from one go to the next, where a lane of either side has its own. A GPU's lane would
 * wait for memory every time, so it goes through all parts at once. */
#define READER_BLOCKS(BYTES)                                                                       \
    static inline __attribute__((always_inline)) void blocks_##BYTES(                              \
        element_##BYTES *restrict out, const element_##BYTES *restrict in, const struct shape s,   \
        const struct share mine, const int variant)                                                \
    {                                                                                              \
        enum { AT_ONCE = AT_LEAST(1, UNROLL(BYTES) / READS), PARTS = WARP_LANES / AT_ONCE };       \
        element_##BYTES *results = out + mine.thread / LANE_THREADS * WARP_LANES;                  \
        const int64_t step = mine.block_step, blocks = mine.last_block - mine.first_block;         \
        const int64_t parts = (blocks + step - 1) / step * PARTS;                                  \
        (void)variant, (void)s;                                                                    \
        PRAGMA(omp simd)                                                                           \
        for (int lane = 0; lane < WARP_LANES; lane++)                                              \
            results[lane] = 0;                                                                     \
        for (int64_t first = 0; first < parts; first += READER_PARTS) {                            \
            PRAGMA(omp simd)                                                                       \
            for (int lane = 0; lane < WARP_LANES; lane++) {                                        \
                element_##BYTES result = 0;                                                        \
                int64_t part = first;                                                              \
                do {                                                                               \
                    const int64_t others = BLOCKS_DEALT ? part / PARTS * (step - 1) : 0;           \
                    const int64_t row = (mine.first_block + others) * WARP_LANES + part * AT_ONCE; \
                    element_##BYTES value[AT_ONCE * READS];                                        \
                    PRAGMA(GCC unroll 64)                                                          \
                    for (int v = 0; v < AT_ONCE * READS; v++)                                      \
                        value[v] = READ_ONE(v % READS, (row + v / READS) * WARP_LANES + lane);     \
                    loads_first();                                                                 \
                    PRAGMA(GCC unroll 64)                                                          \
                    for (int r = 0; r < AT_ONCE; r++)                                              \
                        result MERGE OF(r *READS);                                                 \
                } while (READER_PARTS > 1 && ++part < parts && part < first + READER_PARTS);       \
                results[lane] MERGE result;                                                        \
            }                                                                                      \
        }                                                                                          \
    }

#endif
