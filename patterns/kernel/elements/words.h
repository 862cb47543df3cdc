/* Elements that are words, whose bits are only passed on. */
#define DATA       DATA_WORDS
#define EVERY_SIZE (1 | 2 | 4 | 8 | 16)
typedef uint8_t element_1;
typedef uint16_t element_2;
typedef uint32_t element_4;
typedef uint64_t element_8;
/* element_16 is each side's own: what one side's compiler moves in one access the other's does not.
 */

/* An output element is one of the input, where MEANING says. */
static inline void expected_by_meaning(const struct shape *shape, const struct input *input,
                                       int64_t first, int count, int element_bytes, void *expected,
                                       bool *written)
{
    for (int n = 0; n < count; n++) {
        const int64_t from = meaning(*shape, first + n, 0);
        written[n] = from >= 0;
        if (written[n])
            input_element(input, from, element_bytes,
                          (unsigned char *)expected + n * element_bytes);
    }
}
