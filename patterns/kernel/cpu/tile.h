/* A core's tile, which stays in its L1: kernel/gpu/tile.h has the same names. */
#ifndef WARPLINE_CPU_TILE_H
#define WARPLINE_CPU_TILE_H

#include "patterns/kernel/sides.h"
#include "patterns/kernel/tile_room.h"

INLINED void *worker_tile(void)
{
    static _Thread_local char tile[TILE_BYTES] __attribute__((aligned(128)));
    return tile;
}

static inline unsigned long tile_place(const void *tile)
{
    return (unsigned long)tile;
}
#define tile_read_1(place)  (*(volatile element_1 *)(place))
#define tile_read_2(place)  (*(volatile element_2 *)(place))
#define tile_read_4(place)  (*(volatile element_4 *)(place))
#define tile_read_8(place)  (*(volatile element_8 *)(place))
#define tile_read_16(place) (*(volatile element_16 *)(place))

#endif
