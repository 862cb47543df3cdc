/* The body of matrix_pointers on a CPU: lane 0 computes the address for all its neighbours. Lane by
 * lane, the compiler would load the row's pointer again for each and gather, since it cannot prove
 * that no store has changed it. On a GPU each lane computes its own address: kernel/load_store.h.
 */
INLINED void tile_by_core(const struct work w, const struct tile tile)
{
    const struct step first = step_of(w.share, tile, 1, 0, 0, 0, w.variant);
    const element *from = &w.in[address_of_load(w.shape, first)];
    element *to = &w.out[address_of_store(w.shape, first)];
#pragma omp simd
    for (int lane = 0; lane < LANES; lane++)
        to[lane] = from[lane];
}

#define TILE_BY_CORE
#include "patterns/kernel/simd.h"
