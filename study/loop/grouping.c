/* The requests of a loop: the traced accesses of a row of iterations, put together as lanes make
 * them. Accesses of different lanes are one request if they have the same place in the source and
 * are there the same time: the lane's first, second ... */
#include "study/loop/loop_state.h"

#include "study/base/array.h"
#include "study/base/message.h"

#include <stdlib.h>
#include <string.h>

/* As many as groups of lanes that have none in common, and one for each access at each site, side
 * by side: neighbours in time are neighbours in a cache. */
enum { SLOTS = 2 * WARP_LANES * LOOP_EACH_MOST, KEPT_RECORDS = 1 << 25 };

/* The groups of one row, found by their site and time. */
struct grouping {
    struct loop *loop;
    const struct loop_place *place;
    int64_t step;
    int count, room;
    int times[LOOP_SITES_MAX]; /* accesses of the present lane at each site */
    struct group {
        int site, time;
        unsigned slot;
        struct request request;
    } * groups;
    int slots[SLOTS]; /* number of a group + 1 */
};

static struct grouping *grouping_of(struct loop *loop)
{
    static struct grouping *kept; /* its room is large, and rows are many */
    kept = kept ? kept : needed(calloc(1, sizeof *kept));
    for (int i = 0; i < kept->count; i++)
        kept->slots[kept->groups[i].slot] = 0;
    kept->loop = loop;
    kept->count = 0;
    return kept;
}

static bool is_written(const struct loop *loop, int array)
{
    const struct loop_argument *a = loop_array(loop, array);
    return a && a->written;
}

/* The group, a new one if it is missing. */
static struct group *group_of(struct grouping *g, int site, int time)
{
    unsigned slot = ((unsigned)site * LOOP_EACH_MOST + (unsigned)time) % SLOTS;
    for (; g->slots[slot]; slot = (slot + 1) % SLOTS) {
        struct group *group = &g->groups[g->slots[slot] - 1];
        if (group->site == site && group->time == time)
            return group;
    }
    array_make_room(g->groups, g->count, g->room);
    const struct loop_site *facts = &g->loop->sites[site];
    struct group *group = &g->groups[g->count];
    g->slots[slot] = ++g->count;
    *group = (struct group){site,
                            time,
                            slot,
                            {.array = is_written(g->loop, facts->array) ? ARRAY_OUT : ARRAY_INDEX,
                             .access = facts->access,
                             .element_bytes = facts->bytes,
                             .step = g->step,
                             .load = site,
                             .loop_array = facts->array}};
    for (int lane = 0; lane < WARP_LANES; lane++)
        group->request.element[lane] = -1;
    return group;
}

static void add_access(struct grouping *g, const struct record *record, int lane)
{
    const int site = loop_site_of(g->loop, record);
    const int64_t byte = (int64_t)(record->place & ((UINT64_C(1) << PLACE_BITS) - 1));
    struct group *group = group_of(g, site, g->times[site]++);
    group->request.one_sum = g->loop->sites[site].one_sum;
    group->request.element[lane] =
        (g->place[record->place >> PLACE_BITS].offset + byte) / group->request.element_bytes;
}

/* As many as fit into some memory. */
static int64_t chunks_kept(struct loop *loop, const struct shape *shape)
{
    const int64_t rows = shape->elements / WARP_LANES + 1;
    const int64_t each = loop_extent(loop, shape).accesses / rows * LOOP_CHUNK_ROWS + 1;
    const int64_t fit = KEPT_RECORDS / each;
    return fit < 1 ? 1 : fit < LOOP_CHUNKS ? fit : LOOP_CHUNKS;
}

/* Finds where the records of each row of a chunk begin. */
static void find_rows(struct chunk *chunk)
{
    const int64_t first = chunk->number * LOOP_CHUNK_ROWS * WARP_LANES;
    int rows = 0;
    for (int i = 0; i < chunk->records.count && rows < LOOP_CHUNK_ROWS; i++)
        if (chunk->records.of[i].kind == RECORD_ITERATION &&
            (int64_t)chunk->records.of[i].place == first + (int64_t)rows * WARP_LANES)
            chunk->begin[rows++] = i;
    while (rows <= LOOP_CHUNK_ROWS)
        chunk->begin[rows++] = chunk->records.count;
}

/* The records of some rows of iterations from a multiple of LOOP_CHUNK_ROWS on; NULL after trouble.
 */
static const struct chunk *chunk_of(struct loop *loop, const struct shape *shape, int64_t row)
{
    const int64_t number = row / LOOP_CHUNK_ROWS, each = (int64_t)LOOP_CHUNK_ROWS * WARP_LANES;
    struct chunk *chunk = &loop->chunks[number % chunks_kept(loop, shape)];
    if (!is_pass_of(&loop->chunk_pass, shape))
        for (int i = 0; i < LOOP_CHUNKS; i++)
            loop->chunks[i].number = -1;
    loop->chunk_pass = pass_of(shape);
    if (chunk->number == number)
        return chunk;
    const int64_t first = number * each, rest = shape->elements - first;
    const struct order order = {ORDER_WALK, first, rest < each ? rest : each};
    chunk->number = -1;
    if (!loop_order(loop, shape, order, &chunk->records))
        return NULL;
    chunk->number = number;
    find_rows(chunk);
    return chunk;
}

/* The records of a row, which begins with that iteration, lane by lane. */
static void group_row(struct grouping *g, const struct chunk *chunk, int64_t first)
{
    const int row = (int)(first / WARP_LANES % LOOP_CHUNK_ROWS);
    int lane = -1;
    for (int i = chunk->begin[row]; i < chunk->begin[row + 1]; i++) {
        const struct record *r = &chunk->records.of[i];
        if (r->kind == RECORD_ITERATION) {
            const int64_t from_first = (int64_t)r->place - first;
            lane = from_first >= 0 && from_first < WARP_LANES ? (int)from_first : -1;
            memset(g->times, 0, sizeof g->times);
        } else if (lane >= 0 && r->kind <= RECORD_ATOMIC)
            add_access(g, r, lane);
    }
}

void loop_walk(const struct walk *w)
{
    struct loop *loop = w->shape->loop;
    struct loop_place place[LOOP_ARRAYS_MAX];
    loop_places(w->shape, place);
    for (int row = 0; row < w->rows; row++) {
        const int64_t number = w->tile * w->rows + row;
        const struct chunk *chunk = chunk_of(loop, w->shape, number);
        struct grouping *g = grouping_of(loop);
        if (!chunk)
            return;
        g->place = place;
        g->step = number * WARP_LANES;
        group_row(g, chunk, g->step);
        for (int i = 0; i < g->count; i++)
            w->visit(w->with, &g->groups[i].request);
    }
}
