/* Blocks for patterns that load the place of a row from memory and then go along the row: on a CPU
 * lane 0's address is that of all its neighbours. Asked lane by lane, the compiler loads the place
 * anew for each and gathers, since it does not prove that no store has changed it. On a GPU each
 * lane asks for itself. A file of conditions. */
#ifndef WARPLINE_NEIGHBOURS_H
#define WARPLINE_NEIGHBOURS_H

#define BLOCKS                             NEIGHBOUR_BLOCKS
#define BLOCK_ROWS(unroll, lanes, variant) ((lanes) == 1 ? 1 : (unroll))

#ifdef WARPLINE_MODULE_GPU
#define NEIGHBOUR_BLOCKS SIMD_BLOCKS
#else
#define NEIGHBOUR_BLOCKS(BYTES)                                                                  \
    static inline __attribute__((always_inline)) void blocks_##BYTES(                            \
        element_##BYTES *restrict out, const element_##BYTES *restrict in, const struct shape s, \
        const struct share mine, const int variant)                                              \
    {                                                                                            \
        for (int64_t block = mine.first_block; block < mine.last_block; block++) {               \
            const struct step first =                                                            \
                step_of(mine, block - mine.first_block, block, 1, 0, 0, 0, variant);             \
            const element_##BYTES *from = &in[address_of_load(s, first)];                        \
            element_##BYTES *to = &out[address_of_store(s, first)];                              \
            PRAGMA(omp simd)                                                                     \
            for (int lane = 0; lane < WARP_LANES; lane++)                                        \
                to[lane] = from[lane];                                                           \
        }                                                                                        \
    }
#endif

#endif
