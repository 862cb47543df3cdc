/* The expected final place of each chain. */
#ifndef WARPLINE_EXPECTED_PLACES_H
#define WARPLINE_EXPECTED_PLACES_H

static void expected_places(const struct shape *shape, const struct input *input, int64_t first,
                            int count, int element_bytes, void *expected, bool *written)
{
    const struct shape s = *shape;
    uint32_t *place = expected;
    (void)input, (void)element_bytes;
    for (int n = 0; n < count; n++) {
        place[n] = (uint32_t)CYCLE(START(first + n) + CHASED / CHAINS);
        written[n] = true;
    }
}

#endif
