/* Blocks for patterns with loops in their WORK: on a CPU a row of WARP_LANES elements is one
 * variable, which the compiler keeps in vector registers throughout, since it does not vectorise a
 * loop around another. On a GPU each lane has its own value anyway. A file of conditions. */
#ifndef WARPLINE_WIDE_H
#define WARPLINE_WIDE_H

/* A multiply-add takes a CPU four cycles and two units take a new one in every cycle: four rows of
 * two vectors of 64 bytes each keep them busy. */
#define WIDE_ROWS(unroll, lanes) ((lanes) == 1 ? 4 : (unroll))

#ifdef WARPLINE_MODULE_GPU
#define WIDE_BLOCKS SIMD_BLOCKS
#else
#define WIDE_BLOCKS(BYTES)                                                                       \
    typedef element_##BYTES wide_##BYTES __attribute__((vector_size(WARP_LANES * BYTES)));       \
    static inline __attribute__((always_inline)) void blocks_##BYTES(                            \
        element_##BYTES *restrict out, const element_##BYTES *restrict in, const struct shape s, \
        const struct share mine, const int variant)                                              \
    {                                                                                            \
        enum { ROW_COUNT = ROWS(BYTES, 1) };                                                     \
        for (int64_t block = mine.first_block; block < mine.last_block; block++) {               \
            const int64_t own = block - mine.first_block;                                        \
            const int count = ROW_COUNT;                                                         \
            element_##BYTES lanes[ROW_COUNT][WARP_LANES] __attribute__((aligned(64)));           \
            wide_##BYTES value[ROW_COUNT];                                                       \
            for (int row = 0; row < ROW_COUNT; row++) {                                          \
                PRAGMA(omp simd)                                                                 \
                for (int lane = 0; lane < WARP_LANES; lane++)                                    \
                    lanes[row][lane] = in[address_of_load(                                       \
                        s, step_of(mine, own, block, ROW_COUNT, row, lane, 0, variant))];        \
            }                                                                                    \
            memcpy(value, lanes, sizeof value);                                                  \
            WORK memcpy(lanes, value, sizeof value);                                             \
            for (int row = 0; row < ROW_COUNT; row++) {                                          \
                PRAGMA(omp simd)                                                                 \
                for (int lane = 0; lane < WARP_LANES; lane++)                                    \
                    out[address_of_store(s, step_of(mine, own, block, ROW_COUNT, row, lane, 0,   \
                                                    variant))] = lanes[row][lane];               \
            }                                                                                    \
        }                                                                                        \
    }
#endif

#endif
