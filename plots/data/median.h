/* The median, as everything that is told of several points takes it. */
#ifndef PLOTS_MEDIAN_H
#define PLOTS_MEDIAN_H

/* Of `count` numbers, which are put in order; NaN of none. */
double median_of(double *numbers, int count);

#endif
