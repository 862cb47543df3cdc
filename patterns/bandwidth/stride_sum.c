/* The memory mountain: all workers read one array of s.value[1] bytes, again and again. Each begins
 * at another place of it. GROUP neighbouring warps, which share an L1, read neighbouring tiles, so
 * that together they soon visit the whole array. Stride and footprint are powers of two: a row of
 * lanes never leaves the array. */
#include "patterns/bandwidth/reader.h"

#define NAME          stride_sum
#define VARIANT       (__builtin_ctzll((unsigned long long)s.value[0]) + 1)
#define VARIANTS      6
#define FOOTPRINT     (s.value[1] / 4) /* elements */
#define ROWS_OF_ARRAY (FOOTPRINT / LANES / s.value[0])
#define GROUP         (IS_CYCLIC ? 8 : 1)
#define BEGIN(worker) ((worker) / GROUP * GROUP * ROWS_OF_ARRAY / s.workers)
#define ROW_AT(worker, own) \
    (BEGIN(worker) + ((own) / LANES * GROUP + (worker) % GROUP) * LANES + (own) % LANES)
/* In 32 bits, as few instructions as a near cache deserves. */
#define PLACE(worker, own, lane, stride)                                                         \
    ((int64_t)((uint32_t)(ROW_AT(worker, own) * LANES * (stride)) & (uint32_t)(FOOTPRINT - 1)) + \
     (lane) * (stride))
#define LOAD                                       \
    PLACE(IS_CYCLIC ? e.thread / LANES : e.thread, \
          IS_CYCLIC ? e.row_iteration : e.row_iteration / LANES, e.lane, s.value[0])
#define IN_LENGTH FOOTPRINT
#define ELEMENTS  AT_LEAST(INT64_C(1) << 25, FOOTPRINT)
#define SIZES     4
#define READS     1
/* Once for all lanes: gcc would compute it for each of them. */
#define FIRST_OF(row, own) \
    one_at_a_time(PLACE(mine.thread / LANE_THREADS, own, 0, INT64_C(1) << (variant - 1)))
#define READ_ONE(k, first, lane) in[(first) + ((lane) << (variant - 1))]
#define OF(v)                    value[v]
#define MERGE                    +=

#include "patterns/kernel/generate.h"

#include "patterns/bandwidth/lane_sums.h"

ROW = {
    .name = "stride_sum",
    .help = "add every `stride`-th element of an array",
    .formula = "sum += in[stride * i % n]",
    .lesson =
        "This is the memory mountain. All passes make the same number of reads; only the size of "
        "the array and the distance between the reads change. A small array stays in a near cache, "
        "at any stride. Beyond a cache's size the speed falls to that of the next level: a cliff. "
        "There a longer stride also costs, because each line or sector that is moved serves fewer "
        "reads: a slope, which ends when each read needs a separate one.",
    .source = "Computer Systems: A Programmer's Perspective: the memory mountain",
    .parameters = {{.name = "stride",
                    .help = "elements from one read to the next",
                    .low = 1,
                    .high = 32,
                    .standard = 1,
                    .power_of_two = true},
                   {.name = "footprint",
                    .help = "bytes of the array that is read",
                    .low = 4096,
                    .high = INT64_C(1) << 33,
                    .standard = INT64_C(1) << 28,
                    .power_of_two = true}},
    .loads = 1,
    .stores = 0,
    .expect = expected_sums,
    EXPRESSIONS,
};
