/* Quantiles of Student's t distribution. */
#ifndef PLOTS_COMPARE_STUDENT_H
#define PLOTS_COMPARE_STUDENT_H

/* The t that the absolute value of a variable with `freedom` >= 1 degrees of freedom exceeds with
 * probability `both` (0 < both < 1, both tails together). By Hill's algorithm 396 (CACM 13, 1970),
 * to three digits and, from 3 degrees of freedom on, to five; INFINITY if freedom is below 1. */
double student_quantile(double both, double freedom);

#endif
