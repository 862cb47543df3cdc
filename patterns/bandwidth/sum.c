#include "patterns/bandwidth/reader.h"

#define NAME           sum
#define LOAD           e.index
#define IN_LENGTH      s.elements
#define SIZES          (4 | 8)
#define READS          1
#define READ_ONE(k, i) in[i]
#define OF(v)          value[v]
#define MERGE          +=

#include "patterns/kernel/generate.h"

static uint64_t sum_of_lane(const struct shape s, const struct input *input, int64_t lane_of_all,
                            int element_bytes)
{
    const int64_t worker = lane_of_all / LANES, lane = lane_of_all % LANES;
    uint64_t sum = 0, element[2] = {0}; /* room for the largest element */
    for (int64_t t = FIRST_TILE(worker); t < LAST_TILE(worker); t += TILE_STEP)
        for (int row = 0; row < LANES; row++) {
            input_element(input, (t * LANES + row) * LANES + lane, element_bytes, element);
            sum += element[0];
        }
    return sum;
}

static void expected_sums(const struct shape *shape, const struct input *input, int64_t first,
                          int count, int element_bytes, void *expected, bool *written)
{
    for (int n = 0; n < count; n++) {
        const uint64_t sum = sum_of_lane(*shape, input, first + n, element_bytes);
        memcpy((char *)expected + n * element_bytes, &sum, (size_t)element_bytes);
        written[n] = true;
    }
}

ROW = {
    .name = "sum",
    .help = "read an array and add it up",
    .formula = "sum += in[i]",
    .lesson =
        "This pattern only reads, one array. A core can do two loads in the time of one store, so "
        "in its caches this is faster than any pattern that writes. On a GPU it shows the "
        "bandwidth of reads alone, without the memory's switching between reads and writes.",
    .source = "likwid-bench: load; STREAM's missing kernel",
    .loads = 1,
    .stores = 0,
    .rounding = WHOLE_BLOCKS,
    .expect = expected_sums,
    EXPRESSIONS,
};
