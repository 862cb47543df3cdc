/* A kernel on a GPU: everything that differs from a CPU (cpu.h), under the same names. A worker is
 * a warp. What OpenMP cannot express is written in PTX.
 *
 * In an asm template x86's gcc takes the first alternative of `{a|b}`, while nvptx's leaves the
 * braces as they are. So one statement is empty in the host's code and a block of PTX in the
 * GPU's. */
#ifndef WARPLINE_GPU_H
#define WARPLINE_GPU_H

#include "patterns/kernel/team_memory.h"
#include "patterns/pattern.h"

#include <omp.h>
#include <stdbool.h>
#include <stdint.h>

#define CPU_OR_GPU(cpu, gpu) gpu
#define UNROLL(bytes)        GPU_UNROLL(bytes)

enum {
    LANES = WARP_LANES,       /* of a warp: 32 on NVIDIA's GPUs; AMD's have 64 */
    LANES_ARE_THREADS = true, /* each lane is a logical thread */
    LANE_THREADS = LANES,     /* logical threads of a worker */
    TILES_CYCLIC = 1,         /* cyclic distribution: all warps sweep the memory together */
    /* Workers of a team, for patterns whose stores reach memory in better order with few warps. */
    FEW_WORKERS = 8
};
#define READER_PARTS    (INT64_C(1) << 40) /* see patterns/bandwidth/reader.h */
#define SIDE_BY_SIDE(s) LANES              /* threads that are neighbours: the lanes of a warp */

typedef long element_16 __attribute__((vector_size(16))); /* ld.v2.u64, not two loads */
#define ADD_1(a, b)  ((element_1)((a) + (b)))
#define ADD_2(a, b)  ((element_2)((a) + (b)))
#define ADD_4(a, b)  ((a) + (b))
#define ADD_8(a, b)  ((a) + (b))
#define ADD_16(a, b) ((a) + (b))

static inline int64_t one_at_a_time(int64_t index)
{
    return index;
}

/* The address `step` elements after the one of the row before. Otherwise the compiler computes the
 * addresses of all rows of a tile in advance. That takes more instructions than the rest of a
 * lane's work, and registers that other warps could use. */
static inline const void *opaque_pointer(const void *pointer)
{
    __asm__("" : "+r"(pointer));
    return pointer;
}
#define NEXT_ROW(pointer, step) ((__typeof__(pointer))(uintptr_t)opaque_pointer((pointer) + (step)))
#define OF_ROW(row, step)       0

/* Keeps the stores of one step together: otherwise gcc stores one field of several steps, then the
 * next field. Partial sectors then reach the L2 too far apart in time to be merged there. */
static inline int64_t opaque_for_stores(int64_t tile)
{
    __asm__("" : "+r"(tile));
    return tile;
}
static inline void keep_stores_here(void)
{
    __asm__ volatile("" ::: "memory");
}

/* No-op: there is no loop over lanes. */
static inline void keep_loops_apart(void)
{
}

/* Issues all loads before it before anything after it executes: neither compiler moves a load over
 * the warp's barrier. Without it the driver's compiler starts to use loaded values as soon as it
 * runs out of the registers that a function may use without saving them (a quarter of all); then
 * too few loads are in flight. */
static inline void issue_loads(void)
{
    __asm__ volatile("{//|\n\tbar.warp.sync 0xffffffff;\n\t}" : : : "memory");
}

/* Prefetches a line into the L2. It is needed where 8 or 10 warps, half of them storing, have too
 * few loads in flight to saturate the memory bandwidth. */
static inline void prefetch_l2(const void *address)
{
    __asm__ volatile("{//|\n\tprefetch.global.L2 [%0];\n\t}" : : "r"(address));
}

/* Loads through the path for read-only data. */
static inline unsigned read_only_4(const void *address)
{
    unsigned value = 0;
    __asm__("{//|\n\tld.global.nc.u32 %0, [%1];\n\t}" : "=r"(value) : "r"(address), "0"(value));
    return value;
}
static inline unsigned long read_only_8(const void *address)
{
    unsigned long value = 0;
    __asm__("{//|\n\tld.global.nc.u64 %0, [%1];\n\t}" : "=r"(value) : "r"(address), "0"(value));
    return value;
}

/* Outside of simd loops all lanes of a warp execute the same code. A load by 32 lanes takes an H200
 * two cycles longer than one by a single lane, from any level. After a section that only the first
 * lane executes the warp is synchronized, since a barrier of the team needs all its lanes. */
static inline bool is_first_lane(void)
{
    unsigned lane = 0;
    __asm__("{//|\n\tmov.u32 %0, %%laneid;\n\t}" : "+r"(lane));
    return lane == 0;
}
static inline void sync_warp(void)
{
    __asm__ volatile("{//|\n\tbar.warp.sync 0xffffffff;\n\t}" : : : "memory");
}

