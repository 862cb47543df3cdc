/* The host's end of transfers: large enough, pinned where that is requested, and a message and an
 * exit status where there is none. */
#include "study/measure/arrays.h"
#include "tests/assertions.h"

#include "study/base/message.h"
#include "study/measure/proof.h"
#include "study/plan/study.h"
#include "study/plan/targets.h"

#include <string.h>

enum { BYTES = 1 << 20, TEXT = 256, LARGE_PAGE = 1 << 21 };

static void *pinned; /* what the device holds in place, one thing at most */
static bool pins;

static bool pin(struct target *target, void *host, size_t bytes)
{
    (void)target, (void)bytes;
    assert_null(pinned);
    pinned = pins ? host : NULL;
    return pins;
}

static void unpin(struct target *target, void *host)
{
    (void)target;
    assert_ptr_equal(host, pinned);
    pinned = NULL;
}

static const struct target_ops with_pins = {.pin = pin, .unpin = unpin};
static const struct target_ops without_pins = {.pin = NULL};

static void test_sizes(void **state)
{
    (void)state;
    static const size_t sizes[] = {4096, 8, BYTES, 100, BYTES};
    for (int wanted = 0; wanted < 2; wanted++) {
        char problem[TEXT] = "";
        struct target target = {.name = "gpu0", .ops = wanted ? &with_pins : &without_pins};
        struct host_memory end = {0};
        pins = true;
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
            unsigned char *host =
                host_end_of(&end, &target, sizes[i], 0, wanted, problem, sizeof problem);
            assert_non_null(host);
            assert_int_equal((uintptr_t)host % LARGE_PAGE, 0);
            assert_ptr_equal(pinned, wanted ? host : NULL);
            memset(host, 0x5a, sizes[i]);
        }
        host_memory_release(&end, &target);
        assert_null(pinned);
        assert_null(end.memory);
    }
}

static const struct failure {
    const char *what;
    const struct target_ops *ops;
    bool pins, pinned;
    size_t bytes;
    const char *problem;
} failures[] = {
    {"more than there is", &with_pins, true, true, (size_t)1 << 60,
     "no host memory of 1048576 TiB to transfer from or to"},
    {"a driver that refuses", &with_pins, false, true, BYTES,
     "the driver of gpu0 would not pin 1 MiB of host memory"},
    {"a target that cannot", &without_pins, true, true, BYTES,
     "the driver of gpu0 would not pin 1 MiB of host memory"},
};

static void test_failures(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof failures / sizeof *failures; i++) {
        const struct failure *f = &failures[i];
        char problem[TEXT] = "";
        struct target target = {.name = "gpu0", .ops = f->ops};
        struct host_memory end = {0};
        print_message("%s\n", f->what);
        pins = f->pins;
        assert_null(host_end_of(&end, &target, f->bytes, 0, f->pinned, problem, sizeof problem));
        assert_string_equal(problem, f->problem);
        assert_null(end.memory);
        host_memory_release(&end, &target);
    }
}

/* The CPU target pins nothing: a transfer that needs it is a wrong result, not the program's end.
 */
static void test_point(void **state)
{
    (void)state;
    static const struct study study = {.name = "transfer"};
    struct target_list list = {0};
    struct arrays arrays = {0};
    struct kernel_args args;
    assert_int_equal(targets_open(&list, "cpu", &(struct placing){.cores = 1}), 0);
    struct point point = {.study = &study,
                          .pattern = pattern_find("transfer_in_pinned"),
                          .target = &list.targets[0],
                          .parameter = "footprint",
                          .element_bytes = 4};
    point.shape = shape_standard(point.pattern, 4096, 1);
    assert_int_equal(prove_point(&arrays, &point, &args), EXIT_WRONG);
    arrays_release(&arrays);
    targets_close(&list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_failures),
        cmocka_unit_test(test_point),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
