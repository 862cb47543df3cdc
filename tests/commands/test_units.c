/* Sizes and counts: what is read, what is refused, and that what is written is read again. */
#include "study/base/units.h"
#include "tests/assertions.h"

#include <math.h>
#include <string.h>

struct size_case {
    const char *text;
    int64_t bytes;      /* -1: refused */
    const char *reason; /* part of it */
};

static const struct size_case sizes[] = {
    {"1", 1, NULL},
    {"8192", 8192, NULL},
    {"1kB", 1000, NULL},
    {"1KiB", 1024, NULL},
    {"3MiB", 3145728, NULL},
    {"2GB", 2000000000, NULL},
    {"1TiB", INT64_C(1099511627776), NULL},
    {"9223372036854775807B", INT64_MAX, NULL},
    {"8388607TiB", INT64_C(9223370937343148032), NULL},
    {"8388608TiB", -1, "too large"},
    {"9223372036854775808", -1, "too large"},
    {"99999999999999999999GB", -1, "too large"},
    {"-1", -1, "negative"},
    {"-1GB", -1, "negative"},
    {"512M", 536870912, NULL},
    {"512m", 536870912, NULL},
    {"4k", 4096, NULL},
    {"4K", 4096, NULL},
    {"2G", INT64_C(2147483648), NULL},
    {"1T", INT64_C(1099511627776), NULL},
    {"1.5GiB", 1610612736, NULL},
    {"1.5G", 1610612736, NULL},
    {"0.5kB", 500, NULL},
    {"0.001kB", 1, NULL},
    {"1.1KiB", 1126, NULL},
    {"1.000000001GB", 1000000001, NULL},
    {"8388607.999TiB", INT64_C(9223372035755264180), NULL},
    {"1.5", -1, "whole number of bytes"},
    {"0.0001kB", -1, "whole number of bytes"},
    {"0.0kB", 0, NULL},
    {"1.GB", -1, "not a number"},
    {"1.0000000001GB", -1, "not a number"},
    {".5GB", -1, "whole"},
    {"1.5.5GB", -1, "unit"},
    {"1,5GB", -1, "unit"},
    {"1P", -1, "unit"},
    {"1i", -1, "unit"},
    {"abc", -1, "whole"},
    {"", -1, "whole"},
    {" 1", -1, "whole"},
    {"+1", -1, "whole"},
    {"1 GB", -1, "unit"},
    {"1gb", -1, "unit"},
    {"1GBx", -1, "unit"},
    {"0x10", -1, "unit"},
    {"1e9", -1, "unit"},
    {"0", 0, NULL},
    {"0GB", 0, NULL},
};

static void test_parse_size(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const char *reason = "";
        int64_t bytes = -1;
        int status = parse_size(sizes[i].text, &bytes, &reason);
        if (sizes[i].bytes >= 0) {
            assert_int_equal(status, 0);
            assert_true(bytes == sizes[i].bytes);
        } else {
            assert_int_equal(status, -1);
            assert_non_null(strstr(reason, sizes[i].reason));
        }
    }
}

static void test_round_trip(void **state)
{
    static const int64_t values[] = {1,          999,        1000,
                                     1024,       4096,       1000000,
                                     1048576,    1572864,    INT64_C(1) << 40,
                                     1073741823, 1234567890, 3000000000,
                                     INT64_MAX};
    (void)state;
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        char text[SIZE_TEXT_MAX];
        const char *reason = "";
        int64_t bytes = 0;
        assert_int_equal(parse_size(size_text(values[i], text), &bytes, &reason), 0);
        assert_true(bytes == values[i]);
    }
}

static void test_parse_count(void **state)
{
    int64_t value = 0;
    const char *reason = "";
    (void)state;
    assert_int_equal(parse_count("10", 10, 1000, &value, &reason), 0);
    assert_int_equal(value, 10);
    assert_int_equal(parse_count("9", 10, 1000, &value, &reason), -1);
    assert_string_equal(reason, "is too small");
    assert_int_equal(parse_count("1001", 10, 1000, &value, &reason), -1);
    assert_string_equal(reason, "is too large");
    assert_int_equal(parse_count("1k", 0, 1000, &value, &reason), -1);
    assert_int_equal(parse_count("10.0", 0, 1000, &value, &reason), -1);
    assert_int_equal(parse_count("", 0, 1000, &value, &reason), -1);
}

static void test_rounded(void **state)
{
    char text[SIZE_TEXT_MAX];
    (void)state;
    assert_string_equal(rounded_size_text(1536, text), "1.50 KiB");
    assert_string_equal(rounded_size_text(8192, text), "8 KiB");
    assert_string_equal(rounded_size_text(100, text), "100 B");
    assert_string_equal(time_text(1500, text), "1.50 us");
    assert_string_equal(time_text(12, text), "12 ns");
    assert_string_equal(time_text(2.5e9, text), "2.50 s");
    assert_string_equal(digits_text(130.2, 2, text), "130");
    assert_string_equal(digits_text(28051.4, 4, text), "28051");
    assert_string_equal(digits_text(999.96, 3, text), "1000");
    assert_string_equal(digits_text(8.3e-6, 3, text), "0.0000083");
    assert_string_equal(digits_text(NAN, 2, text), "nan");
    assert_string_equal(DIGITS(0.5, 3), "0.5");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_parse_size),
        cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_parse_count),
        cmocka_unit_test(test_rounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
