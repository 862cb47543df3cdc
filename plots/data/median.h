/* The median: of samples, and of all that is told of several points. */
#ifndef PLOTS_MEDIAN_H
#define PLOTS_MEDIAN_H

/* Of `count` numbers, which are put in order; NaN of none. */
double median_of(double *numbers, int count);

/* Puts `count` numbers in order, the least first. */
void put_in_order(double *numbers, int count);

#endif
