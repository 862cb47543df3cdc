/* A kernel on a CPU: everything that differs from a GPU (gpu.h), under the same names. A worker is
 * a core's thread. The program itself is also compiled with this file, even where it computes the
 * requests of a GPU's lanes. */
#ifndef WARPLINE_CPU_H
#define WARPLINE_CPU_H

#include "patterns/pattern.h"

#include <stdbool.h>
#include <stdint.h>

#define CPU_OR_GPU(cpu, gpu) cpu
#define UNROLL(bytes)        CPU_UNROLL(bytes)

enum {
    LANES = WARP_LANES,        /* of a row: iterations that the vector units execute together */
    LANES_ARE_THREADS = false, /* the lanes are iterations of one thread, for the vector units */
    LANE_THREADS = 1,          /* logical threads of a worker */
    TILES_CYCLIC = 0, /* block distribution: good for prefetchers, and keeps to the NUMA node */
    FEW_WORKERS = 1024,
    READER_PARTS = 1 /* see patterns/bandwidth/reader.h */
};
/* Number of neighbouring threads. It is known only at run time, since the host also checks a GPU's
 * results. */
#define SIDE_BY_SIDE(s) ((s).threads > (s).workers ? LANES : (s).threads)

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

/* Without this gcc would gather and scatter, which a CPU executes more slowly than single
 * accesses. */
#define one_at_a_time(index) opaque(index)

/* The compiler vectorises a loop only if it sees the address of each row. */
#define NEXT_ROW(pointer, step) (pointer)
#define OF_ROW(row, step)       ((row) * (step))

static inline int64_t opaque_for_stores(int64_t tile)
{
    return tile;
}
static inline void keep_stores_here(void)
{
}

/* Between the head of a loop and the loop over lanes inside it: otherwise gcc unrolls the outer
 * one, jams the inner ones together, and does not vectorize what comes of it. In an L1, stride_sum
 * then took 2 to 8 times as long. */
static inline void keep_loops_apart(void)
{
    __asm__ volatile("");
}

/* No-op: a core executes out of order, so its loads are in flight anyway ... */
static inline void issue_loads(void)
{
}

/* ... and it has hardware prefetchers. */
static inline void prefetch_l2(const void *address)
{
    (void)address;
}

/* Always true: a core has no lanes to synchronize and takes no work from a counter. */
static inline bool is_first_lane(void)
{
    return true;
}
static inline void sync_warp(void)
{
}
static inline int64_t request_number(int64_t *counter)
{
    (void)counter;
    return 1;
}
static inline int64_t from_first_lane(int64_t value)
{
    return value;
}

static inline unsigned read_only_4(const void *address)
{
    return *(const unsigned *)address;
}
static inline unsigned long read_only_8(const void *address)
{
    return *(const unsigned long *)address;
}

/* Loads the pointer that is stored at an address. */
static inline const void *next_pointer(const void *address)
{
    return *(const void *const *)address;
}

/* Adds 1 to a word of 4 or 8 bytes, atomically. */
static inline void atomic_increment(void *address, int bytes)
{
    if (bytes == 4)
        (void)__atomic_fetch_add((unsigned *)address, 1, __ATOMIC_RELAXED);
    else
        (void)__atomic_fetch_add((unsigned long *)address, 1, __ATOMIC_RELAXED);
}

/* A counter in memory that several workers change: its value now, and an addition to it. */
static inline uint64_t counter_now(const uint64_t *counter)
{
    return __atomic_load_n(counter, __ATOMIC_ACQUIRE);
}
static inline void counter_add(uint64_t *counter, uint64_t amount)
{
    (void)__atomic_fetch_add(counter, amount, __ATOMIC_ACQ_REL);
}

/* Stores 8 bytes around the caches. */
static inline void store_past_caches(void *address, uint64_t value)
{
#ifdef __x86_64__
    __builtin_ia32_movnti64((long long *)address, (long long)value);
#else
    *(uint64_t *)address = value;
#endif
}

/* No-op: a core's caches merge its stores, so no fence is needed. */
static inline void fence_team(void)
{
}
static inline void fence_gpu(void)
{
}

/* In place of a GPU's shared memory: a thread-local array, which stays in the thread's L1. */
INLINED void *worker_shared(void)
{
    static _Thread_local char shared[SHARED_BYTES] __attribute__((aligned(128)));
    return shared;
}
static inline unsigned long shared_address(const void *shared)
{
    return (unsigned long)shared;
}
#define shared_read_1(address)  (*(volatile element_1 *)(address))
#define shared_read_2(address)  (*(volatile element_2 *)(address))
#define shared_read_4(address)  (*(volatile element_4 *)(address))
#define shared_read_8(address)  (*(volatile element_8 *)(address))
#define shared_read_16(address) (*(volatile element_16 *)(address))

#endif