/* Loads the pointer that is stored at an address. */
static inline const void *next_pointer(const void *address)
{
    __asm__("{//|\n\tld.global.u64 %0, [%0];\n\t}" : "+r"(address));
    return address;
}

/* Adds 1 to a word of 4 or 8 bytes, atomically. It returns no result, so no lane waits for one.
 * With an atomic addition in C, gcc makes the whole warp wait. */
static inline void atomic_increment(void *address, int bytes)
{
    if (bytes == 4)
        __asm__ volatile("{//|\n\tred.global.add.u32 [%0], 1;\n\t}" : : "r"(address) : "memory");
    else
        __asm__ volatile("{//|\n\tred.global.add.u64 [%0], 1;\n\t}" : : "r"(address) : "memory");
}

/* A counter in memory that several workers change: its value now, not that in the L1, and an
 * addition to it by one lane. */
static inline uint64_t counter_now(const uint64_t *counter)
{
    uint64_t value = 0;
    __asm__ volatile("{//|\n\tld.volatile.global.u64 %0, [%1];\n\t}"
                     : "+r"(value)
                     : "r"(counter)
                     : "memory");
    return value;
}
static inline void counter_add(uint64_t *counter, uint64_t amount)
{
    __asm__ volatile("{//|\n\tred.global.add.u64 [%0], %1;\n\t}"
                     :
                     : "r"(counter), "r"(amount)
                     : "memory");
}

/* A GPU's stores have no such form. */
static inline void store_past_caches(void *address, uint64_t value)
{
    *(uint64_t *)address = value;
}

/* Memory fences: the warp waits until its stores are visible to its team, or to the whole GPU.
 * Without a fence a warp that only stores runs ahead of the memory, and partial sectors reach the
 * L2 too far apart in time to be merged there. */
static inline void fence_team(void)
{
    __asm__ volatile("{//|\n\tmembar.cta;\n\t}" : : : "memory");
}
static inline void fence_gpu(void)
{
    __asm__ volatile("{//|\n\tmembar.gl;\n\t}" : : : "memory");
}

/* Requests the next number of a counter by an atomic addition of the warp's first lane. Only this
 * lane receives it, and no lane waits for it before from_first_lane. */
INLINED int64_t request_number(int64_t *counter)
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

/* Broadcasts the first lane's value to all lanes of the warp. */
INLINED int64_t from_first_lane(int64_t value)
{
    const unsigned low = word_from_first_lane((unsigned)value);
    const unsigned high = word_from_first_lane((unsigned)((unsigned long)value >> 32));
    return (long)((unsigned long)high << 32 | low);
}

/* The team's shared memory. gcc 12 can access it only through PTX. The loader counts the shared
 * memory of every copy of this function, so it is never inlined. */
static __attribute__((noinline, unused)) char *team_shared(void)
{
    char *shared = 0;
    __asm__ volatile("{//|\n\t"
                     ".shared .align 128 .b8 tiles[42240];\n\t"
                     "cvta.shared.u64 %0, tiles;\n\t"
                     "}"
                     : "=r"(shared)
                     : "0"(shared));
    return shared;
}
_Static_assert(SHARED_WORKERS *SHARED_BYTES == 42240, "as the PTX says");

/* The warp's part of the team's shared memory. */
static inline void *worker_shared(void)
{
    return team_shared() + (long)omp_get_thread_num() * SHARED_BYTES;
}

/* The address within shared memory: instructions for a named memory space are shorter. */
static inline unsigned long shared_address(const void *shared)
{
    unsigned long address = 0;
    __asm__("{//|\n\tcvta.to.shared.u64 %0, %1;\n\t}" : "=r"(address) : "r"(shared), "0"(address));
    return address;
}

/* Load an element from there, each time they are called. gcc drops `volatile` from GPU code, and
 * the driver's compiler would load from equal addresses once. Only in GPU code. */
#define SHARED_READ(bytes, type, ptx)                                        \
    static inline type shared_read_##bytes(unsigned long address)            \
    {                                                                        \
        type value = 0;                                                      \
        __asm__ volatile("{//|\n\tld.volatile.shared." ptx " %0, [%1];\n\t}" \
                         : "=r"(value)                                       \
                         : "r"(address), "0"(value));                        \
        return value;                                                        \
    }
SHARED_READ(1, unsigned, "u8")
SHARED_READ(2, unsigned, "u16")
SHARED_READ(4, unsigned, "u32")
SHARED_READ(8, unsigned long, "u64")
/* Its first closing brace ends x86's alternative; what follows is still on the comment's line. */
typedef long shared_pair __attribute__((vector_size(16)));
static inline shared_pair shared_read_16(unsigned long address)
{
    unsigned long low = 0, high = 0;
    __asm__ volatile("{//|\n\tld.volatile.shared.v2.u64 {%0, %1}, [%2]; }"
                     : "=r"(low), "=r"(high)
                     : "r"(address), "0"(low), "1"(high));
    return (shared_pair){(long)low, (long)high};
}

#endif
