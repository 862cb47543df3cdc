/* The clock of all measurements, and what a thread lost while it worked: the time for which others
 * had its core. */
#ifndef WARPLINE_CLOCK_H
#define WARPLINE_CLOCK_H

#include <stdbool.h>

/* Nanoseconds of the monotonic clock. */
double clock_now_ns(void);

/* Nanoseconds that the calling thread has run for, on any CPU. */
double clock_thread_ns(void);

/* Of one run, over its threads. */
struct loss {
    double ns;      /* wall clock less a thread's own CPU time: the most that one thread lost */
    int switches;   /* involuntary context switches, of all threads */
    int migrations; /* threads that ended on another CPU than they began on */
};

/* The calling thread's clocks. */
struct thread_clocks {
    double wall_ns, own_ns;
    long switches;
    int cpu;
};

/* Takes two calls of the kernel, some 0.5 us. */
struct thread_clocks thread_clocks_now(void);

/* Adds what one thread lost between the two to what others of the same run lost. It must not have
 * slept of its own accord, which looks the same as waiting for its core. */
void loss_add(struct loss *loss, const struct thread_clocks *before,
              const struct thread_clocks *after);

/* The same of the one thread that launches for a device, which sleeps while it waits: what it lost
 * counts only where it was interrupted, and on which CPU it waits does not matter. */
void loss_add_launcher(struct loss *loss, const struct thread_clocks *before,
                       const struct thread_clocks *after);

#endif
