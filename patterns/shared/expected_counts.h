/* The expected counts of the cells, which start from the poison in the output. */
#ifndef WARPLINE_EXPECTED_COUNTS_H
#define WARPLINE_EXPECTED_COUNTS_H

static void expected_counts(const struct shape *shape, const struct input *input, int64_t first,
                            int count, int element_bytes, void *expected, bool *written)
{
    const struct shape s = *shape;
    (void)input;
    for (int n = 0; n < count; n++) {
        const int64_t i = first + n;
        uint64_t total = poison_bits.set;
        poison_element(i, element_bytes, &total);
        total += (uint64_t)(HITS(i / SPACING) * (s.elements / s.threads));
        written[n] = i % SPACING == 0;
        if (written[n])
            memcpy((char *)expected + n * element_bytes, &total, (size_t)element_bytes);
    }
}

#endif
