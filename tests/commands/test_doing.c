/* An unexpected exit ends the program at once, with its status and a line that says what
 * was being done: each case is a separate child process. */
#include "study/base/stop.h"
#include "tests/assertions.h"

#include "study/base/message.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const struct how {
    const char *name;
    bool watched, again, foreseen;
    int status, ends_with;
} ways[] = {
    {"libgomp exits while the program works", true, true, false, 1, EXIT_NO_DEVICE},
    {"libgomp exits before it has looked for devices", true, false, false, 1, EXIT_NO_DEVICE},
    {"main has returned", true, true, true, 0, 0},
    {"main has returned an error", true, true, true, 2, 2},
    {"a program that is not watched", false, true, false, 7, 7},
};

/* libgomp's function for the program's end, which waits for a lock that its caller holds. */
static void wait_for_ever(void)
{
    for (;;)
        pause();
}

static void be_the_child(const struct how *how, int end)
{
    dup2(end, STDERR_FILENO);
    alarm(60); /* against a hang */
    if (how->watched)
        doing_watch();
    if (how->again && how->ends_with == EXIT_NO_DEVICE)
        atexit(wait_for_ever);
    doing("loading the %s kernels of %s", "gpu", "copy");
    if (how->again)
        doing_watch_again();
    if (how->foreseen)
        doing_done();
    exit(how->status);
}

static void see_the_child(const struct how *how, char *said, size_t size)
{
    int ends[2], status;
    assert_int_equal(pipe(ends), 0);
    fflush(NULL);
    pid_t child = fork();
    if (child == 0)
        be_the_child(how, ends[1]);
    close(ends[1]);
    ssize_t n = 0, all = 0;
    while ((n = read(ends[0], said + all, size - 1 - (size_t)all)) > 0)
        all += n;
    said[all] = '\0';
    close(ends[0]);
    waitpid(child, &status, 0);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != how->ends_with)
        fail_msg("%s: status %x", how->name, (unsigned)status);
}

static void test_ends(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        char said[1024];
        see_the_child(&ways[i], said, sizeof said);
        const bool unforeseen = ways[i].ends_with == EXIT_NO_DEVICE;
        if (unforeseen != (strstr(said, "while loading the gpu kernels of copy") != NULL))
            fail_msg("%s: said \"%s\"", ways[i].name, said);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_ends)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
