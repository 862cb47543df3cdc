/* The kernels of one pattern, one for each element size, made from its address expressions.
 *
 * The form is what libgomp needs on a GPU and what a CPU's vector units like:
 * - a team is a thread block, an OpenMP thread a warp, a simd lane a lane of the warp;
 * - a worker's share is made of blocks of WARP_LANES * unroll steps, in the order that suits the
 *   side (share.h);
 * - a lane loads all its elements of a block before it stores any: on the GPU that is what keeps
 *   enough bytes in flight, on the CPU it is a group of vector registers;
 * - the passes are inside, because starting the teams takes longer than a pass over a cache.
 */
#ifndef WARPLINE_KERNEL_H
#define WARPLINE_KERNEL_H

#include "region.h"
#include "share.h"
#include "side.h"
#include "stream.h"

#include <omp.h>

/* The region's own word on where it ran and how many workers it was given. */
static inline void note_where(struct notes *notes)
{
    if (omp_get_team_num() > 0 || omp_get_thread_num() > 0)
        return;
    notes->where = omp_is_initial_device() ? RAN_ON_HOST : RAN_ON_DEVICE;
    notes->workers = omp_get_num_teams() * omp_get_num_threads();
}

/* A step of the tail. In a function of its own: as a variable of the simd loop it would be private
 * memory of the loop, of which gcc 12 reserves 128 bytes a lane and no more, whatever it uses
 * (tests/gpu_code looks). */
static inline struct step tail_step(int64_t index, int field, int variant)
{
    const int lane = (int)(index % WARP_LANES);
    return (struct step){.index = index,
                         .row_index = index - lane,
                         .lane = lane,
                         .field = field,
                         .variant = variant};
}

/* Rows of a block: as many as the loads of a step leave room for in the lane's registers. */
static inline struct step step_of(const struct share mine, int64_t own, int64_t block, int rows,
                                  int row, int lane, int field, int variant)
{
    return block_step(mine.thread, own, block, rows, row, lane, field, variant,
                      LANE_THREADS == WARP_LANES);
}

#define ROWS(BYTES, variant) BLOCK_ROWS(IN_FLIGHT(UNROLL(BYTES), BYTES), LANE_THREADS, variant)
/* Room for the values of one lane, whatever the variant. gcc 12 reserves 128 bytes of private
 * memory for a simd loop in GPU code and no more, whatever the loop needs (tests/gpu_code looks).
 */
#define VALUES(BYTES) (PLACES_FIRST ? ROWS(BYTES, 1) : AT_LEAST(8, IN_FLIGHT(UNROLL(BYTES), BYTES)))

#ifndef PLACES_FIRST
#define PLACES_FIRST 0
#endif
#ifndef READ
#define READ(BYTES, place) (place)
#endif
#ifndef AFTER_BLOCK
#define AFTER_BLOCK (void)0
#endif

#if !(defined MEANING && defined NUMBERS)
SIZES(DEFINE_WORK)
#endif

/* All whole blocks of a share: each is loaded, then stored. `variant` is a compile-time number in
 * every instance, and with it the loops' lengths. */
