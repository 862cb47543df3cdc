/* What a GPU's kernels say about global memory beyond loads and stores, as PTX. Only for files that
 * are compiled for one; kernel/cpu/side.h has the same names for a CPU.
 *
 * x86's gcc takes the first of `{a|b}` in a template, nvptx's leaves the braces as they are: the
 * same statement is nothing to the one and a block of PTX to the other. */
#ifndef WARPLINE_PTX_H
#define WARPLINE_PTX_H

#include <stdbool.h>

/* All loads before it are under way before anything after it is done. Neither compiler moves a load
 * over the warp's barrier; without one the driver's compiler begins to use what has come as soon as
 * it runs short of the registers that a function may use without saving them, a quarter of all,
 * and the memory waits. */
static inline void loads_first(void)
{
    __asm__ volatile("{//|\n\tbar.warp.sync 0xffffffff;\n\t}" : : : "memory");
}

/* Has the L2 fetch a line that will be wanted soon. 8 or 10 warps, half of them storing, have too
 * few loads under way to keep the memory busy. */
static inline void fetch_ahead(const void *place)
{
    __asm__ volatile("{//|\n\tprefetch.global.L2 [%0];\n\t}" : : "r"(place));
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

/* Outside of simd loops all lanes of a warp do the same. A load by 32 lanes takes an H200 two
 * clocks longer than one by a single lane, wherever it is from. What the first lane has done alone
 * ends with all lanes meeting, since what comes next, a barrier of the team, wants them together.
 */
static inline bool is_first_lane(void)
{
    unsigned lane = 0;
    __asm__("{//|\n\tmov.u32 %0, %%laneid;\n\t}" : "+r"(lane));
    return lane == 0;
}
static inline void lanes_meet(void)
{
    __asm__ volatile("{//|\n\tbar.warp.sync 0xffffffff;\n\t}" : : : "memory");
}

/* What a pointer in memory points to, which is where the next one is. */
static inline const void *next_pointer(const void *place)
{
    __asm__("{//|\n\tld.global.u64 %0, [%0];\n\t}" : "+r"(place));
    return place;
}

/* Adds 1 to a word of 4 or 8 bytes, atomically. No result comes back, so no lane waits for one;
 * after an atomic addition in C gcc has the whole warp wait. */
static inline void add_one(void *place, int bytes)
{
    if (bytes == 4)
        __asm__ volatile("{//|\n\tred.global.add.u32 [%0], 1;\n\t}" : : "r"(place) : "memory");
    else
        __asm__ volatile("{//|\n\tred.global.add.u64 [%0], 1;\n\t}" : : "r"(place) : "memory");
}

/* Has a warp wait until its team would see its stores, or until all of the GPU would. A warp that
 * only stores runs ahead of what the memory takes, and parts of a sector then reach the L2 too far
 * apart to be merged there. */
static inline void team_sees_stores(void)
{
    __asm__ volatile("{//|\n\tmembar.cta;\n\t}" : : : "memory");
}
static inline void gpu_sees_stores(void)
{
    __asm__ volatile("{//|\n\tmembar.gl;\n\t}" : : : "memory");
}

/* The number that a counter had before 1 was added to it, of which only a warp's first lane knows
 * what it is. Nobody waits for it before from_first_lane. */
INLINED long ask_number(long *counter)
{
    long number = 0;
    __asm__ volatile("{//|\n\t.reg .pred first;\n\t.reg .u32 lane;\n\t"
                     "mov.u32 lane, %%laneid;\n\tsetp.eq.u32 first, lane, 0;\n\t"
                     "@first atom.global.add.u64 %0, [%1], 1;\n\t}"
                     : "+r"(number)
                     : "r"(counter));
    return number;
}

INLINED unsigned word_from_first_lane(unsigned word)
{
    __asm__ volatile("{//|\n\tshfl.sync.idx.b32 %0, %0, 0, 31, 0xffffffff;\n\t}" : "+r"(word));
    return word;
}

/* What a warp's first lane has. */
INLINED long from_first_lane(long value)
{
    const unsigned low = word_from_first_lane((unsigned)value);
    const unsigned high = word_from_first_lane((unsigned)((unsigned long)value >> 32));
    return (long)((unsigned long)high << 32 | low);
}

#endif
