#include "study/base/stop.h"

#include "study/base/message.h"

#include <signal.h>
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
