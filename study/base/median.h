/* The median: of samples, and of several points. */
#ifndef WARPLINE_MEDIAN_H
#define WARPLINE_MEDIAN_H

/* The median of `count` numbers, which are sorted; NaN for none. */
double median_of(double *numbers, int count);

/* Sorts `count` numbers in rising order. */
void put_in_order(double *numbers, int count);

#endif
