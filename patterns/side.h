/* How many elements a lane loads before it stores any, the type that moves 16 bytes in one access,
 * and what a logical thread is. A file of conditions: these are the only things in which the two
 * sides' kernels differ.
 *
 * GPU: libgomp's kernels get 8 to 12 warps a multiprocessor, so what keeps its memory busy is the
 * number of bytes each lane has in flight: 128 reach the limit at every element size from 4 bytes
 * up; smaller elements are as many as a lane's registers hold. CPU: four vectors of 64 bytes; more
 * at a time reach the L2 cache out of order and cost it up to a quarter of its bandwidth. */
#ifndef WARPLINE_SIDE_H
#define WARPLINE_SIDE_H

#include "offload/team_memory.h"

#include <stdint.h>

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
#define one_at_a_time(turn) (turn)
/* The element `step` elements on for each row: a GPU's lane goes there row by row, a CPU's vector
 * loop needs to see where that is. */
#define NEXT_ROW(pointer, step) ((__typeof__(pointer))(uintptr_t)opaque_pointer((pointer) + (step)))
#define OF_ROW(row, step)       0
/* The work on a lane's values: a call, whose own variables are then no private memory of the simd
 * loop, of which gcc reserves little. */
#define DO_WORK(BYTES, number) work_##BYTES(s, value, number);
#define LANE_THREADS           WARP_LANES /* each lane is a logical thread */
#define BLOCKS_DEALT           1          /* round to the workers: all sweep the memory together */
#define SHARES_TAKEN           1          /* by whichever worker is free (kernel.h) */
#define CHUNK_BLOCKS           4          /* that a worker takes at a time */
#define CHUNKS_EACH            8          /* that a pass must have for each worker */
#define READER_ROUNDS          16         /* that a lane makes before it stores (reader.h) */
/* Threads that are side by side: a warp's lanes. */
#define SIDE_BY_SIDE(s) WARP_LANES
#define UNROLL_1        64
#define UNROLL_2        64
#define UNROLL_4        32
#define UNROLL_8        16
#define UNROLL_16       8
typedef long element_16 __attribute__((vector_size(16))); /* ld.v2.u64, not two loads */
#define ADD_16(a, b) ((a) + (b))
#else
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
#define LANE_THREADS    1 /* the lanes are turns of one logical thread */
#define BLOCKS_DEALT    0 /* a stretch to each worker, for prefetchers and NUMA node */
#define SHARES_TAKEN    0
#define CHUNK_BLOCKS    1
#define CHUNKS_EACH     1
#define READER_ROUNDS   1
/* Known at run time only, since the host checks for a GPU, too. */
#define SIDE_BY_SIDE(s) ((s).threads > (s).workers ? WARP_LANES : (s).threads)
#define UNROLL_1        8
#define UNROLL_2        4
#define UNROLL_4        2
#define UNROLL_8        1
#define UNROLL_16       1
typedef struct {
    uint64_t half[2];
} element_16; /* lanes can share a wider vector; 16-byte vector types cannot */
static inline element_16 add_16(element_16 a, element_16 b)
{
    return (element_16){{a.half[0] + b.half[0], a.half[1] + b.half[1]}};
}
#define ADD_16(a, b)    add_16(a, b)
#endif

#endif
