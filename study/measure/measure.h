/* Measures one point: the time of a pass as the slope between two pass counts.
 *
 * The passes are made inside the kernel, so a launch's cost is in both counts and drops out of the
 * difference. On a GPU the teams start one after another, and the first ones have the memory to
 * themselves meanwhile: on an H200 the slope between 2 and 8 passes of a copy said 5100 GB/s,
 * between 4 and 17 3700, from 20 passes on 4150 whatever the counts. So the lower count lasts at
 * least twelve times the launch, and the difference as long again. (Each launch then had the driver
 * clear 128 MiB and more while it ran; where none does, kernel/region.h, six, twelve and thirty
 * times agree within 1 %.) Where a pass takes 1000 launches or more, the lower count is 0: the bias
 * is at most a thousandth then.
 *
 * No sample has a run of more than measure_low_most_ns for the fewer passes, and of twice that for
 * the others, unless one pass takes longer: however long a launch took, which on a busy machine
 * says little, the shortest of several counts.
 *
 * Where a pass goes on where the last one stopped, as a chase's does, the first samples would be of
 * what the arrays' filling left in the caches. So it first comes to everything once, if that takes
 * no longer than measure_round_most_ns: in 32 MiB on an H200 a step of the first round takes 286
 * ns, of all later ones 213 to 233, by where the memory lies.
 *
 * A sample is disturbed if its threads lost more than measure_disturbed_share of the time that it
 * is about, or one of them moved to another CPU, or a hypervisor took as much. It is taken again,
 * at most as many times as samples are kept, and the better one stays. */
#ifndef WARPLINE_MEASURE_H
#define WARPLINE_MEASURE_H

#include "patterns/target.h"
#include "study/measure/statistics.h"

#include <signal.h>
#include <stdbool.h>

enum { MEASURE_SAMPLES_MAX = 1000 };

struct measure_settings {
    int samples;       /* kept, 1 to MEASURE_SAMPLES_MAX */
    int samples_least; /* kept of a point whose pass is slow, at most `samples` */
    int warmup;        /* dropped before them */
    int warmup_slow;  /* where a pass is slow: it has been run twice before, proved and estimated */
    double sample_ns; /* time that the difference of the two pass counts should last */
    double most_ns; /* no more than three samples once kernels have run for so long; 0: no limit */
    uint64_t seed;  /* of the bootstrap */
    const volatile sig_atomic_t *stop; /* no further sample once it is set; NULL: it never is */
};

struct measurement {
    struct summary pass_ns;                 /* time of one pass */
    double samples[MEASURE_SAMPLES_MAX];    /* ns a pass, in the order taken */
    bool is_disturbed[MEASURE_SAMPLES_MAX]; /* which of them */
    int count;     /* how many: samples, or samples_least, or fewer on a busy machine */
    int disturbed; /* of these, the ones that were disturbed, and again when taken again */
    int retaken;   /* samples made again: they were disturbed, or took no time or less */
    int64_t low_passes, high_passes; /* the two pass counts */
    double launch_ns;                /* a launch that makes no pass, median of several */
    double kernel_ns;                /* time spent in kernels for all this */
    double lost_ns;                  /* of that, what other work on the machine took */
    double
        throttled_ns; /* the CPU quota of a control group stopped threads for so long, all CPUs */
    int switches, migrations; /* threads that others replaced, and that went to another CPU */
    struct placement placement;
    unsigned conditions; /* enum condition, of the target before or after: the caller's to set */
    const char *invalid; /* NULL, or why the time is not to be trusted */
};

extern const double measure_low_most_ns;     /* 20 ms */
extern const double measure_disturbed_share; /* 0.05 */
extern const double measure_round_most_ns;   /* 0.5 s: of longer rounds no cache keeps anything */

/* The smallest step of the clock that a program sees, in ns. */
double clock_step_ns(void);

/* Measures. Where args->launches is not 0, each pass is a launch of its own. Returns 0, or a
 * negative errno where a sample did not run where it should have. */
int measure(struct target *target, kernel_function *kernel, struct kernel_args *args,
            const struct measure_settings *settings, struct measurement *result);

/* How long measure() runs kernels for a point whose pass takes `pass_ns` (more than 0) and
 * comes round after `round_passes` of them, where nothing disturbs it. */
double measure_expected_ns(double pass_ns, double launch_ns, int64_t round_passes, enum side side,
                           const struct measure_settings *settings);

/* What took `lost_ns`, as the subject of a sentence: the CPU quota, where it stopped threads for
 * half of that or more, or other load. */
const char *measure_cause(double throttled_ns, double lost_ns);

/* Whether most of the samples were disturbed: the point is marked. */
bool measure_disturbed(const struct measurement *measured);

#endif
