/* How many elements a lane loads before it stores any, the type that moves 16 bytes in one access,
 * and what a logical thread is. A file of conditions: these are the only things in which the two
 * sides' kernels differ.
 *
 * GPU: a team has as many warps as registers allow, by the largest function of the module, and the
 * calling convention leaves a function every fourth one for the values that it loads: 8 to 28
 * warps. So what keeps the memory busy is the number of bytes each lane has in flight: 128 reach
 * the limit at every element size from 4 bytes up; smaller elements are as many as a lane's
 * registers hold. CPU: four vectors of 64 bytes; more at a time reach the L2 cache out of order and
 * cost it up to a quarter of its bandwidth. */
#ifndef WARPLINE_SIDE_H
#define WARPLINE_SIDE_H

#include "offload/global.h"
#include "offload/team_memory.h"

#include <stdint.h>

#define GPU_UNROLL(bytes) ((bytes) <= 2 ? 64 : 128 / (bytes))
#define CPU_UNROLL(bytes) ((bytes) < 8 ? 8 / (bytes) : 1)

/* A value that no vectoriser sees through: gcc would gather and scatter, which a CPU does more
 * slowly than one access at a time. */
static inline int64_t opaque_turn(int64_t turn)
{
    __asm__("" : "+r"(turn));
    return turn;
}

/* A pointer whose next value the compiler must make from the last. It would rather compute the
 * addresses of all rows of a block ahead, from their parts, which takes a lane more instructions
 * than anything else it does, and registers that other warps could have. */
static inline const void *opaque_pointer(const void *pointer)
{
    __asm__("" : "+r"(pointer));
    return pointer;
}

#ifdef WARPLINE_MODULE_GPU
#define BY_SIDE(cpu, gpu)   (gpu)
#define one_at_a_time(turn) (turn)
/* The element `step` elements on for each row: a GPU's lane goes there row by row, a CPU's vector
 * loop needs to see where that is. */
#define NEXT_ROW(pointer, step) ((__typeof__(pointer))(uintptr_t)opaque_pointer((pointer) + (step)))
#define OF_ROW(row, step)       0
/* The work on a lane's values: a call, whose own variables are then no private memory of the simd
 * loop, of which gcc reserves little. */
#define DO_WORK(BYTES, number) work_##BYTES(s, value, number);
/* Stores of one step stay together: gcc would take one field of several steps, then the next field
 * of them, and parts of sectors reach the L2 cache too far apart to be merged there. */
#define opaque_again(block) opaque_turn(block)
#define KEEP_STORES_HERE    __asm__ volatile("" ::: "memory")
#define LANE_THREADS        WARP_LANES /* each lane is a logical thread */
#define BLOCKS_DEALT        1          /* round to the workers: all sweep the memory together */
#define READER_PARTS        (INT64_C(1) << 40) /* all before a lane stores (reader.h) */
/* In a team, where what is stored reaches memory in better order while few warps store. */
#define FEW_WORKERS 8
/* Threads that are side by side: a warp's lanes. */
#define SIDE_BY_SIDE(s) WARP_LANES
#define UNROLL(bytes)   GPU_UNROLL(bytes)
typedef long element_16 __attribute__((vector_size(16))); /* ld.v2.u64, not two loads */
#define ADD_16(a, b) ((a) + (b))
#else
#define BY_SIDE(cpu, gpu)       (cpu)
#define one_at_a_time(turn)     opaque_turn(turn)
#define NEXT_ROW(pointer, step) (pointer)
#define OF_ROW(row, step)       ((row) * (step))
/* In the loop itself: the vectoriser does not see through a pointer to a lane's values. */
#define DO_WORK(BYTES, number)    \
    {                             \
        const int count = number; \
        (void)count;              \
        WORK                      \
    }
#define opaque_again(block) (block)
#define KEEP_STORES_HERE    (void)0
#define LANE_THREADS        1 /* the lanes are turns of one logical thread */
#define BLOCKS_DEALT        0 /* a stretch to each worker, for prefetchers and NUMA node */
#define READER_PARTS        1
#define FEW_WORKERS         1024
/* Known at run time only, since the host checks for a GPU, too. */
#define SIDE_BY_SIDE(s)     ((s).threads > (s).workers ? WARP_LANES : (s).threads)
#define UNROLL(bytes)       CPU_UNROLL(bytes)
typedef struct {
    uint64_t half[2];
} element_16; /* lanes can share a wider vector; 16-byte vector types cannot */
static inline element_16 add_16(element_16 a, element_16 b)
{
    return (element_16){{a.half[0] + b.half[0], a.half[1] + b.half[1]}};
}
#define ADD_16(a, b)        add_16(a, b)
#endif

#endif
