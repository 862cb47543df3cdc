#include "study/base/median.h"

#include <math.h>
#include <stdlib.h>

static int compare_numbers(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

void put_in_order(double *numbers, int count)
{
    qsort(numbers, (size_t)count, sizeof *numbers, compare_numbers);
}

double median_of(double *numbers, int count)
{
    if (count == 0)
        return NAN;
    put_in_order(numbers, count);
    return (numbers[(count - 1) / 2] + numbers[count / 2]) / 2;
}