#define SIMD_BLOCKS(BYTES)                                                                       \
    static inline __attribute__((always_inline)) void blocks_##BYTES(                            \
        element_##BYTES *restrict out, const element_##BYTES *restrict in, const struct shape s, \
        const struct share mine, const int variant)                                              \
    {                                                                                            \
        const int used = FIELDS(variant), rows = ROWS(BYTES, variant);                           \
        const int loads = AT_LEAST(1, LOADS), values = rows * used * LOADS;                      \
        BLOCKS_AND_LANES(mine)                                                                   \
        {                                                                                        \
            element_##BYTES value[VALUES(BYTES)];                                                \
            uint32_t place[PLACES_FIRST ? ROWS(BYTES, 1) : 0];                                   \
            PRAGMA(GCC unroll 64)                                                                \
            for (int v = 0; v < values; v++) {                                                   \
                struct step e = step_of(mine, own, block, rows, v / loads / used, lane,          \
                                        v / loads % used, variant);                              \
                e.load = v % loads;                                                              \
                if (is_active(s, e))                                                             \
                    value[v] = READ(BYTES, in[address_of_load(s, e)]);                           \
            }                                                                                    \
            loads_first();                                                                       \
            DO_WORK(BYTES, rows *used)                                                           \
            const int64_t stored = opaque_again(block);                                          \
            PRAGMA(GCC unroll 64)                                                                \
            for (int v = 0; v < (PLACES_FIRST ? rows * used : 0); v++)                           \
                place[v] = (uint32_t)address_of_store(                                           \
                    s, step_of(mine, own, stored, rows, v / used, lane, v % used, variant));     \
            if (PLACES_FIRST)                                                                    \
                loads_first();                                                                   \
            PRAGMA(GCC unroll 64)                                                                \
            for (int v = 0; v < rows * used; v++) {                                              \
                const struct step e =                                                            \
                    step_of(mine, own, stored, rows, v / used, lane, v % used, variant);         \
                if (is_active(s, e))                                                             \
                    PUT(out[PLACES_FIRST ? place[v] : address_of_store(s, e)], value[v]);        \
                if (v % used == used - 1 && used > 1)                                            \
                    KEEP_STORES_HERE;                                                            \
            }                                                                                    \
            AFTER_BLOCK;                                                                         \
        }                                                                                        \
    }

/* The steps after all whole blocks, one at a time. */
#define SIMD_TAIL(BYTES)                                                                           \
    static inline __attribute__((always_inline)) void tail_step_##BYTES(                           \
        element_##BYTES *restrict out, const element_##BYTES *restrict in, const struct shape s,   \
        struct step e)                                                                             \
    {                                                                                              \
        element_##BYTES value[AT_LEAST(1, LOADS)];                                                 \
        if (!is_active(s, e))                                                                      \
            return;                                                                                \
        for (e.load = 0; e.load < LOADS; e.load++)                                                 \
            value[e.load] = in[address_of_load(s, e)];                                             \
        work_##BYTES(s, value, 1);                                                                 \
        PUT(out[address_of_store(s, e)], value[0]);                                                \
    }                                                                                              \
    static inline __attribute__((always_inline)) void tail_##BYTES(                                \
        element_##BYTES *restrict out, const element_##BYTES *restrict in, const struct shape s,   \
        const struct share mine, const int variant)                                                \
    {                                                                                              \
        const int64_t rest = s.elements - mine.tail_first;                                         \
        PRAGMA(omp simd)                                                                           \
        for (int lane = 0; lane < WARP_LANES; lane++)                                              \
            for (int64_t i = lane; i < rest; i += WARP_LANES)                                      \
                for (int field = 0; field < FIELDS(variant); field++)                              \
                    tail_step_##BYTES(out, in, s, tail_step(mine.tail_first + i, field, variant)); \
    }
#define NO_TAIL(BYTES)                                                                          \
    static inline void tail_##BYTES(element_##BYTES *out, const element_##BYTES *in,            \
                                    const struct shape s, const struct share mine, int variant) \
    {                                                                                           \
        (void)out, (void)in, (void)s, (void)mine, (void)variant;                                \
    }

/* A worker's part of all passes. The empty statements keep passes from being merged into one. */
#define DEFINE_SHARE(BYTES)                                                                      \
    static inline __attribute__((always_inline)) void share_##BYTES(                             \
        element_##BYTES *restrict out, const element_##BYTES *restrict in, const struct shape s, \
        const struct launch l, struct notes *notes, int64_t passes, const int variant)           \
    {                                                                                            \
        const struct share mine = share_of(s, l, (int64_t)WARP_LANES * ROWS(BYTES, variant));    \
        const bool taken = chunks_are_taken(mine);                                               \
        const struct share part = taken ? share_taken(mine, notes, passes) : mine;               \
        for (int64_t turn = 0; turn < (taken ? 1 : passes); turn++) {                            \
            blocks_##BYTES(out, in, s, part, variant);                                           \
            __asm__ volatile("" ::: "memory");                                                   \
        }                                                                                        \
        for (int64_t pass = 0; mine.tail_first < s.elements && pass < passes; pass++) {          \
            tail_##BYTES(out, in, s, mine, variant);                                             \
            __asm__ volatile("" ::: "memory");                                                   \
        }                                                                                        \
    }

