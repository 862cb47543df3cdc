/* Patterns that go through the worker's tile (body/through_tile.h). */
#ifndef WARPLINE_TILED_H
#define WARPLINE_TILED_H

#include "patterns/kernel/tile_room.h"
#include "patterns/kernel/usual.h"

#define BODY         "patterns/kernel/body/through_tile.h"
#define WALK         "patterns/kernel/body/through_tile_walk.h"
#define TAIL         0
#define WORKERS_MOST TILE_WORKERS

#define BLOCK_ROWS(unroll, lanes) TILE_HEIGHT

#endif
