#include "patterns/clock.h"

#include <time.h>

static double read_ns(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

double clock_now_ns(void)
{
    return read_ns(CLOCK_MONOTONIC);
}

double clock_thread_ns(void)
{
    return read_ns(CLOCK_THREAD_CPUTIME_ID);
}