/* The variant is a compile-time number in the loops: a kernel holds one body for each. */
#define CASE(BYTES, N)                                  \
    case N:                                             \
        share_##BYTES(out, in, s, l, notes, passes, N); \
        break
#define SHARE_1(BYTES) share_##BYTES(out, in, s, l, notes, passes, 1)
#define SHARE_3(BYTES)  \
    switch (VARIANT) {  \
        CASE(BYTES, 1); \
        CASE(BYTES, 2); \
        CASE(BYTES, 3); \
    }
#define SHARE_6(BYTES)  \
    switch (VARIANT) {  \
        CASE(BYTES, 1); \
        CASE(BYTES, 2); \
        CASE(BYTES, 3); \
        CASE(BYTES, 4); \
        CASE(BYTES, 5); \
        CASE(BYTES, 6); \
    }
#define SHARE_8(BYTES)  \
    switch (VARIANT) {  \
        CASE(BYTES, 1); \
        CASE(BYTES, 2); \
        CASE(BYTES, 3); \
        CASE(BYTES, 4); \
        CASE(BYTES, 5); \
        CASE(BYTES, 6); \
        CASE(BYTES, 7); \
        CASE(BYTES, 8); \
    }

#if LONE
#define KERNEL_REGION LONE_REGION
#else
#define KERNEL_REGION REGION
#endif

#define DEFINE_KERNEL(BYTES)                                   \
    BLOCKS(BYTES)                                              \
    TAIL(BYTES)                                                \
    DEFINE_SHARE(BYTES)                                        \
    static void kernel_##BYTES(const struct kernel_args *args) \
    {                                                          \
        KERNEL_REGION(args)                                    \
        {                                                      \
            element_##BYTES *out = told.out;                   \
            const element_##BYTES *in = told.in;               \
            struct notes *notes = told.notes;                  \
            const struct shape s = told.shape;                 \
            const struct launch l = told.launch;               \
            const int64_t passes = told.passes;                \
            note_where(notes);                                 \
            JOIN(SHARE_, VARIANTS)(BYTES);                     \
        }                                                      \
    }

SIZES(KERNEL)

/* The index array, by the expression that the host checks with: each worker writes a stretch. */
#ifdef INDEX_VALUE
#ifndef PUT_INDEX
#define PUT_INDEX(index, place, value) (index)[place] = (uint32_t)(value)
#endif
static void write_index(const struct kernel_args *args)
{
    REGION(args)
    {
        const struct shape s = told.shape;
        const struct share mine = share_of(s, told.launch, WARP_LANES);
        const int64_t count = INDEX_COUNT, worker = mine.thread / LANE_THREADS;
        uint32_t *index = s.index;
        note_where(told.notes);
#pragma omp simd
        for (int64_t i = count * worker / mine.workers; i < count * (worker + 1) / mine.workers;
             i++)
            PUT_INDEX(index, index_place(s, i), index_value(s, i));
    }
}
#else
#define write_index NULL
#endif

#define KERNEL_ROW(BYTES) {.element_bytes = BYTES, .run = kernel_##BYTES},

extern const struct kernel_module warpline_kernels;
const struct kernel_module warpline_kernels = {.pattern = &JOIN(pattern_, NAME),
                                               .lane_threads = LANE_THREADS,
                                               .prepare = write_index,
                                               .kernels = {SIZES(KERNEL_ROW)}};

#endif
