/* How a run writes the columns of results.csv; plots/data/columns.def has a row for each, and
 * row_reader.h describes them. */
#ifndef WARPLINE_COLUMNS_H
#define WARPLINE_COLUMNS_H

#include "plots/data/row_reader.h"
#include "study/measure/arrays.h"
#include "study/measure/measure.h"
#include "study/model/model.h"
#include "study/plan/point.h"

#include <stdio.h>

enum { COLUMN_TEXT_MAX = 512 };

/* The input of a row: a point, its measurement, its predictions. The caller owns what pointers
 * point to. */
struct result {
    const struct point *point;
    const struct measurement *measured;
    const struct seen_memory *memory; /* where its arrays are */
    double copy_gbps;                 /* of the copies it is compared with; 0 without copies */
    struct cost cost;
    double core_ns;      /* ceilings/core.h; NaN if it was not measured */
    double predicted_ns; /* NaN if no time is predicted; the bound is NULL then */
    const char *bound;
};

/* Predicts the point's time from its cost, without its core. */
struct result result_of(const struct point *point, const struct measurement *measured,
                        const struct seen_memory *memory, double copy_gbps, struct cost cost,
                        const struct ceilings *ceilings);

/* Predicts the time again, from these ceilings and the core time of its kernel; NaN: there is none.
 */
void result_predict(struct result *result, double core_ns, const struct ceilings *ceilings);

/* The field as written to the file: never empty, without commas, quotes and line ends. Returns
 * text. */
const char *column_text(const struct column *column, const struct result *result,
                        char text[COLUMN_TEXT_MAX]);

/* Writes one line each, with its end. */
void columns_write_names(FILE *out);
void columns_write_row(FILE *out, const struct result *result);

enum { IDENTITY_MAX = 512 };

/* Writes the fields of a point's row that identify it, each followed by a comma. Returns text. */
const char *point_identity(const struct point *point, char text[IDENTITY_MAX]);

/* Adds one field to an identity, which begins as an empty text. */
void identity_add(char text[IDENTITY_MAX], const char *field);

#endif
