/* A warp's tile in shared memory: kernel/cpu/tile.h has the same names.
 *
 * gcc 12 has no other way to shared memory than PTX (see ptx.h for its braces). The loader adds the
 * shared memory of every copy of a function up, so team_tiles is never inlined. */
#ifndef WARPLINE_GPU_TILE_H
#define WARPLINE_GPU_TILE_H

#include "patterns/kernel/tile_room.h"

#include <omp.h>

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

/* Where the tile is among the shared memory alone: accesses that name their memory are shorter. */
static inline unsigned long tile_place(const void *tile)
{
    unsigned long place = 0;
    __asm__("{//|\n\tcvta.to.shared.u64 %0, %1;\n\t}" : "=r"(place) : "r"(tile), "0"(place));
    return place;
}

/* Read an element there every time they are told to. gcc drops `volatile` from GPU code, and the
 * driver's compiler would read equal places once. Only in GPU code. */
static inline unsigned tile_read_1(unsigned long place)
{
    unsigned value = 0;
    __asm__ volatile("{//|\n\tld.volatile.shared.u8 %0, [%1];\n\t}"
                     : "=r"(value)
                     : "r"(place), "0"(value));
    return value;
}
static inline unsigned tile_read_2(unsigned long place)
{
    unsigned value = 0;
    __asm__ volatile("{//|\n\tld.volatile.shared.u16 %0, [%1];\n\t}"
                     : "=r"(value)
                     : "r"(place), "0"(value));
    return value;
}
static inline unsigned tile_read_4(unsigned long place)
{
    unsigned value = 0;
    __asm__ volatile("{//|\n\tld.volatile.shared.u32 %0, [%1];\n\t}"
                     : "=r"(value)
                     : "r"(place), "0"(value));
    return value;
}
static inline unsigned long tile_read_8(unsigned long place)
{
    unsigned long value = 0;
    __asm__ volatile("{//|\n\tld.volatile.shared.u64 %0, [%1];\n\t}"
                     : "=r"(value)
                     : "r"(place), "0"(value));
    return value;
}
/* Its first closing brace ends x86's alternative; what follows is still on the comment's line. */
typedef long tile_pair __attribute__((vector_size(16)));
static inline tile_pair tile_read_16(unsigned long place)
{
    unsigned long low = 0, high = 0;
    __asm__ volatile("{//|\n\tld.volatile.shared.v2.u64 {%0, %1}, [%2]; }"
                     : "=r"(low), "=r"(high)
                     : "r"(place), "0"(low), "1"(high));
    return (tile_pair){(long)low, (long)high};
}

#endif
