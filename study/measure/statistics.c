#include "study/measure/statistics.h"

#include "patterns/random.h"
#include "plots/data/median.h"

#include <string.h>

enum { RESAMPLES = 1000, SAMPLES_MAX = 1000 };

static double resampled_median(const double *samples, int count, uint64_t *state)
{
    double drawn[SAMPLES_MAX];
    for (int i = 0; i < count; i++)
        drawn[i] = samples[random_next(state) % (uint64_t)count];
    return median_of(drawn, count);
}

struct summary summarise(const double *samples, int count, uint64_t seed)
{
    double ordered[SAMPLES_MAX], medians[RESAMPLES];
    if (count > SAMPLES_MAX)
        count = SAMPLES_MAX;
    memcpy(ordered, samples, sizeof *samples * (size_t)count);
    double median = median_of(ordered, count);
    for (int i = 0; i < RESAMPLES; i++)
        medians[i] = resampled_median(samples, count, &seed);
    put_in_order(medians, RESAMPLES);
    return (struct summary){.samples = count,
                            .median = median,
                            .minimum = ordered[0],
                            .maximum = ordered[count - 1],
                            .low = medians[RESAMPLES * 25 / 1000],
                            .high = medians[RESAMPLES * 975 / 1000 - 1]};
}
