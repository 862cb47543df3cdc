/* what through_tile.h asks for. */
#include "patterns/kernel/body/tile_requests.h"

static void walk_border(const struct walk *w, int row)
{
    struct request request = {
        .array = ARRAY_IN, .access = ACCESS_LOAD, .element_bytes = w->element_bytes};
    for (int lane = 0; lane < WARP_LANES; lane++) {
        const struct step e = walk_step(w, row, lane, 0, 0);
        request.element[lane] = BORDER_ACTIVE ? address_of_load(*w->shape, e) : -1;
    }
    w->visit(w->with, &request);
}

static void requests(const struct walk *w)
{
    for (int row = 0; row < PUT_ROWS; row++)
        walk_row(w, row, 0, 0);
    for (int row = PUT_ROWS; row < PUT_ROWS + BORDER_ROWS; row++)
        walk_border(w, row);
    for (int row = 0; row < PUT_ROWS + BORDER_ROWS; row++)
        walk_tile(w, ACCESS_STORE, row, 0);
    for (int row = 0; row < TILE_HEIGHT; row++) {
        for (int load = 0; load < LOADS; load++)
            walk_tile(w, ACCESS_LOAD, row, load);
        walk_row(w, row, 0, WALK_STORE);
    }
}
