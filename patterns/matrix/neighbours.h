/* For patterns that load the place of a row from memory and then go along the row, on a CPU: lane
 * 0's address is that of all its neighbours. Asked lane by lane, the compiler loads the place anew
 * for each and gathers, since it does not prove that no store has changed it. Included once for
 * each element size. On a GPU each lane asks for itself: load_store.h. */
INLINED void tile_by_core(const struct work w, const struct tile tile)
{
    const struct step first = step_of(w.share, tile, 1, 0, 0, 0, w.variant);
    const element *from = &w.in[address_of_load(w.shape, first)];
    element *to = &w.out[address_of_store(w.shape, first)];
#pragma omp simd
    for (int lane = 0; lane < WARP_LANES; lane++)
        to[lane] = from[lane];
}

#define TILE_BY_CORE
#include "patterns/kernel/lanes.h"
