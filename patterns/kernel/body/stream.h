/* Copies past the caches, on a CPU, whole blocks whose steps lie next to each other in both arrays.
 * Included once for each element size. A GPU has no such stores: load_store.h. */
#include "patterns/kernel/cpu/past_caches.h"

INLINED void block_of_worker(const struct part p, const struct block block)
{
    const int variant = p.variant, rows = ROWS;
    const struct step e = step_of(p.share, block, rows, 0, 0, 0, variant);
    stream_out(&p.out[address_of_store(p.shape, e)], &p.in[address_of_load(p.shape, e)],
               (size_t)WARP_LANES * rows * BYTES);
}

#include "patterns/kernel/cpu/each_block.h"
