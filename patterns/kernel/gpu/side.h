/* A GPU's side of a kernel: what kernel/cpu/side.h defines for a CPU. */
#ifndef WARPLINE_GPU_SIDE_H
#define WARPLINE_GPU_SIDE_H

#include "patterns/kernel/gpu/ptx.h"
#include "patterns/kernel/gpu/team_memory.h"
#include "patterns/pattern.h"

#include <stdbool.h>
#include <stdint.h>

#define BY_SIDE(cpu, gpu) gpu
#define UNROLL(bytes)     GPU_UNROLL(bytes)

enum {
    LANES_ARE_THREADS = true,
    LANE_THREADS = WARP_LANES, /* each lane is a logical thread */
    BLOCKS_CYCLIC = 1,         /* cyclic distribution: all workers sweep the memory together */
    /* In a team, where what is stored reaches memory in better order while few warps store. */
    FEW_WORKERS = 8
};
#define READER_PARTS (INT64_C(1) << 40) /* all before a lane stores (body/reader.h) */
/* Threads that are side by side: a warp's lanes. */
#define SIDE_BY_SIDE(s) WARP_LANES

typedef long element_16 __attribute__((vector_size(16))); /* ld.v2.u64, not two loads */
#define ADD_1(a, b)  ((element_1)((a) + (b)))
#define ADD_2(a, b)  ((element_2)((a) + (b)))
#define ADD_4(a, b)  ((a) + (b))
#define ADD_8(a, b)  ((a) + (b))
#define ADD_16(a, b) ((a) + (b))

static inline int64_t one_at_a_time(int64_t turn)
{
    return turn;
}

/* The element `step` elements on for each row, from the one before. The compiler would rather
 * compute the addresses of all rows of a block ahead, from their parts, which takes a lane more
 * instructions than anything else it does, and registers that other warps could have. */
static inline const void *opaque_pointer(const void *pointer)
{
    __asm__("" : "+r"(pointer));
    return pointer;
}
#define NEXT_ROW(pointer, step) ((__typeof__(pointer))(uintptr_t)opaque_pointer((pointer) + (step)))
#define OF_ROW(row, step)       0

/* Stores of one step stay together: gcc would take one field of several steps, then the next field
 * of them, and parts of sectors reach the L2 cache too far apart to be merged there. */
static inline int64_t opaque_again(int64_t block)
{
    __asm__("" : "+r"(block));
    return block;
}
static inline void keep_stores_here(void)
{
    __asm__ volatile("" ::: "memory");
}

#endif
