/* The expected output of a reader that adds: the sum of each lane, from its LOAD. */
#ifndef WARPLINE_LANE_SUMS_H
#define WARPLINE_LANE_SUMS_H

static uint64_t sum_of_lane(const struct shape s, const struct input *input, int64_t lane_of_all,
                            int element_bytes)
{
    const int64_t worker = lane_of_all / LANES, lane = lane_of_all % LANES;
    uint64_t sum = 0, element[2] = {0}; /* room for the largest element */
    struct step e = {.thread = IS_CYCLIC ? lane_of_all : worker, .lane = (int)lane};
    for (int64_t t = FIRST_TILE(worker); t < LAST_TILE(worker); t += TILE_STEP)
        for (int row = 0; row < LANES; row++) {
            const int64_t own = (t - FIRST_TILE(worker)) / TILE_STEP * LANES + row;
            e.row_index = (t * LANES + row) * LANES;
            e.index = e.row_index + lane;
            e.row_iteration = IS_CYCLIC ? own : own * LANES;
            input_element(input, address_of_load(s, e), element_bytes, element);
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

#endif
