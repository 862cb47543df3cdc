/* What tile_reads.h asks for, over and over. */
#include "patterns/kernel/body/tile_requests.h"

static void requests(const struct walk *w)
{
    for (int read = 0; read < TILE_HEIGHT; read++)
        walk_tile(w, ACCESS_LOAD, read, read % LOADS);
}
