/* The kernel of one element size: included once for each size, with BYTES. A debugger shows the
 * names below with the size: kernel_4, tile_by_lane_4.
 *
 * In CUDA's terms: a team is a thread block, an OpenMP thread of it (a worker) is a warp, and an
 * iteration of a simd loop is a lane. On a CPU a worker is a core's thread, and the lanes are
 * iterations that its vector units execute together. The warps are persistent (work.h): they
 * process tile after tile, through all passes.
 *
 *   kernel         starts the workers;
 *   worker         each worker chooses the loop body ...
 *   all_passes     ... and executes its share of all passes,
 *   all_tiles      tile by tile (simd.h);
 *   tile_by_lane   in each tile a lane loads its elements, then stores them (BODY: load_store.h);
 *   tail           the steps after the last whole tile */
#define element       JOIN(element_, BYTES)
#define work          JOIN(work_, BYTES)
#define store_element JOIN(store_element_, BYTES)
#define tile_by_lane  JOIN(tile_by_lane_, BYTES)
#define tile_by_core  JOIN(tile_by_core_, BYTES)
#define all_tiles     JOIN(all_tiles_, BYTES)
#define tail_step     JOIN(tail_step_, BYTES)
#define tail          JOIN(tail_, BYTES)
#define all_passes    JOIN(all_passes_, BYTES)
#define worker        JOIN(worker_, BYTES)
#define kernel        JOIN(kernel_, BYTES)

/* The data of a worker. */
struct work {
    element *restrict out;
    const element *restrict in;
    struct shape shape;
    struct share share;
    int variant; /* the loop body, a compile-time number wherever it is used */
};

INLINED void store_element(element *address, element value)
{
    if ((int)STORE_ACCESS == ACCESS_ATOMIC)
        atomic_increment(address, BYTES);
    else
        *address = value;
}

#include BODY

/* A step after the last whole tile. */
INLINED void tail_step(const struct work w, struct step e)
{
    const struct shape s = w.shape;
    element value[AT_LEAST(1, LOADS)];
    const int i = 0;
    if (!is_active(s, e))
        return;
#pragma GCC unroll 64
    for (int load = 0; load < LOADS; load++) { /* in registers: a GPU's lanes share their stack */
        e.load = load;
        value[load] = w.in[address_of_load(s, e)];
    }
    if (!STORED_AS_LOADED)
        value[0] = RESULT;
    store_element(&w.out[address_of_store(s, e)], value[0]);
}

INLINED void tail(const struct work w)
{
    const int variant = w.variant;
    const int64_t rest = w.shape.elements - w.share.tail_first;
#pragma omp simd
    for (int lane = 0; lane < LANES; lane++)
        for (int64_t i = lane; i < rest; i += LANES)
            for (int field = 0; field < FIELDS; field++)
                tail_step(w, step_of_tail(w.share.tail_first + i, field, variant));
}

/* A worker's share of all passes. With a dynamic schedule one counter counts the chunks of all
 * passes. The empty statements prevent the compiler from merging passes. */
INLINED void all_passes(const struct kernel_args args, const int variant)
{
    const int64_t tile = (int64_t)LANES * ROWS;
    struct share mine = share_of(args.shape, args.launch, tile);
    const bool dynamic = schedule_is_dynamic(mine);
    if (SIDE_LOAD)
        mine.counter = &args.notes->loaded;
    const struct work w = {.out = args.out,
                           .in = args.in,
                           .shape = args.shape,
                           .share = dynamic ? dynamic_share(mine, args.notes, args.passes) : mine,
                           .variant = variant};
    for (int64_t pass = 0; pass < (dynamic ? 1 : args.passes); pass++) {
        all_tiles(w);
        __asm__ volatile("" ::: "memory");
    }
    const struct work after = {
        .out = args.out, .in = args.in, .shape = args.shape, .share = mine, .variant = variant};
    const bool has_tail = mine.tail_first < args.shape.elements;
    for (int64_t pass = 0; has_tail && pass < args.passes; pass++) {
        if (TAIL)
            tail(after);
        __asm__ volatile("" ::: "memory");
    }
}

/* Chooses the loop body: a kernel holds one for each variant. */
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

#define REGION        kernel
#define REGION_WORKER worker
#define REGION_ALONE  ALONE
#include "patterns/kernel/region.h"
