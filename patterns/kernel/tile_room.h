/* The worker's tile: a small memory of its own that is near. On a GPU it is shared memory, a piece
 * for each warp, so that no barrier of the team is needed: the end of a simd loop already brings
 * the warp's lanes together. On a CPU it is some 5 KB that stay in the core's L1. */
#ifndef WARPLINE_TILE_ROOM_H
#define WARPLINE_TILE_ROOM_H

enum {
    TILE_BANKS = 32, /* of 4 bytes each, on every GPU since 2010 */
    TILE_ROWS = 33,  /* of 32 banks: a tile of 32 x 32 elements of 4 bytes and a padding column */
    TILE_BYTES = TILE_ROWS * TILE_BANKS * 4,
    TILE_WORKERS = 10 /* 42240 bytes; a kernel may have 48 KiB, of which libgomp's own are 5 */
};

#endif
