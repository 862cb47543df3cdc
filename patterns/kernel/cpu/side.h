/* A CPU's side of a kernel: what kernel/gpu/side.h defines for a GPU. The program itself is on this
 * side, also where it computes what a GPU's lanes ask for. */
#ifndef WARPLINE_CPU_SIDE_H
#define WARPLINE_CPU_SIDE_H

#include <stdbool.h>
#include <stdint.h>

#define BY_SIDE(cpu, gpu) cpu
#define UNROLL(bytes)     CPU_UNROLL(bytes)

enum {
    LANES_ARE_THREADS = false,
    LANE_THREADS = 1,  /* the lanes are turns of one logical thread */
    BLOCKS_CYCLIC = 0, /* block distribution, for prefetchers and the NUMA node */
    FEW_WORKERS = 1024
};
#define READER_PARTS 1
/* Known at run time only, since the host checks for a GPU, too. */
#define SIDE_BY_SIDE(s) ((s).threads > (s).workers ? WARP_LANES : (s).threads)

typedef struct {
    uint64_t half[2];
} element_16; /* lanes can share a wider vector; 16-byte vector types cannot */
static inline element_16 add_16(element_16 a, element_16 b)
{
    return (element_16){{a.half[0] + b.half[0], a.half[1] + b.half[1]}};
}
#define ADD_1(a, b)  ((element_1)((a) + (b)))
#define ADD_2(a, b)  ((element_2)((a) + (b)))
#define ADD_4(a, b)  ((a) + (b))
#define ADD_8(a, b)  ((a) + (b))
#define ADD_16(a, b) add_16(a, b)

#define one_at_a_time(turn) opaque_turn(turn)

/* A vector loop needs to see where each row is. */
#define NEXT_ROW(pointer, step) (pointer)
#define OF_ROW(row, step)       ((row) * (step))

static inline int64_t opaque_again(int64_t block)
{
    return block;
}
static inline void keep_stores_here(void)
{
}

/* A core has its loads under way without being told ... */
static inline void loads_first(void)
{
}

/* ... and its own prefetchers. */
static inline void fetch_ahead(const void *place)
{
    (void)place;
}

static inline bool is_first_lane(void)
{
    return true;
}
static inline void lanes_meet(void)
{
}

static inline unsigned read_only_4(const void *place)
{
    return *(const unsigned *)place;
}
static inline unsigned long read_only_8(const void *place)
{
    return *(const unsigned long *)place;
}

/* What a pointer in memory points to, which is where the next one is. */
static inline const void *next_pointer(const void *place)
{
    return *(const void *const *)place;
}

/* Adds 1 to a word of 4 or 8 bytes, atomically. */
static inline void add_one(void *place, int bytes)
{
    if (bytes == 4)
        (void)__atomic_fetch_add((unsigned *)place, 1, __ATOMIC_RELAXED);
    else
        (void)__atomic_fetch_add((unsigned long *)place, 1, __ATOMIC_RELAXED);
}

/* A core's stores gather in its caches. */
static inline void team_sees_stores(void)
{
}
static inline void gpu_sees_stores(void)
{
}

#endif
