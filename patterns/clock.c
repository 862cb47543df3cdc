#include "patterns/clock.h"

#include <sched.h>
#include <sys/resource.h>
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

struct thread_clocks thread_clocks_now(void)
{
    struct rusage usage = {.ru_nivcsw = 0};
    getrusage(RUSAGE_THREAD, &usage);
    return (struct thread_clocks){.wall_ns = clock_now_ns(),
                                  .own_ns = read_ns(CLOCK_THREAD_CPUTIME_ID),
                                  .switches = usage.ru_nivcsw,
                                  .cpu = sched_getcpu()};
}

static double lost_ns(const struct thread_clocks *before, const struct thread_clocks *after)
{
    return (after->wall_ns - before->wall_ns) - (after->own_ns - before->own_ns);
}

void loss_add(struct loss *loss, const struct thread_clocks *before,
              const struct thread_clocks *after)
{
    const double ns = lost_ns(before, after);
    loss->ns = ns > loss->ns ? ns : loss->ns;
    loss->switches += (int)(after->switches - before->switches);
    loss->migrations += after->cpu != before->cpu;
}

void loss_add_launcher(struct loss *loss, const struct thread_clocks *before,
                       const struct thread_clocks *after)
{
    loss->switches = (int)(after->switches - before->switches);
    loss->ns = loss->switches > 0 ? lost_ns(before, after) : 0;
}
