/* The worker's tile: a small memory of its own that is near. On a GPU it is shared memory, a piece
 * for each warp, so that no barrier of the team is needed: the end of a simd loop already brings
 * the warp's lanes together. On a CPU it is some 5 KB that stay in the core's L1.
 *
 * gcc 12 has no other way to shared memory than PTX. x86's gcc takes the first of `{a|b}` in a
 * template, nvptx's leaves the braces as they are: the same statement is nothing to the one and a
 * block of PTX to the other. The loader adds the shared memory of every copy of a function up, so
 * this one is never inlined. A file of conditions. */
#ifndef WARPLINE_TILE_H
#define WARPLINE_TILE_H

#include <omp.h>

enum {
    TILE_BANKS = 32, /* of 4 bytes each, on every GPU since 2010 */
    TILE_ROWS = 33,  /* of 32 banks: a tile of 32 x 32 elements of 4 bytes and a padding column */
    TILE_BYTES = TILE_ROWS * TILE_BANKS * 4,
    TILE_WORKERS = 10 /* 42240 bytes; a kernel may have 48 KiB, of which libgomp's own are 5 */
};

#ifdef WARPLINE_MODULE_GPU

static __attribute__((noinline)) char *team_tiles(void)
{
    char *tiles = 0;
    __asm__ volatile("{//|\n\t"
                     ".shared .align 128 .b8 tiles[42240];\n\t"
                     "cvta.shared.u64 %0, tiles;\n\t"
                     "}"
                     : "=r"(tiles)
                     : "0"(tiles));
    return tiles;
}
_Static_assert(TILE_WORKERS *TILE_BYTES == 42240, "as the PTX says");

static inline void *worker_tile(void)
{
    return team_tiles() + (long)omp_get_thread_num() * TILE_BYTES;
}

/* Reads through the path for data that no one writes. */
static inline unsigned read_only_4(const void *place)
{
    unsigned value = 0;
    __asm__("{//|\n\tld.global.nc.u32 %0, [%1];\n\t}" : "=r"(value) : "r"(place), "0"(value));
    return value;
}
static inline unsigned long read_only_8(const void *place)
{
    unsigned long value = 0;
    __asm__("{//|\n\tld.global.nc.u64 %0, [%1];\n\t}" : "=r"(value) : "r"(place), "0"(value));
    return value;
}

#else

static inline void *worker_tile(void)
{
    static _Thread_local char tile[TILE_BYTES] __attribute__((aligned(128)));
    return tile;
}

static inline unsigned read_only_4(const void *place)
{
    return *(const unsigned *)place;
}
static inline unsigned long read_only_8(const void *place)
{
    return *(const unsigned long *)place;
}

#endif

#endif
