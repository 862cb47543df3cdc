#include "study/base/message.h"
#include "study/base/stop.h"
#include "study/base/text.h"
#include "study/commands/options.h"
#include "study/json/document.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The variables that libgomp reads, changed before it reads them: in its constructor, and so before
 * main. The program starts itself again with these changes. The C library takes the environment
 * from the kernel only after .preinit_array, so a setenv there would be lost.
 *
 * 1. The time that its threads spin before they sleep, unless the user has set it. By default
 * libgomp spins for some milliseconds at each barrier, on a core that another process could use.
 * Spinning threads use up their time slices, and run late when there is work. Without any spinning
 * each region would wait for sleeping threads to wake up, some 50 us.
 * 2. A variable with control characters is left out: libgomp 14 prints a value that it does not
 * understand, with all its escape sequences. */
enum { VARIABLES_MOST = 8192 };

/* Each spin takes 10 to 45 ns, by the processor's pause: 30 us to 135 us, some ten launches. */
static char spin_count[] = "GOMP_SPINCOUNT=3000";

/* Nothing is initialised yet, not even a sanitizer: no instrumented code may run. */
#define EARLY __attribute__((no_sanitize("address", "undefined")))

EARLY static bool begins(const char *variable, const char *name)
{
    while (*name && *variable == *name)
        variable++, name++;
    return !*name;
}

EARLY static bool is_plain(const char *variable)
{
    while (*variable >= ' ' && *variable <= '~')
        variable++;
    return !*variable;
}

EARLY static void choose_variables(int argc, char **argv, char **variables)
{
    static char *ours[VARIABLES_MOST + 2];
    static char program[PATH_MAX];
    int count = 0, kept = 0;
    bool waits = false;
    (void)argc;
    for (; count < VARIABLES_MOST && variables[count]; count++) {
        if ((begins(variables[count], "OMP_") || begins(variables[count], "GOMP_")) &&
            !is_plain(variables[count]))
            continue;
        waits |= begins(variables[count], "OMP_WAIT_POLICY=") ||
                 begins(variables[count], "GOMP_SPINCOUNT=");
        ours[kept++] = variables[count];
    }
    if (!waits)
        ours[kept] = spin_count;
    if ((!waits || kept < count) && !variables[count] &&
        syscall(SYS_readlinkat, AT_FDCWD, "/proc/self/exe", program, sizeof program - 1) > 0)
        (void)syscall(SYS_execve, program, argv, ours); /* if that fails, libgomp is as usual */
}

__attribute__((section(".preinit_array"),
               used)) static void (*const before_main)(int, char **, char **) = choose_variables;

/* If one of the three standard streams is closed, the next file that is opened would get its
 * number, and progress would be written among the rows. So the number is reserved. Writing to it
 * still fails: it is not open for writing. */
static void hold_standard_streams(void)
{
    int file = open("/dev/null", O_RDONLY);
    while (file >= 0 && file < STDERR_FILENO)
        file = open("/dev/null", O_RDONLY);
    if (file > STDERR_FILENO)
        close(file);
}

/* A command ends by a signal where its stack may not grow: run needs almost 1 MiB for its session.
 */
enum { STACK_LEAST_KIB = 2048 };

static int check_stack(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur >= STACK_LEAST_KIB * UINT64_C(1024))
        return 0;
    return complain(EXIT_USAGE, "the stack is limited to %llu KiB; allow it more: ulimit -s 8192",
                    (unsigned long long)limit.rlim_cur >> 10);
}

int main(int argc, char **argv)
{
    hold_standard_streams();
    plain_streams();
    signal(SIGPIPE, SIG_IGN); /* the reader of a pipe may have seen enough: no error, no message */
    signal(SIGXFSZ, SIG_IGN); /* and a file that may not grow (ulimit -f) as one of write */
    json_begin();
    doing_watch();
    int status = check_stack();
    status = status ? status : run_command_line(argc, argv);
    doing_done();
    if ((fflush(stdout) != 0 || ferror(stdout)) && errno != EPIPE)
        return complain(status && status != EXIT_INCONCLUSIVE ? status : EXIT_WRONG,
                        "standard output: %s", strerror(errno));
    return status;
}
