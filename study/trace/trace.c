#include "study/trace/trace.h"

#include "study/plan/walks.h"

#include <errno.h>

/* The state of a trace. */
struct walking {
    const struct trace *trace;
    int64_t left; /* accesses that may still come */
    bool ended, cut;
};

static void visit_lane(struct walking *walking, const struct request *request, int lane)
{
    const struct trace_access access = {
        .address = array_base[request->array] +
                   (uint64_t)(request->element[lane] * request->element_bytes),
        .bytes = request->element_bytes,
        .access = request->access};
    walking->cut = walking->left == 0;
    walking->ended = walking->cut || !walking->trace->visit(walking->trace->with, &access);
    walking->left--;
}

static void visit(void *with, const struct request *request)
{
    struct walking *walking = with;
    if (request->array == ARRAY_TILE)
        return;
    for (int lane = 0; lane < WARP_LANES && !walking->ended; lane++)
        if (request->element[lane] >= 0)
            visit_lane(walking, request, lane);
}

/* Visits block number `own` of each worker's share. Returns whether there was one. */
static bool walk_round(const struct trace *trace, struct walk *walk, int64_t own, int64_t blocks)
{
    const struct walking *walking = walk->with;
    const int64_t workers = walk_workers(trace->pattern, trace->shape);
    bool found = false;
    for (int64_t worker = 0; worker < workers && !walking->ended; worker++) {
        const int64_t block = blocks * worker / workers + own;
        if (block >= blocks * (worker + 1) / workers)
            continue;
        walk_block(trace->pattern, walk, block, blocks);
        found = true;
    }
    return found;
}

int trace_walk(const struct trace *trace)
{
    struct walking walking = {.trace = trace, .left = trace->limit ? trace->limit : INT64_MAX};
    const struct pattern *pattern = trace->pattern;
    if (!pattern->walk)
        return -ENOENT;
    struct walk walk =
        walk_of(trace->shape, pattern->rows(trace->shape, trace->element_bytes, false),
                trace->element_bytes, false);
    const int64_t blocks = pattern->tiles(trace->shape, walk.rows);
    walk.visit = visit;
    walk.with = &walking;
    for (int64_t own = 0; !walking.ended && walk_round(trace, &walk, own, blocks);)
        own++;
    return walking.cut;
}

int64_t trace_left_out(const struct trace *trace)
{
    const struct pattern *pattern = trace->pattern;
    const int rows = pattern->rows(trace->shape, trace->element_bytes, false);
    const int64_t tile = (int64_t)rows * WARP_LANES;
    return pattern->has_tail ? trace->shape->elements - pattern->tiles(trace->shape, rows) * tile
                             : 0;
}
