/* The data that runs are made of: permutations, numbers, and elements of an array by their place.
 */
#include "patterns/pattern.h"
#include "patterns/random.h"
#include "tests/assertions.h"

#include <stdbool.h>

enum { BITS_MOST = 16, PLACES = 4096 };

static void test_permuted_is_a_bijection(void **state)
{
    (void)state;
    for (int bits = 0; bits <= BITS_MOST; bits++) {
        static bool seen[BITS_MOST + 1][1 << BITS_MOST];
        for (uint64_t i = 0; i < UINT64_C(1) << bits; i++) {
            const uint64_t place = permuted(i, bits);
            assert_true(place < UINT64_C(1) << bits);
            assert_false(seen[bits][place]);
            seen[bits][place] = true;
        }
    }
}

/* Neighbours end up an eighth of the range apart or more, mostly. */
static void test_permuted_mixes(void **state)
{
    (void)state;
    for (int bits = 8; bits <= BITS_MOST; bits++) {
        const int64_t count = INT64_C(1) << bits;
        int64_t near = 0;
        for (int64_t i = 1; i < count; i++) {
            const int64_t apart =
                (int64_t)permuted((uint64_t)i, bits) - (int64_t)permuted((uint64_t)i - 1, bits);
            near += apart < count / 8 && apart > -count / 8;
        }
        assert_true(near < count * 2 / 5); /* a quarter by chance */
    }
}

static void test_numbers(void **state)
{
    double low = 1, high = 0;
    (void)state;
    for (uint64_t place = 0; place < PLACES; place++) {
        const uint64_t words[2] = {data_word(place, number_bits(4)),
                                   data_word(place, number_bits(8))};
        float floats[2];
        double number;
        memcpy(floats, &words[0], sizeof floats);
        memcpy(&number, &words[1], sizeof number);
        for (int i = 0; i < 2; i++)
            assert_true(floats[i] >= 0.0625F && floats[i] < 0.125F);
        assert_true(number >= 0.0625 && number < 0.125);
        low = number < low ? number : low;
        high = number > high ? number : high;
    }
    assert_true(low < 0.063 && high > 0.124); /* all of the range is used */
}

/* Elements of an array are its bytes, whatever their size; in memory or not. */
static void test_elements_are_the_array(void **state)
{
    uint64_t words[64], poison[64];
    unsigned char element[ELEMENT_BYTES_MAX];
    const struct input made = {.bits = word_bits()};
    const struct input kept = {.elements = (const unsigned char *)words};
    (void)state;
    for (uint64_t i = 0; i < 64; i++) {
        words[i] = data_word(i, word_bits());
        poison[i] = data_word(i, poison_bits);
    }
    for (int bytes = 1; bytes <= ELEMENT_BYTES_MAX; bytes *= 2)
        for (int64_t i = 0; i < (int64_t)sizeof words / bytes; i++) {
            input_element(&made, i, bytes, element);
            assert_memory_equal(element, (unsigned char *)words + i * bytes, (size_t)bytes);
            input_element(&kept, i, bytes, element);
            assert_memory_equal(element, (unsigned char *)words + i * bytes, (size_t)bytes);
            poison_element(i, bytes, element);
            assert_memory_equal(element, (unsigned char *)poison + i * bytes, (size_t)bytes);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_permuted_is_a_bijection),
        cmocka_unit_test(test_permuted_mixes),
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_elements_are_the_array),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
