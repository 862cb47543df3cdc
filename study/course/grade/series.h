/* Numbers along a sweep, from a model or from a measurement, and the shapes that questions ask for:
 * one number each, with its interval. */
#ifndef WARPLINE_SERIES_H
#define WARPLINE_SERIES_H

#include "study/course/assignment/assignment.h"

/* A number and its 95 % interval; of a model all three are one. NaN where there is none. */
struct reading_of {
    double value, low, high;
};

struct number_series {
    int64_t at[SWEPT_MAX_POINTS]; /* rising; one point without a sweep */
    struct reading_of of[SWEPT_MAX_POINTS];
    int count;
};

/* The shape's number; the series has a point at least. `against` is the other pattern's, with the
 * same points, of SHAPE_CROSSES. A knee and a crossing lie between two values of the sweep: these
 * are the interval. NaN where there is none, such as two series that do not cross. */
struct reading_of series_shape(enum shape_kind shape, const struct number_series *series,
                               const struct number_series *against);

/* Whether the number is a place on the sweep, and no quantity. */
bool shape_is_place(enum shape_kind shape);

/* Whether a student's number is the one of the reading: within its interval, widened to both sides
 * by the tolerance, and by the factor `slack` for what strays on the machine (1: nothing). */
bool reading_is(const struct reading_of *reading, double number, double tolerance, double slack);

/* Whether the interval, widened by `slack`, reaches into the limits. */
bool reading_within(const struct reading_of *reading, double low, double high, double slack);

#endif
