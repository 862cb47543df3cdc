/* The clock that everything is timed with. */
#ifndef WARPLINE_CLOCK_H
#define WARPLINE_CLOCK_H

/* Nanoseconds of the monotonic clock. */
double clock_now_ns(void);

/* Nanoseconds that the calling thread has run for, on any CPU. */
double clock_thread_ns(void);

#endif
