/* The clock of all measurements, and the time that a thread lost while other processes ran on its
 * core. */
#ifndef WARPLINE_CLOCK_H
#define WARPLINE_CLOCK_H

#include <stdbool.h>

/* Nanoseconds of the monotonic clock. */
double clock_now_ns(void);

/* Lost time of one run, over all its threads. */
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

/* Costs two system calls, about 0.5 us. */
struct thread_clocks thread_clocks_now(void);

/* Adds what one thread lost between `before` and `after` to the loss of the same run. The thread
 * must not have slept voluntarily: sleeping looks the same as waiting for its core. */
void loss_add(struct loss *loss, const struct thread_clocks *before,
              const struct thread_clocks *after);

/* The same for the thread that launches for a device. It sleeps while it waits, so its lost time
 * counts only if it was interrupted, and its migrations do not count. */
void loss_add_launcher(struct loss *loss, const struct thread_clocks *before,
                       const struct thread_clocks *after);

#endif
