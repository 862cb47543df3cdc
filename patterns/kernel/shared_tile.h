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

/* Where the tile is among the shared memory alone: accesses that name their memory are shorter. */
static inline unsigned long tile_place(const void *tile)
{
    unsigned long place = 0;
    __asm__("{//|\n\tcvta.to.shared.u64 %0, %1;\n\t}" : "=r"(place) : "r"(tile), "0"(place));
    return place;
}

/* Reads an element there every time it is told to. gcc drops `volatile` from GPU code, and the
 * driver's compiler would read equal places once. Only in GPU code. */
#define DEFINE_TILE_READ(BYTES, type, letter)                                   \
    static inline type tile_read_##BYTES(unsigned long place)                   \
    {                                                                           \
        type value = 0;                                                         \
        __asm__ volatile("{//|\n\tld.volatile.shared." letter " %0, [%1];\n\t}" \
                         : "=r"(value)                                          \
                         : "r"(place), "0"(value));                             \
        return value;                                                           \
    }
DEFINE_TILE_READ(1, unsigned, "u8")
DEFINE_TILE_READ(2, unsigned, "u16")
DEFINE_TILE_READ(4, unsigned, "u32")
DEFINE_TILE_READ(8, unsigned long, "u64")
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

#else

static inline void *worker_tile(void)
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

#endif
