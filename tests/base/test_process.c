/* Programs that are started, what they write, and how they end. */
#include "study/base/process.h"
#include "tests/assertions.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const struct started {
    const char *name, *script;
    struct process_order order; /* without its arguments */
    int status, signal;
    bool late;
    const char *output, *errors; /* NULL: not captured */
} all_started[] = {
    {"output", "echo a; echo b >&2; exit 3", {.folder = NULL}, 3, 0, false, "a\nb\n", NULL},
    {"errors apart", "echo a; echo b >&2", {.errors_apart = true}, 0, 0, false, "a\n", "b\n"},
    {"no input", "cat; echo end", {.folder = NULL}, 0, 0, false, "end\n", NULL},
    {"input", "cat", {.input = "some words"}, 0, 0, false, "some words", NULL},
    {"folder", "pwd", {.folder = "/usr"}, 0, 0, false, "/usr\n", NULL},
    {"a bound", "printf 123456789", {.bytes_most = 4}, 0, 0, false, "1234", NULL},
    {"nothing", "true", {.folder = NULL}, 0, 0, false, "", NULL},
    {"a signal", "kill -TERM $$", {.folder = NULL}, -1, SIGTERM, false, "", NULL},
    {"a limit", "echo a; sleep 60", {.seconds_most = 1}, -1, SIGKILL, true, "a\n", NULL},
    {"in time", "sleep 0; echo a", {.seconds_most = 60}, 0, 0, false, "a\n", NULL},
    {"what it leaves behind", "sleep 60 & echo a", {.folder = NULL}, 0, 0, false, "a\n", NULL},
    {"environment",
     "echo $A $B ${C-none}",
     {.environment = (const char *const[]){"A=1", "C", NULL}},
     0,
     0,
     false,
     "1 2 none\n",
     NULL},
};

static void check_end(const struct started *s, const struct process_end *end)
{
    const char *const texts[PROCESS_STREAMS] = {s->output, s->errors};
    if (end->status != s->status || end->signal != s->signal || end->late != s->late)
        fail_msg("%s: status %d, signal %d, late %d", s->name, end->status, end->signal, end->late);
    for (int i = 0; i < PROCESS_STREAMS; i++) {
        if (!texts[i] != !end->text[i] || (texts[i] && strcmp(texts[i], end->text[i]) != 0))
            fail_msg("%s: stream %d is \"%s\"", s->name, i, end->text[i]);
        assert_int_equal(end->length[i], texts[i] ? strlen(texts[i]) : 0);
    }
}

static void ends_as_it_should(void **state)
{
    (void)state;
    setenv("A", "0", 1);
    setenv("B", "2", 1);
    setenv("C", "3", 1);
    for (size_t i = 0; i < sizeof all_started / sizeof *all_started; i++) {
        const char *const arguments[] = {"sh", "-c", all_started[i].script, NULL};
        struct process_order order = all_started[i].order;
        struct process_end end;
        order.arguments = arguments;
        assert_int_equal(process_run(&order, &end), 0);
        check_end(&all_started[i], &end);
        process_end_free(&end);
    }
}

static void much_output_blocks_nobody(void **state)
{
    (void)state;
    const char *const arguments[] = {"sh", "-c", "head -c 3000000 /dev/zero | tr '\\0' x", NULL};
    const struct process_order order = {.arguments = arguments};
    struct process first, second;
    struct process_end ends[2];
    assert_int_equal(process_start(&first, &order), 0);
    assert_int_equal(process_start(&second, &order), 0);
    process_wait(&first, &ends[0]);
    process_wait(&second, &ends[1]);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(ends[i].length[PROCESS_OUTPUT], 3000000);
        assert_int_equal(ends[i].text[PROCESS_OUTPUT][2999999], 'x');
        process_end_free(&ends[i]);
    }
}

static void says_that_there_is_no_program(void **state)
{
    (void)state;
    const char *const arguments[] = {"warpline-no-such-program", NULL};
    const struct process_order order = {.arguments = arguments};
    struct process_end end;
    assert_int_equal(process_run(&order, &end), -ENOENT);
    assert_false(process_succeeded(&end));
    process_end_free(&end);
}

/* A process that talks answers, and once killed it answers no more. */
static void talks(void **state)
{
    (void)state;
    const char *const arguments[] = {"cat", NULL};
    const struct process_order order = {.arguments = arguments, .talks = true};
    struct process process;
    char answer[8] = "";
    assert_int_equal(process_start(&process, &order), 0);
    assert_int_equal(write(process.pipe[PROCESS_OUTPUT], "hello", 5), 5);
    assert_int_equal(read(process.pipe[PROCESS_OUTPUT], answer, 5), 5);
    assert_string_equal(answer, "hello");
    process_kill(&process);
    assert_int_equal(kill(process.id, 0), -1);
    assert_int_equal(errno, ESRCH);
}

/* What the caller left open is closed: a stranger's program could write there. */
static void has_no_other_files(void **state)
{
    (void)state;
    const char *const arguments[] = {"sh", "-c", "[ ! -e /proc/self/fd/9 ]", NULL};
    const struct process_order order = {.arguments = arguments};
    struct process_end end;
    assert_int_equal(dup2(STDERR_FILENO, 9), 9);
    assert_int_equal(process_run(&order, &end), 0);
    close(9);
    assert_true(process_succeeded(&end));
    process_end_free(&end);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ends_as_it_should),
        cmocka_unit_test(much_output_blocks_nobody),
        cmocka_unit_test(says_that_there_is_no_program),
        cmocka_unit_test(talks),
        cmocka_unit_test(has_no_other_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
