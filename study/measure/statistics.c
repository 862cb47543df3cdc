#include "study/measure/statistics.h"

#include "patterns/random.h"

#include <stdlib.h>
#include <string.h>

enum { RESAMPLES = 1000, SAMPLES_MAX = 1000 };

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double median_in_place(double *values, int count)
{
    qsort(values, (size_t)count, sizeof *values, ascending);
    return count % 2 ? values[count / 2] : (values[count / 2 - 1] + values[count / 2]) / 2;
}

static double resampled_median(const double *samples, int count, uint64_t *state)
{
    double drawn[SAMPLES_MAX];
    for (int i = 0; i < count; i++)
        drawn[i] = samples[random_next(state) % (uint64_t)count];
    return median_in_place(drawn, count);
}

struct summary summarise(const double *samples, int count, uint64_t seed)
{
    double ordered[SAMPLES_MAX], medians[RESAMPLES];
    if (count > SAMPLES_MAX)
        count = SAMPLES_MAX;
    memcpy(ordered, samples, sizeof *samples * (size_t)count);
    double median = median_in_place(ordered, count);
    for (int i = 0; i < RESAMPLES; i++)
        medians[i] = resampled_median(samples, count, &seed);
    qsort(medians, RESAMPLES, sizeof *medians, ascending);
    return (struct summary){.samples = count,
                            .median = median,
                            .minimum = ordered[0],
                            .maximum = ordered[count - 1],
                            .low = medians[RESAMPLES * 25 / 1000],
                            .high = medians[RESAMPLES * 975 / 1000 - 1]};
}
