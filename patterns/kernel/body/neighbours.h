/* For patterns that load the place of a row from memory and then go along the row, on a CPU: lane
 * 0's address is that of all its neighbours. Asked lane by lane, the compiler loads the place anew
 * for each and gathers, since it does not prove that no store has changed it. Included once for
 * each element size. On a GPU each lane asks for itself: load_store.h. */
INLINED void block_of_worker(const struct part p, const struct block block)
{
    const struct step first = step_of(p.share, block, 1, 0, 0, 0, p.variant);
    const element *from = &p.in[address_of_load(p.shape, first)];
    element *to = &p.out[address_of_store(p.shape, first)];
#pragma omp simd
    for (int lane = 0; lane < WARP_LANES; lane++)
        to[lane] = from[lane];
}

#include "patterns/kernel/cpu/each_block.h"
