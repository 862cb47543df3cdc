#include "study/base/doing.h"

#include "study/base/message.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static char now[256] = "starting";
static bool watched, done;
static void (*explained)(void);

void doing(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(now, sizeof now, format, arguments);
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
             now);
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
