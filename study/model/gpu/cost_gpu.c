#include "patterns/libgomp.h"
#include "study/model/gpu/traffic.h"
#include "study/model/model.h"

#include <math.h>
#include <string.h>

enum { SLICE_BYTES = 512 };

/* The share of loads that hit the L1. */
static double share_in_l1(const struct gpu_prediction *p)
{
    return p->loads.sectors > 0 ? 1 - p->l2_read_sectors / p->loads.sectors : 0;
}

/* One lane's accesses: where the array that it walks lives decides which level each access goes
 * to. Chains wait at the same time, but each step of several also takes a turn. */
static void wait_on_gpu(const struct gpu_prediction *p, double *amount)
{
    const double waits = (double)p->blocks, in_l1 = share_in_l1(p);
    const double in_l2 = (1 - in_l1) * (1 - p->memory_share);
    amount[GPU_L1_WAITS] = waits * in_l1;
    amount[GPU_L2_WAITS] = waits * in_l2 * (1 - p->far_share);
    amount[GPU_FAR_WAITS] = waits * in_l2 * p->far_share;
    amount[GPU_MEMORY_WAITS] = waits * (1 - in_l1) * p->memory_share;
    amount[GPU_CHAIN_STEPS] = (p->loads.requests - waits) * (1 - in_l1) * p->memory_share;
}

/* The number of L2 slices that work on the cells of an atomic pattern. Addresses are distributed to
 * the slices in pieces (study contention: on an H200, the two halves of 512 bytes are in different
 * slices, and more cells are in as many slices as they have pieces of 512 bytes). */
static double slices_of(const struct gpu_prediction *p)
{
    const double pieces = p->added_bytes / SLICE_BYTES;
    return pieces > 2 ? pieces : pieces >= 1 ? 2 : 1;
}

/* Blocks that a warp makes one after another: a loop's lane executes several rows together. */
static double rounds_of(const struct pattern *pattern, const struct shape *shape, int64_t blocks)
{
    return ceil((double)blocks /
                ((double)shape->workers * (pattern->lane_rows ? pattern->lane_rows(shape) : 1)));
}

struct demand demand_on_gpu(const struct pattern *pattern, const struct shape *shape,
                            const struct gpu_caches *caches, const struct gpu_prediction *p)
{
    struct demand demand = {0};
    double *amount = demand.amount;
    if (pattern->alone) {
        wait_on_gpu(p, amount);
        return demand;
    }
    const double rounds = rounds_of(pattern, shape, p->blocks);
    amount[GPU_MEMORY] = p->memory_share * (p->read_units_bytes + p->write_bytes);
    amount[GPU_MEMORY_LINES] = p->memory_share * p->partial_lines;
    amount[GPU_L2_READS] = SECTOR_BYTES * p->l2_read_sectors;
    amount[GPU_L2_WRITES] = SECTOR_BYTES * p->whole_stores;
    amount[GPU_L2_PARTS] = p->partial_stores;
    amount[GPU_ATOMICS] = p->atomic_sectors;
    amount[GPU_L2_LINES] = p->l2_read_lines;
    amount[GPU_LINES] = p->loads.lines;
    amount[GPU_REQUESTS] = p->loads.requests + p->stores.requests;
    /* The L1 has the banks of shared memory. */
    amount[GPU_BANK_TURNS] = p->tile_turns + share_in_l1(p) * p->load_turns;
    amount[GPU_TILE_REQUESTS] = p->tile_requests;
    amount[GPU_ADDITIONS] = p->added_in_turn / slices_of(p);
    amount[GPU_SECTOR_ADDITIONS] = p->whole_in_turn / slices_of(p);
    amount[GPU_ADDED_BESIDE] = p->added_beside;
    amount[GPU_ROUNDS] = amount[GPU_REQUESTS] > 0 ? rounds : 0;
    amount[GPU_WARP_LINES] = rounds * (p->loads.lines - p->loads.requests) / (double)p->blocks;
    amount[GPU_TILE_ROUNDS] = p->tile_requests > 0 ? amount[GPU_ROUNDS] : 0;
    amount[GPU_MEMORY_ROUNDS] = p->loads.requests > 0 ? amount[GPU_ROUNDS] * p->memory_share : 0;
    amount[ARITHMETIC] =
        (double)pattern->multiply_adds(shape) / demand_busy(caches->multiprocessors, p->blocks);
    return demand;
}

struct demand demand_of_gpu_launch(const struct shape *shape)
{
    const bool anew = shape->workers > STACKS_KEPT_BYTES / WARP_STACK_BYTES;
    const double workers = (double)shape->workers;
    /* The workers of a team start one after another, teams at the same time. */
    const double teams = shape->value[0] > 1 ? (double)shape->value[0] : 1;
    return (struct demand){.amount = {[LAUNCHES] = 1,
                                      [GPU_STARTS] = workers / teams,
                                      [GPU_ALLOCATIONS] = anew,
                                      [GPU_STACKS] = anew ? workers : 0}};
}

static double ratio(double sum, double count)
{
    return count > 0 ? sum / count : NAN;
}

static void cost_on_gpu(const struct point *point, struct cost *cost)
{
    struct gpu_prediction p;
    const struct gpu_caches caches = gpu_caches_of(&point->target->facts);
    if (predict_gpu(point->pattern, &point->shape, point->element_bytes, &caches, &predict_brief,
                    &p))
        return;
    cost->has_demand = !point->pattern->calls_driver;
    cost->demand = demand_on_gpu(point->pattern, &point->shape, &caches, &p);
    const double sectors = p.loads.sectors + p.stores.sectors;
    cost->requests = p.loads.requests + p.stores.requests;
    cost->sectors_per_request = ratio(sectors, cost->requests);
    cost->lines = p.loads.lines + p.stores.lines;
    cost->conflict_degree = ratio(p.tile_turns, p.tile_requests);
    cost->predicted_bytes = strstr(point->level, "memory")
                                ? p.read_bytes + p.write_bytes + p.partial_bytes
                                : sectors * SECTOR_BYTES;
}

const struct cost_model sector_model = {.lane_threads = WARP_LANES,
                                        .memory = GPU_MEMORY,
                                        .waits = GPU_MEMORY_WAITS,
                                        .cost = cost_on_gpu,
                                        .launch = demand_of_gpu_launch};
