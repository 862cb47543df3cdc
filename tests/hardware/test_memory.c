/* Memory by --memory and --pages on the machine at hand: what can be had is seen by the kernel,
 * what is elsewhere is noticed, and what is no such word is refused. Several nodes:
 * tests/numa. */
#include "cpu/memory.h"
#include "tests/assertions.h"

#include <errno.h>
#include <linux/mempolicy.h>
#include <string.h>
#include <unistd.h>

enum { BYTES = 16 << 20 };

/* Whether the kernel says here where pages are: in a sandbox it may not. */
static bool kernel_tells(void)
{
    struct seen_memory seen;
    char *memory = memory_take(BYTES, PAGES_AS_THE_SYSTEM_HAS_IT, NULL);
    memset(memory, 1, BYTES);
    memory_see(memory, BYTES, &seen);
    memory_release(memory, BYTES, NULL);
    return strcmp(seen.nodes, "-") != 0;
}

/* Takes memory by the wish and touches it. */
static char *touched(const struct memory_wish *wish)
{
    char *memory = memory_take(BYTES, PAGES_AS_THE_SYSTEM_HAS_IT, wish);
    assert_non_null(memory);
    memset(memory, 1, BYTES);
    return memory;
}

static void test_small_pages(void **state)
{
    (void)state;
    struct memory_wish wish;
    struct seen_memory seen;
    char problem[TEXT_MAX] = "";
    if (sysconf(_SC_PAGESIZE) != 4096)
        skip();
    assert_int_equal(
        memory_wish_read(&(struct placing){.pages = "4k"}, 1, &wish, problem, sizeof problem), 0);
    char *memory = touched(&wish);
    memory_see(memory, BYTES, &seen);
    assert_string_equal(seen.page_sizes, "4 KiB");
    assert_int_equal(memory_check(memory, BYTES, &wish, problem, sizeof problem), 0);
    memory_release(memory, BYTES, &wish);
}

/* Small pages where large ones were requested, and memory that is on another node. */
static void test_contradictions(void **state)
{
    (void)state;
    struct memory_wish small = {.mode = MPOL_DEFAULT}, large = {.mode = MPOL_DEFAULT};
    char problem[TEXT_MAX] = "", policy[32];
    assert_int_equal(memory_page_policy("", policy, sizeof policy), 0);
    if (sysconf(_SC_PAGESIZE) != 4096 || (strcmp(policy, "always") && strcmp(policy, "madvise")))
        skip();
    assert_int_equal(
        memory_wish_read(&(struct placing){.pages = "4k"}, 1, &small, problem, sizeof problem), 0);
    assert_int_equal(memory_wish_read(&(struct placing){.pages = "transparent"}, 1, &large, problem,
                                      sizeof problem),
                     0);
    char *memory = touched(&small);
    assert_int_equal(memory_check(memory, BYTES, &large, problem, sizeof problem), -EXDEV);
    assert_string_equal(problem, "--pages transparent was requested, and the kernel gave pages of "
                                 "4 KiB");
    if (kernel_tells()) {
        const struct memory_wish elsewhere = memory_wish_on(&small, NODES_MAX - 1);
        assert_int_equal(memory_check(memory, BYTES, &elsewhere, problem, sizeof problem), -EXDEV);
        assert_non_null(strstr(problem, "memory was requested on node 63, and is on node "));
    }
    memory_release(memory, BYTES, &small);
    memory = touched(&large);
    if (memory_check(memory, BYTES, &large, problem, sizeof problem) == 0) /* it had some to give */
        assert_int_equal(memory_check(memory, BYTES, &small, problem, sizeof problem), -EXDEV);
    memory_release(memory, BYTES, &large);
}

/* Pages that nobody has touched are on no node. */
static void test_untouched(void **state)
{
    (void)state;
    struct seen_memory seen;
    char problem[TEXT_MAX];
    const struct memory_wish first = {.mode = MPOL_BIND, .nodes = 1}, none = {.nodes = 0};
    char *memory = memory_take(BYTES, PAGES_AS_THE_SYSTEM_HAS_IT, NULL);
    memory_see(memory, BYTES, &seen);
    assert_string_equal(seen.nodes, "-");
    assert_int_equal(memory_check(memory, BYTES, &first, problem, sizeof problem), -EXDEV);
    assert_int_equal(memory_check(memory, BYTES, &none, problem, sizeof problem), 0);
    memory_release(memory, BYTES, NULL);
}

static void test_bind(void **state)
{
    (void)state;
    struct memory_wish wish;
    struct seen_memory seen;
    char problem[TEXT_MAX] = "";
    const int node = memory_nodes() ? __builtin_ctzll(memory_nodes()) : 0;
    char word[16], wanted[16];
    snprintf(word, sizeof word, "node:%d", node);
    if (!kernel_tells() ||
        memory_wish_read(&(struct placing){.memory = word}, 1, &wish, problem, sizeof problem))
        skip();
    char *memory = touched(&wish);
    memory_see(memory, BYTES, &seen);
    snprintf(wanted, sizeof wanted, "node %d", node);
    assert_string_equal(seen.nodes, wanted);
    snprintf(wanted, sizeof wanted, "bind %d", node);
    assert_string_equal(seen.policy, wanted);
    assert_int_equal(memory_check(memory, BYTES, &wish, problem, sizeof problem), 0);
    memory_release(memory, BYTES, &wish);
    assert_in_range(memory_wish_free_bytes(&wish), 1, memory_free_bytes());
}

static void test_refused(void **state)
{
    (void)state;
    static const struct {
        struct placing asked;
        const char *problem;
    } refused[] = {
        {{.memory = "near"}, "option --memory: near: use local, interleave, node:N or first-touch"},
        {{.memory = ""}, "option --memory: : use local"},
        {{.memory = "node:"}, "option --memory: node:: there is no such node"},
        {{.memory = "node:0x"}, "option --memory: node:0x: there is no such node"},
        {{.memory = "node:-1"}, "option --memory: node:-1: there is no such node"},
        {{.memory = "node:63"}, "option --memory: node:63: there is no such node"},
        {{.memory = "node:64"}, "option --memory: node:64: there is no such node"},
        {{.pages = "3k"}, "option --pages: 3k: use 4k, 2m, 1g or transparent"},
        {{.pages = "4K"}, "option --pages: 4K: use 4k"},
        {{.pages = ""}, "option --pages: : use 4k"},
    };
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        struct memory_wish wish;
        char problem[TEXT_MAX] = "";
        assert_int_equal(memory_wish_read(&refused[i].asked, 1, &wish, problem, sizeof problem),
                         -EINVAL);
        if (!strstr(problem, refused[i].problem))
            fail_msg("%s, not %s", problem, refused[i].problem);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_small_pages),
                                       cmocka_unit_test(test_contradictions),
                                       cmocka_unit_test(test_untouched),
                                       cmocka_unit_test(test_bind), cmocka_unit_test(test_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
