/* Patterns that only read. Each worker processes its tiles of LANES rows of LANES elements, and
 * each of its lanes accumulates one result. Only these results are written. A pattern includes this
 * file in place of usual.h and defines
 *
 *   READS            loads of an element
 *   FIRST_OF(row, own)
 *                    where a row begins, over `s`, `mine` and `variant`; it is number `row` of the
 *                    pass and number `own` of its worker
 *   READ_ONE(k, first, lane)
 *                    load k of an element, over `in`, `s` and `variant`
 *   OF(v)            what is computed from these, which are value[v] and following
 *   MERGE            the assignment that adds this to the lane's result */
#ifndef WARPLINE_READER_H
#define WARPLINE_READER_H

#include "patterns/kernel/usual.h"

#define OUT_LENGTH (s.workers * LANES)
#define STORE      0
#define SCHEDULE   STATIC
#define TAIL       0
#define BODY       "patterns/bandwidth/reader.h"
#ifndef WALK
#define WALK "patterns/bandwidth/reader.h"
#endif

#define TILE_ROWS(unroll, lanes) LANES

/* The tiles of a worker follow kernel/work.h. A GPU, which has more threads than workers, gets a
 * cyclic distribution over its warps; a CPU gets one contiguous block for each worker. */
#define IS_CYCLIC          (s.threads > s.workers)
#define TILE_COUNT         (s.elements / (LANES * LANES))
#define FIRST_TILE(worker) (IS_CYCLIC ? (worker) : TILE_COUNT * (worker) / s.workers)
#define LAST_TILE(worker)  (IS_CYCLIC ? TILE_COUNT : TILE_COUNT * ((worker) + 1) / s.workers)
#define TILE_STEP          (IS_CYCLIC ? s.workers : 1)

#elif defined BYTES

/* A core processes its tiles in parts, of as many rows as a lane loads at once. Between two parts
 * each lane keeps its result in `out`. A GPU's lane would wait for memory at each part, so it
 * processes all parts at once (READER_PARTS). */
#define begin_row JOIN(begin_row_, BYTES)
#define read_part JOIN(read_part_, BYTES)
#define read_all  JOIN(read_all_, BYTES)
#define AT_ONCE   JOIN(AT_ONCE_, BYTES)
#define PARTS     (LANES / AT_ONCE)
enum { AT_ONCE = AT_LEAST(1, UNROLL(BYTES) / READS) };

/* Where row number `r` of part number `part_number` of a worker's share begins. */
INLINED int64_t begin_row(const struct work w, const int64_t part_number, const int r)
{
    const struct shape s = w.shape;
    const struct share mine = w.share;
    const int variant = w.variant;
    const int64_t others = TILES_CYCLIC ? part_number / PARTS * (mine.tile_step - 1) : 0;
    const int64_t row = (mine.first_tile + others) * LANES + part_number * AT_ONCE + r;
    const int64_t own = part_number * AT_ONCE + r;
    (void)s, (void)variant, (void)row, (void)own;
    return FIRST_OF(row, own);
}

/* A lane's result after a part, the parts before it included. On a CPU `first` says where its rows
 * begin; a GPU's lane has no room for that. */
INLINED element read_part(const struct work w, const element *in, const int64_t part_number,
                          const int64_t *first, const int lane, element result)
{
    const struct shape s = w.shape;
    const int variant = w.variant;
    element value[AT_ONCE * READS];
    (void)s, (void)variant;
#pragma GCC unroll 64
    for (int v = 0; v < AT_ONCE * READS; v++)
        value[v] = READ_ONE(
            v % READS, LANES_ARE_THREADS ? begin_row(w, part_number, v / READS) : first[v / READS],
            lane);
    issue_loads();
#pragma GCC unroll 64
    for (int r = 0; r < AT_ONCE; r++)
        result MERGE OF(r * READS);
    return result;
}

/* gcc applies `restrict` to parameters better than to members: here it keeps the results in
 * registers. On a CPU it has to see that all lanes share where a row begins: otherwise it gathers
 * single elements, which an EPYC's prefetchers do not follow (7 GB/s instead of 43). */
INLINED void read_all(element *restrict results, const element *restrict in, const struct work w)
{
    const struct share mine = w.share;
    const int64_t step = mine.tile_step, tiles = mine.last_tile - mine.first_tile;
    const int64_t parts = (tiles + step - 1) / step * PARTS;
#pragma omp simd
    for (int lane = 0; lane < LANES; lane++)
        results[lane] = 0;
    for (int64_t part = 0; part < parts; part += READER_PARTS) {
        int64_t first[AT_ONCE];
#pragma GCC unroll 64
        for (int r = 0; r < AT_ONCE && !LANES_ARE_THREADS; r++)
            first[r] = begin_row(w, part, r);
        keep_loops_apart();
#pragma omp simd
        for (int lane = 0; lane < LANES; lane++) {
            element result = 0;
            int64_t number = part;
            do
                result = read_part(w, in, number, first, lane, result);
            while (READER_PARTS > 1 && ++number < parts && number < part + READER_PARTS);
            results[lane] MERGE result;
        }
    }
}

INLINED void all_tiles(const struct work w)
{
    read_all(w.out + w.share.thread / LANE_THREADS * LANES, w.in, w);
}

#else

static void requests(const struct walk *w)
{
    for (int row = 0; row < w->rows; row++)
        walk_row(w, row, 0, 0);
}

#endif
