#include "study/plan/walks.h"

#include "study/base/units.h"
#include "study/plan/point.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>

enum { KINDS_MOST = 8 };

const uint64_t array_base[ARRAYS] = {[ARRAY_IN] = UINT64_C(1) << 40,
                                     [ARRAY_OUT] = UINT64_C(2) << 40,
                                     [ARRAY_INDEX] = UINT64_C(3) << 40};

struct walk walk_of(const struct shape *shape, int rows, int element_bytes, bool gpu)
{
    return (struct walk){
        .shape = shape, .rows = rows, .element_bytes = element_bytes, .lanes_are_threads = gpu};
}

double walk_place(int64_t nth)
{
    static const double golden_ratio = 0.6180339887498949;
    return fmod((double)nth * golden_ratio, 1);
}

int64_t walk_workers(const struct pattern *pattern, const struct shape *shape)
{
    return pattern->alone ? 1 : shape->workers;
}

void walk_block(const struct pattern *pattern, struct walk *walk, int64_t block, int64_t blocks)
{
    const int64_t workers = walk_workers(pattern, walk->shape);
    int64_t worker = block % workers, first = worker;
    if (!walk->lanes_are_threads) {
        worker = block * workers / blocks;
        while (blocks * (worker + 1) / workers <= block)
            worker++;
        first = blocks * worker / workers;
    }
    walk->tile = block;
    walk->nth = walk->lanes_are_threads ? block / workers : block - first;
    walk->thread = worker * (walk->lanes_are_threads ? WARP_LANES : 1);
    pattern->walk(walk);
}

void walk_stretch(const struct pattern *pattern, struct walk *walk, int64_t first, int64_t count,
                  int64_t blocks)
{
    for (int64_t block = first; block < first + count; block++)
        walk_block(pattern, walk, block, blocks);
}

static void count_request(void *with, const struct request *request)
{
    (void)request;
    ++*(int64_t *)with;
}

int64_t requests_of_block(const struct pattern *pattern, struct walk walk, int64_t blocks)
{
    int64_t count = 0;
    walk.visit = count_request;
    walk.with = &count;
    walk_block(pattern, &walk, 0, blocks);
    return count > 0 ? count : 1;
}

struct extents extents_none(void)
{
    struct extents none;
    for (int i = 0; i < ARRAYS; i++) {
        none.low[i] = INT64_MAX;
        none.high[i] = 0;
    }
    return none;
}

static void visit_extents(void *with, const struct request *request)
{
    struct extents *extents = with;
    for (int lane = 0; lane < WARP_LANES; lane++) {
        const int64_t byte = request->element[lane] * request->element_bytes;
        if (request->element[lane] < 0)
            continue;
        if (byte < extents->low[request->array])
            extents->low[request->array] = byte;
        if (byte + request->element_bytes > extents->high[request->array])
            extents->high[request->array] = byte + request->element_bytes;
    }
}

void walk_extents(const struct pattern *pattern, struct walk *walk, int64_t block, int64_t blocks,
                  struct extents *extents)
{
    walk->visit = visit_extents;
    walk->with = extents;
    walk_block(pattern, walk, block, blocks);
    walk->with = NULL;
}

struct extents walk_reach(const struct pattern *pattern, struct walk *walk, int64_t count,
                          int64_t blocks)
{
    enum { LOOKED_AT = 16 };
    struct extents extents = extents_none();
    const int64_t first = blocks / 2 / count * count;
    const int64_t last = (first + count < blocks ? first + count : blocks) - 1;
    for (int i = 0; i < LOOKED_AT; i++)
        walk_extents(pattern, walk, first + (last - first) * i / (LOOKED_AT - 1), blocks, &extents);
    for (int64_t step = 1; step < (last - first) / LOOKED_AT; step *= 2) {
        walk_extents(pattern, walk, first + step, blocks, &extents);
        walk_extents(pattern, walk, last - step, blocks, &extents);
    }
    return extents;
}

double extent_bytes(const struct extents *extents, enum request_array array)
{
    return extents->high[array] > extents->low[array]
               ? (double)(extents->high[array] - extents->low[array])
               : 0;
}

struct first_requests {
    struct request *requests;
    int count, most;
};

