/* Reads alone: each worker goes through its blocks of WARP_LANES rows of as many elements, and each
 * of its lanes keeps a result of its own, which is all that is written. Included once for each
 * element size.
 *
 *   READS            loads of an element
 *   READ_ONE(k, i)   load k of element `i`, over `in` and `s`
 *   OF(v)            what is made of these, which are value[v] and following
 *   MERGE            the assignment that takes this into the lane's result
 *
 * A core goes through its blocks in parts, of as many rows as a lane loads at once. The results are
 * in `out` from one go to the next, where a lane of either side has its own. A GPU's lane would
 * wait for memory every time, so it goes through all parts at once. */
#define read_part JOIN(read_part_, BYTES)
#define read_all  JOIN(read_all_, BYTES)
enum { JOIN(AT_ONCE_, BYTES) = AT_LEAST(1, UNROLL(BYTES) / READS) };
#define AT_ONCE JOIN(AT_ONCE_, BYTES)
#define PARTS   (WARP_LANES / AT_ONCE)

/* What one lane makes of part `part` of the share, and of the parts before it. */
INLINED element read_part(const struct part p, const element *in, const int64_t part_number,
                          const int lane, element result)
{
    const struct shape s = p.shape;
    const struct share mine = p.share;
    const int64_t others = BLOCKS_CYCLIC ? part_number / PARTS * (mine.block_step - 1) : 0;
    const int64_t row = (mine.first_block + others) * WARP_LANES + part_number * AT_ONCE;
    element value[AT_ONCE * READS];
    (void)s;
#pragma GCC unroll 64
    for (int v = 0; v < AT_ONCE * READS; v++)
        value[v] = READ_ONE(v % READS, (row + v / READS) * WARP_LANES + lane);
    loads_first();
#pragma GCC unroll 64
    for (int r = 0; r < AT_ONCE; r++)
        result MERGE OF(r * READS);
    return result;
}

/* gcc heeds `restrict` of parameters more than of members: here it keeps the results in registers.
 */
INLINED void read_all(element *restrict results, const element *restrict in, const struct part p)
{
    const struct share mine = p.share;
    const int64_t step = mine.block_step, blocks = mine.last_block - mine.first_block;
    const int64_t parts = (blocks + step - 1) / step * PARTS;
#pragma omp simd
    for (int lane = 0; lane < WARP_LANES; lane++)
        results[lane] = 0;
    for (int64_t first = 0; first < parts; first += READER_PARTS) {
#pragma omp simd
        for (int lane = 0; lane < WARP_LANES; lane++) {
            element result = 0;
            int64_t number = first;
            do
                result = read_part(p, in, number, lane, result);
            while (READER_PARTS > 1 && ++number < parts && number < first + READER_PARTS);
            results[lane] MERGE result;
        }
    }
}

INLINED void whole_blocks(const struct part p)
{
    read_all(p.out + p.share.thread / LANE_THREADS * WARP_LANES, p.in, p);
}

#undef read_part
#undef read_all
#undef AT_ONCE
#undef PARTS
