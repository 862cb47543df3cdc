/* The kernel of one element size: included once for each, with BYTES. The names below then stand
 * for that size's: a debugger shows kernel_4, block_of_lane_4.
 *
 * The form is what libgomp needs on a GPU and what a CPU's vector units like:
 * - a team is a thread block, an OpenMP thread a warp, a simd lane a lane of the warp;
 * - a worker's share is made of blocks of WARP_LANES * rows steps, in the order that suits the side
 *   (share.h);
 * - the passes are inside, because starting the teams takes longer than a pass over a cache.
 *
 * From there to the loops: kernel (region.h) starts the workers, worker chooses the loop body,
 * all_passes makes all passes of the worker's share, whole_blocks (cpu/ and kernel/gpu/each_lane.h)
 * goes through its blocks, and block_of_lane (BODY) does the work of one lane of one block. */
#define element         JOIN(element_, BYTES)
#define part            JOIN(part_, BYTES)
#define put             JOIN(put_, BYTES)
#define block_of_lane   JOIN(block_of_lane_, BYTES)
#define block_of_worker JOIN(block_of_worker_, BYTES)
#define block_of_tile   JOIN(block_of_tile_, BYTES)
#define chunk_of_lane   JOIN(chunk_of_lane_, BYTES)
#define whole_blocks    JOIN(whole_blocks_, BYTES)
#define tail_step       JOIN(tail_step_, BYTES)
#define tail            JOIN(tail_, BYTES)
#define all_passes      JOIN(all_passes_, BYTES)
#define worker          JOIN(worker_, BYTES)
#define region          JOIN(kernel_, BYTES)

/* What a worker works on, and what it has of it. */
struct part {
    element *restrict out;
    const element *restrict in;
    struct shape shape;
    struct share share;
    int variant; /* the loop body, a compile-time number wherever it is used */
};

INLINED void put(element *place, element value)
{
    if ((int)STORE_ACCESS == ACCESS_ATOMIC)
        add_one(place, BYTES);
    else
        *place = value;
}

#include BODY

/* A step of those after all whole blocks. */
INLINED void tail_step(const struct part p, struct step e)
{
    const struct shape s = p.shape;
    element value[AT_LEAST(1, LOADS)];
    const int i = 0;
    if (!is_active(s, e))
        return;
#pragma GCC unroll 64
    for (int load = 0; load < LOADS; load++) { /* in registers: a GPU's lanes share their stack */
        e.load = load;
        value[load] = p.in[address_of_load(s, e)];
    }
    if (!STORED_AS_LOADED)
        value[0] = RESULT;
    put(&p.out[address_of_store(s, e)], value[0]);
}

INLINED void tail(const struct part p)
{
    const int variant = p.variant;
    const int64_t rest = p.shape.elements - p.share.tail_first;
#pragma omp simd
    for (int lane = 0; lane < WARP_LANES; lane++)
        for (int64_t i = lane; i < rest; i += WARP_LANES)
            for (int field = 0; field < FIELDS; field++)
                tail_step(p, step_of_tail(p.share.tail_first + i, field, variant));
}

/* A worker's part of all passes. The empty statements keep passes from being merged into one. */
INLINED void all_passes(const struct kernel_args args, const int variant)
{
    const int64_t block = (int64_t)WARP_LANES * ROWS;
    const struct share mine = share_of(args.shape, args.launch, block);
    const bool dynamic = schedule_is_dynamic(mine);
    const struct part p = {.out = args.out,
                           .in = args.in,
                           .shape = args.shape,
                           .share = dynamic ? dynamic_share(mine, args.notes, args.passes) : mine,
                           .variant = variant};
    for (int64_t turn = 0; turn < (dynamic ? 1 : args.passes); turn++) {
        whole_blocks(p);
        __asm__ volatile("" ::: "memory");
    }
    const struct part after = {
        .out = args.out, .in = args.in, .shape = args.shape, .share = mine, .variant = variant};
    const bool has_tail = mine.tail_first < args.shape.elements;
    for (int64_t pass = 0; has_tail && pass < args.passes; pass++) {
        if (TAIL)
            tail(after);
        __asm__ volatile("" ::: "memory");
    }
}

/* A kernel holds one loop body for each variant. */
INLINED void worker(const struct kernel_args args)
{
    const struct shape s = args.shape;
    (void)s;
    note_where(args.notes);
    switch (VARIANTS == 1 ? 1 : VARIANT) {
    case 1:
        all_passes(args, 1);
        break;
    case 2:
        if (VARIANTS > 1)
            all_passes(args, 2);
        break;
    case 3:
        if (VARIANTS > 2)
            all_passes(args, 3);
        break;
    case 4:
        if (VARIANTS > 3)
            all_passes(args, 4);
        break;
    case 5:
        if (VARIANTS > 4)
            all_passes(args, 5);
        break;
    case 6:
        if (VARIANTS > 5)
            all_passes(args, 6);
        break;
    case 7:
        if (VARIANTS > 6)
            all_passes(args, 7);
        break;
    case 8:
        if (VARIANTS > 7)
            all_passes(args, 8);
        break;
    }
}

#define lone ALONE
#include "patterns/kernel/region.h"
#undef lone

#undef element
#undef part
#undef put
#undef block_of_lane
#undef block_of_worker
#undef block_of_tile
#undef chunk_of_lane
#undef whole_blocks
#undef tail_step
#undef tail
#undef all_passes
#undef worker
#undef region