static void keep_first(void *with, const struct request *request)
{
    struct first_requests *first = with;
    for (int i = 0; i < first->count; i++)
        if (first->requests[i].array == request->array &&
            first->requests[i].access == request->access)
            return;
    if (first->count < first->most)
        first->requests[first->count++] = *request;
}

int walk_first_requests(const struct pattern *pattern, const struct shape *shape, int element_bytes,
                        bool lanes_are_threads, struct request *requests, int most)
{
    struct first_requests first = {.requests = requests, .most = most};
    if (!pattern->walk)
        return 0;
    struct walk walk = walk_of(shape, pattern->rows(shape, element_bytes, lanes_are_threads),
                               element_bytes, lanes_are_threads);
    walk.visit = keep_first;
    walk.with = &first;
    const int64_t blocks = pattern->tiles(shape, walk.rows);
    if (blocks > 0) /* none in a pass of few iterations */
        walk_block(pattern, &walk, 0, blocks);
    return first.count;
}

bool walk_is_cyclic(const struct pattern *pattern, struct walk walk, int64_t blocks)
{
    struct extents of[2] = {extents_none(), extents_none()};
    for (int i = 0; i < 2 && walk.shape->workers > 1; i++)
        walk_extents(pattern, &walk, blocks * i / walk.shape->workers, blocks, &of[i]);
    /* Up to the start of the last element: a single one that all store to is not cyclic. */
    return of[0].low[ARRAY_OUT] < of[1].high[ARRAY_OUT] - walk.element_bytes &&
           of[1].low[ARRAY_OUT] < of[0].high[ARRAY_OUT] - walk.element_bytes;
}

bool walk_has_atomics(const struct pattern *pattern, const struct shape *shape, int element_bytes)
{
    struct request requests[KINDS_MOST];
    const int count =
        walk_first_requests(pattern, shape, element_bytes, false, requests, KINDS_MOST);
    for (int i = 0; i < count; i++)
        if (requests[i].access == ACCESS_ATOMIC)
            return true;
    return false;
}

double relative_error(const double *values, int count)
{
    double mean = 0, squares = 0;
    for (int i = 0; i < count; i++)
        mean += values[i] / count;
    for (int i = 0; i < count; i++)
        squares += (values[i] - mean) * (values[i] - mean);
    return mean > 0 && count > 1 ? sqrt(squares / (count - 1) / count) / mean : 0;
}

/* The distance between the arrays' starts in the models. */
static const int64_t array_most_bytes = INT64_C(1) << 40;

static int check_sizes(const struct footprint *bytes, int64_t all, char *problem,
                       size_t problem_size)
{
    char size[SIZE_TEXT_MAX];
    if (all >= 0 && bytes->in <= array_most_bytes && bytes->out <= array_most_bytes &&
        bytes->index <= array_most_bytes)
        return 0;
    snprintf(problem, problem_size,
             "its arrays are then %s; use a smaller --footprint or smaller values, the models know "
             "arrays of at most 1 TiB",
             all < 0 ? "more than 512 PiB" : rounded_size_text(all, size));
    return -EINVAL;
}

/* The bytes that the checked blocks touch, from the first byte of each array on. */
static struct extents touched(const struct pattern *pattern, const struct shape *shape,
                              int element_bytes, bool gpu)
{
    struct walk walk = walk_of(shape, pattern->rows(shape, element_bytes, gpu), element_bytes, gpu);
    const int64_t blocks = pattern->tiles(shape, walk.rows);
    struct extents extents = extents_none();
    for (int i = 0; i < 3 && blocks > 0; i++)
        walk_extents(pattern, &walk, (blocks - 1) * i / 2, blocks, &extents);
    return extents;
}

int fitting_check(const struct pattern *pattern, const struct shape *shape, int element_bytes,
                  bool gpu, char *problem, size_t problem_size)
{
    struct footprint bytes;
    const int64_t all = arrays_bytes(pattern, shape, element_bytes, &bytes);
    int error = check_sizes(&bytes, all, problem, problem_size);
    if (error || !pattern->walk)
        return error;
    const struct extents extents = touched(pattern, shape, element_bytes, gpu);
    if (extents.high[ARRAY_IN] <= bytes.in && extents.high[ARRAY_OUT] <= bytes.out &&
        extents.high[ARRAY_INDEX] <= bytes.index)
        return 0;
    snprintf(problem, problem_size,
             "its steps then go beyond its arrays; use smaller values or a larger --footprint");
    return -EINVAL;
}
