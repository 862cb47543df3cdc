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
 * The runs of a sample last at most 20 ms for the lower count and twice that for the higher one,
 * unless one pass takes longer. This holds however long a launch took, which says little on a busy
 * machine; the shortest of several launches is used.
 *
 * A chase continues where the last pass stopped, so its first samples would measure where
 * initialisation left the data. So it first visits everything once, if that takes at most 0.5 s:
 * in 32 MiB on an H200 a step of the first round takes 286 ns, of all later ones 213 to 233,
 * depending on where the memory lies.
 *
 * A sample is disturbed if its threads lost more than 5 % of its time, or one of them moved to
 * another CPU, or a hypervisor took as much. It is taken again, at most as many times as there are
 * samples, and the better one stays. Four times are enough if none of the samples so far was quiet.
 *
 * The target's speed is read before and after each sample; the sample's index is the mean of both.
 * So a sample can be compared with others of the same speed (plots/compare/contrast.h). */
#ifndef WARPLINE_MEASURE_H
#define WARPLINE_MEASURE_H

#include "patterns/target.h"
#include "plots/data/row_reader.h"

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

/* Statistics of one point's samples. */
struct summary {
    int samples;
    double median, minimum, maximum;
    double low, high; /* 95 % interval of the median, by bootstrap */
};

/* Summarises `count` >= 1 samples, in any order; they are left as they are. The interval is the
 * percentile bootstrap (Efron 1979): the 2.5 % and 97.5 % points of the medians of 1000 samples
 * drawn with replacement. The draws are the same for the same `seed`. */
struct summary summarise(const double *samples, int count, uint64_t seed);

enum { MEASURE_SAMPLES_MAX = 1000 };

struct measure_settings {
    int samples;       /* retained, 1 to MEASURE_SAMPLES_MAX */
    int samples_least; /* retained of a point with slow passes, at most `samples` */
    int warmup;        /* dropped before them */
    int warmup_slow;  /* the same for slow passes: checking and calibration have run them already */
    double sample_ns; /* time that the difference of the two pass counts should last */
    double most_ns;   /* at most three samples once kernels have run this long; 0: no limit */
    uint64_t seed;    /* of the bootstrap */
    const volatile sig_atomic_t *stop; /* no further sample once it is set; NULL: it never is */
};

struct measurement {
    struct summary pass_ns;                 /* time of one pass */
    double samples[MEASURE_SAMPLES_MAX];    /* ns a pass, in the order taken */
    bool is_disturbed[MEASURE_SAMPLES_MAX]; /* which of them */
    double lost_share[MEASURE_SAMPLES_MAX]; /* of each one's time, that one of its threads lost */
    struct sample_speed speed[MEASURE_SAMPLES_MAX]; /* of the target while each was taken */
    double load_gbps; /* of the loading workers of a chase: the mean of the samples */
    int count;        /* how many: samples, or samples_least, or fewer on a busy machine */
    int disturbed;    /* of these, the ones that were disturbed, also when they were taken again */
    int retaken;      /* samples made again: they were disturbed, or took no time or less */
    int64_t low_passes, high_passes; /* the two pass counts */
    double launch_ns;                /* a launch without a pass, median of several */
    double kernel_ns;                /* time spent in kernels for all this */
    double lost_ns;                  /* of that, what other load or a CPU quota took */
    double
        throttled_ns; /* the CPU quota of a control group stopped threads for so long, all CPUs */
    int switches, migrations; /* thread switches to other processes, and moves to another CPU */
    struct placement placement;
    unsigned conditions; /* enum condition, of the target before or after: the caller's to set */
    const char *invalid; /* NULL, or why the time is not valid */
};

/* The smallest step of the clock that a program sees, in ns. */
double clock_step_ns(void);

/* Measures the time of a pass. If args->launches is not 0, each pass is a separate launch.
 * Returns 0, or a negative errno if a sample did not run where it should have. */
int measure(struct target *target, kernel_function *kernel, const struct kernel_args *args,
            const struct measure_settings *settings, struct measurement *result);

/* The same, up to twice more while the time is not valid and kernels have run no longer than
 * most_ns: other load spoils few samples, but these may be enough to spoil a short measurement. */
int measure_until_valid(struct target *target, kernel_function *kernel,
                        const struct kernel_args *args, const struct measure_settings *settings,
                        struct measurement *result);

/* How long measure() runs kernels for a point whose pass takes `pass_ns` (more than 0) and which
 * visits all its data in `round_passes` passes, if nothing disturbs it. */
double measure_expected_ns(double pass_ns, double launch_ns, int64_t round_passes, enum side side,
                           const struct measure_settings *settings);

/* The cause of `lost_ns`, as the subject of a sentence: the CPU quota, if it stopped threads for at
 * least half of that, else other load. */
const char *measure_cause(double throttled_ns, double lost_ns);

/* How fast the target was: the median over the samples. */
struct sample_speed measure_speed(const struct measurement *measured);

/* Whether most of the samples were disturbed: the point is marked. */
bool measure_disturbed(const struct measurement *measured);

/* Whether it was the CPU quota that disturbed them: another mark says so. */
bool measure_by_quota(const struct measurement *measured);

#endif
