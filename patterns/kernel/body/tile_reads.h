/* Reads the tile over and over, each lane from the same places, and keeps the sum. Included once
 * for each element size. TILE_GET says where from, as for through_tile.h, and
 *
 *   BANK_READS  reads at once, and ...
 *   BANK_SUMS   ... the sums that they go to in turn: ten warps keep the shared memory busy only
 *               if each has many reads under way and waits for few additions
 *
 * Volatile, because the sum of equal values could be had with fewer reads. */
#include "patterns/kernel/body/tile_places.h"

#define add       JOIN(ADD_, BYTES)
#define tile_read JOIN(tile_read_, BYTES)

INLINED void whole_blocks(const struct part p)
{
    element *tile = worker_tile();
    const int64_t slot = p.share.thread / LANE_THREADS * WARP_LANES;
    const unsigned long base = tile_place(tile);
    const int64_t turns = p.shape.elements / (p.shape.workers * WARP_LANES);
#pragma omp simd
    for (int lane = 0; lane < WARP_LANES; lane++)
        for (int row = 0; row < TILE_BYTES / BYTES / WARP_LANES; row++)
            tile[row * WARP_LANES + lane] = p.in[row * WARP_LANES + lane];
    __asm__ volatile("" ::: "memory");
#pragma omp simd
    for (int lane = 0; lane < WARP_LANES; lane++) {
        element sum[BANK_SUMS] = {0};
        for (int64_t turn = 0; turn < turns; turn += BANK_READS) {
#pragma GCC unroll 64
            for (int read = 0; read < BANK_READS; read++) {
                struct step e = tile_step(0, 0, lane, read % LOADS);
                e.variant = p.variant;
                const int64_t place = tile_get(p.shape, e, TILE_BYTES / BYTES);
                const element value = (element)tile_read(base + (unsigned long)place * BYTES);
                sum[read % BANK_SUMS] = add(sum[read % BANK_SUMS], value);
            }
        }
        for (int other = 1; other < BANK_SUMS; other++)
            sum[0] = add(sum[0], sum[other]);
        p.out[slot + lane] = sum[0];
    }
    __asm__ volatile("" ::: "memory");
}

#undef add
#undef tile_read
