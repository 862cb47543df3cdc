/* The coalescing and the bank model on warps that were counted by hand. */
#include "study/model/gpu/traffic.h"
#include "tests/assertions.h"

/* Lane l requests element first + (l * stride + permute) % wrap, every `idle`-th lane only. */
struct warp {
    int element_bytes;
    int64_t first, stride;
    int64_t times, plus, wrap; /* lane l counts as (l * times + plus) % wrap, where wrap is not 0 */
    int every;                 /* only lanes that are a multiple of it ask */
};

static struct request request_of(const struct warp *warp)
{
    struct request request = {.array = ARRAY_IN, .element_bytes = warp->element_bytes};
    for (int lane = 0; lane < WARP_LANES; lane++) {
        const int64_t place = warp->wrap ? (lane * warp->times + warp->plus) % warp->wrap : lane;
        request.element[lane] =
            warp->every && lane % warp->every ? -1 : warp->first + place * warp->stride;
    }
    return request;
}

static const struct sector_case {
    const char *name;
    struct warp warp;
    uint64_t base;
    int lanes, sectors, lines;
} sector_cases[] = {
    {"in order", {.element_bytes = 4, .stride = 1}, 0, 32, 4, 1},
    {"stride 2", {.element_bytes = 4, .stride = 2}, 0, 32, 8, 2},
    {"stride 8", {.element_bytes = 4, .stride = 8}, 0, 32, 32, 8},
    {"stride 32", {.element_bytes = 4, .stride = 32}, 0, 32, 32, 32},
    {"offset 1", {.element_bytes = 4, .first = 1, .stride = 1}, 0, 32, 5, 2},
    {"offset 8", {.element_bytes = 4, .first = 8, .stride = 1}, 0, 32, 4, 2},
    {"array off its line", {.element_bytes = 4, .stride = 1}, 64, 32, 4, 2},
    {"array off its sector", {.element_bytes = 4, .stride = 1}, 4, 32, 5, 2},
    {"field of 12-byte structs", {.element_bytes = 4, .stride = 3}, 0, 32, 12, 3},
    {"reversed", {.element_bytes = 4, .first = 31, .stride = -1}, 0, 32, 4, 1},
    {"permuted", {4, 0, 1, 5, 7, 32, 0}, 0, 32, 4, 1},
    {"every 2nd lane", {.element_bytes = 4, .stride = 1, .every = 2}, 0, 16, 4, 1},
    {"every 4th lane", {.element_bytes = 4, .stride = 1, .every = 4}, 0, 8, 4, 1},
    {"every 16th lane", {.element_bytes = 4, .stride = 1, .every = 16}, 0, 2, 2, 1},
    {"all the same", {.element_bytes = 4, .first = 77, .stride = 0}, 0, 32, 1, 1},
    {"1 byte", {.element_bytes = 1, .stride = 1}, 0, 32, 1, 1},
    {"1 byte, offset 1", {.element_bytes = 1, .first = 1, .stride = 1}, 0, 32, 2, 1},
    {"8 bytes", {.element_bytes = 8, .stride = 1}, 0, 32, 8, 2},
    {"16 bytes", {.element_bytes = 16, .stride = 1}, 0, 32, 16, 4},
    {"16 bytes, stride 2", {.element_bytes = 16, .stride = 2}, 0, 32, 32, 8},
};

static void test_sectors(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof sector_cases / sizeof *sector_cases; i++) {
        const struct sector_case *c = &sector_cases[i];
        const struct request request = request_of(&c->warp);
        struct sectors sectors;
        traffic_sectors(&request, c->base, &sectors);
        if (sectors.lanes != c->lanes || sectors.count != c->sectors || sectors.lines != c->lines)
            fail_msg("%s: %d lanes, %d sectors, %d lines", c->name, sectors.lanes, sectors.count,
                     sectors.lines);
    }
}

static void test_bytes(void **state)
{
    const struct warp sparse = {.element_bytes = 4, .stride = 8}, dense = {4, 0, 1, 0, 0, 0, 0};
    struct request request = request_of(&sparse);
    struct sectors sectors;
    (void)state;
    traffic_sectors(&request, 0, &sectors);
    assert_int_equal(sectors.bytes[31], 0xf);
    traffic_sectors(&request, 28, &sectors);
    assert_int_equal(sectors.bytes[0], 0xf0000000);
    request = request_of(&dense);
    traffic_sectors(&request, 0, &sectors);
    for (int i = 0; i < 4; i++)
        assert_int_equal(sectors.bytes[i], UINT32_MAX);
}

static const struct bank_case {
    const char *name;
    struct warp warp;
    int degree;
} bank_cases[] = {
    {"stride 1", {.element_bytes = 4, .stride = 1}, 1},
    {"stride 2", {.element_bytes = 4, .stride = 2}, 2},
    {"stride 3", {.element_bytes = 4, .stride = 3}, 1},
    {"stride 6", {.element_bytes = 4, .stride = 6}, 2},
    {"stride 16", {.element_bytes = 4, .stride = 16}, 16},
    {"stride 32", {.element_bytes = 4, .stride = 32}, 32},
    {"stride 33", {.element_bytes = 4, .stride = 33}, 1},
    {"broadcast", {.element_bytes = 4, .first = 5, .stride = 0}, 1},
    {"permuted", {4, 0, 1, 5, 7, 32, 0}, 1},
    {"all in one bank, half idle", {.element_bytes = 4, .stride = 32, .every = 2}, 16},
    {"nobody", {.element_bytes = 4, .first = -1, .stride = 0}, 0},
    {"bytes side by side", {.element_bytes = 1, .stride = 1}, 1},
    {"bytes a word apart", {.element_bytes = 1, .stride = 4}, 1},
    {"bytes a row apart", {.element_bytes = 1, .stride = 128}, 32},
    {"2 bytes side by side", {.element_bytes = 2, .stride = 1}, 1},
    {"8 bytes side by side: two halves", {.element_bytes = 8, .stride = 1}, 2},
    {"8 bytes, stride 2", {.element_bytes = 8, .stride = 2}, 4},
    {"8 bytes, stride 16", {.element_bytes = 8, .stride = 16}, 32},
    {"16 bytes side by side: four quarters", {.element_bytes = 16, .stride = 1}, 4},
    {"16 bytes, stride 2", {.element_bytes = 16, .stride = 2}, 8},
    {"16 bytes, broadcast", {.element_bytes = 16, .stride = 0}, 4},
};

static void test_banks(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof bank_cases / sizeof *bank_cases; i++) {
        const struct request request = request_of(&bank_cases[i].warp);
        const int degree = traffic_conflict_degree(&request);
        if (degree != bank_cases[i].degree)
            fail_msg("%s: degree %d, not %d", bank_cases[i].name, degree, bank_cases[i].degree);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_sectors), cmocka_unit_test(test_bytes),
                                       cmocka_unit_test(test_banks)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
