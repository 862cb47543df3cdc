#include "study/base/stop.h"

#include "study/base/message.h"

#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A point may take 5 s to finish; some of it is reserved for the end of the program. */
enum { POINT_MOST_S = 4 };

static volatile sig_atomic_t asked; /* the signal's number, 0: none yet */

#define KEPT "what is measured is saved, and the same command continues\n"

static void say(const char *text)
{
    (void)!write(STDERR_FILENO, text, strlen(text)); /* a handler may not use stdio */
}

static void interrupt(int number)
{
    say("\nwarpline: interrupted; " KEPT);
    raise(number); /* with its default effect, which SA_RESETHAND has restored */
}

static void drop_point(int number)
{
    (void)number;
    say("\nwarpline: interrupted, and the current point is dropped; " KEPT);
    _exit(EXIT_STOPPED);
}

static void ask(int number)
{
    if (!asked)
        alarm(POINT_MOST_S);
    asked = number;
}

static void handle(int number, void (*handler)(int), int flags)
{
    const struct sigaction action = {.sa_handler = handler, .sa_flags = flags};
    struct sigaction now;
    if (sigaction(number, NULL, &now) == 0 && now.sa_handler == SIG_DFL)
        (void)sigaction(number, &action, NULL);
}

void stop_watch(void)
{
    handle(SIGINT, interrupt, (int)SA_RESETHAND);
    handle(SIGALRM, drop_point, SA_RESTART);
    handle(SIGTERM, ask, SA_RESTART);
    handle(SIGUSR1, ask, SA_RESTART);
}

int stop_asked(void)
{
    if (!asked)
        return 0;
    alarm(0);
    return complain(EXIT_STOPPED,
                    "interrupted by %s; what is measured is saved, and the same "
                    "command continues",
                    asked == SIGUSR1 ? "SIGUSR1" : "SIGTERM");
}

/* Of an end by the OpenMP runtime. */
static char current[256] = "starting";
static bool watched, done;
static void (*explained)(void);

void doing(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(current, sizeof current, format, arguments);
    va_end(arguments);
}

static void end_at_once(void)
{
    if (done)
        return;
    if (explained)
        explained();
    fflush(stdout);
    complain(EXIT_NO_DEVICE,
             "the OpenMP runtime (libgomp) ended the program while %s; its reason is above, and "
             "what was measured so far is saved",
             current);
    _exit(EXIT_NO_DEVICE);
}

void doing_watch(void)
{
    watched = true;
    atexit(end_at_once);
}

void doing_watch_again(void)
{
    if (watched)
        atexit(end_at_once);
}

void doing_explain(void (*explain)(void))
{
    explained = explain;
}

void doing_done(void)
{
    done = true;
}
