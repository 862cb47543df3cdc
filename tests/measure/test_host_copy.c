/* The host's copy of a device's output: large enough, pinned where the target will, let go again.
 */
#include "study/measure/arrays.h"
#include "tests/assertions.h"

#include <errno.h>
#include <string.h>

enum { BYTES = 1 << 20, TEXT = 256 };

static unsigned char device[BYTES];
static void *pinned; /* what the device holds in place, one thing at most */
static size_t pinned_bytes;
static bool pins, copies;

static int copy_out(struct target *target, void *host, const void *from, size_t bytes)
{
    (void)target;
    memcpy(host, from, bytes);
    return copies ? 0 : -EIO;
}

static bool pin(struct target *target, void *host, size_t bytes)
{
    (void)target;
    assert_null(pinned);
    pinned = pins ? host : NULL;
    pinned_bytes = bytes;
    return pins;
}

static void unpin(struct target *target, void *host)
{
    (void)target;
    assert_non_null(pinned);
    assert_ptr_equal(host, pinned);
    pinned = NULL;
}

static const struct target_ops with_pins = {.copy_out = copy_out, .pin = pin, .unpin = unpin};
static const struct target_ops without_pins = {.copy_out = copy_out};

static void check_copy(struct host_memory *copy, struct target *target, size_t bytes)
{
    char problem[TEXT] = "";
    const unsigned char *host = host_copy_of(copy, target, device, bytes, problem, sizeof problem);
    assert_non_null(host);
    assert_string_equal(problem, "");
    assert_memory_equal(host, device, bytes);
}

static void test_sizes(void **state)
{
    (void)state;
    static const size_t sizes[] = {4096, 8, BYTES / 2, 100, BYTES, BYTES};
    const struct target_ops *const ops[] = {&with_pins, &without_pins};
    copies = true;
    for (int i = 0; i < BYTES; i++)
        device[i] = (unsigned char)(i * 7 + i / 251);
    for (int turn = 0; turn < 3; turn++) { /* pinned, not allowed to, unable to */
        struct target target = {.name = "gpu0", .ops = ops[turn / 2]};
        struct host_memory copy = {0};
        pins = turn == 0;
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
            check_copy(&copy, &target, sizes[i]);
            assert_true(!pins || (pinned == copy.memory && pinned_bytes >= sizes[i]));
        }
        host_memory_release(&copy, &target);
        assert_null(pinned);
        assert_null(copy.memory);
    }
}

static void test_failed_copy(void **state)
{
    (void)state;
    char problem[TEXT] = "";
    struct target target = {.name = "gpu0", .ops = &with_pins};
    struct host_memory copy = {0};
    copies = false;
    pins = true;
    assert_null(host_copy_of(&copy, &target, device, 64, problem, sizeof problem));
    assert_string_equal(problem, "gpu0 could not copy the result out");
    assert_null(host_copy_of(&copy, &target, device, (size_t)1 << 60, problem, sizeof problem));
    assert_string_equal(problem, "no host memory to check the result in");
    host_memory_release(&copy, &target);
    assert_null(pinned);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_failed_copy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
