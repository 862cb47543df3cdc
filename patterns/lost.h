/* What a thread lost while it worked: the time for which others had its core. */
#ifndef WARPLINE_LOST_H
#define WARPLINE_LOST_H

#include <stdbool.h>

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
 * slept by its own will, which cannot be told from waiting for its core. */
void loss_add(struct loss *loss, const struct thread_clocks *before,
              const struct thread_clocks *after);

/* The same of the one thread that launches for a device, which sleeps while it waits: what it lost
 * counts only where it was interrupted, and on which CPU it waits does not matter. */
void loss_add_launcher(struct loss *loss, const struct thread_clocks *before,
                       const struct thread_clocks *after);

#endif
