/* Measures one point: the time of a pass as the slope between two pass counts.
 *
 * The passes are made inside the kernel, so a launch's cost is in both counts and drops out of the
 * difference. On a GPU the teams start one after another, and the first ones have the memory to
 * themselves meanwhile: on an H200 the slope between 2 and 8 passes of a copy said 5100 GB/s,
 * between 4 and 17 3700, from 20 passes on 4150 whatever the counts. So the lower count lasts at
 * least twelve times the launch, and the difference as long again. (Each launch then had the driver
 * clear 128 MiB and more while it ran; where none does, patterns/region.h, six, twelve and thirty
 * times agree within 1 %.) Where a pass takes 1000 launches or more, the lower count is 0: the bias
 * is at most a thousandth then. */
#ifndef WARPLINE_MEASURE_H
#define WARPLINE_MEASURE_H

#include "patterns/target.h"
#include "study/statistics.h"

enum { MEASURE_SAMPLES_MAX = 1000 };

struct measure_settings {
    int samples;       /* kept, 1 to MEASURE_SAMPLES_MAX */
    int samples_least; /* kept of a point whose pass is slow, at most `samples` */
    int warmup;        /* dropped before them */
    int warmup_slow;  /* where a pass is slow: it has been run twice before, proved and estimated */
    double sample_ns; /* time that the difference of the two pass counts should last */
    uint64_t seed;    /* of the bootstrap */
};

struct measurement {
    struct summary pass_ns;              /* time of one pass */
    double samples[MEASURE_SAMPLES_MAX]; /* ns a pass, in the order taken */
    int count;                           /* how many: samples, or samples_least */
    int retaken;                         /* samples made again: they took no time or less */
    int64_t low_passes, high_passes;     /* the two pass counts */
    double launch_ns;                    /* a launch that makes no pass, median of several */
    double kernel_ns;                    /* time spent in kernels for all this */
    struct placement placement;
    unsigned conditions; /* enum condition, of the target before or after: the caller's to set */
    const char *invalid; /* NULL, or why the time is not to be trusted */
};

/* The monotonic clock, and the smallest step of it that a program sees, in ns. */
double clock_now_ns(void);
double clock_step_ns(void);

/* Measures. Where args->launches is not 0, each pass is a launch of its own. Returns 0, or a
 * negative errno where a sample did not run where it should have. */
int measure(struct target *target, kernel_function *kernel, struct kernel_args *args,
            const struct measure_settings *settings, struct measurement *result);

#endif
