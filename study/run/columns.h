/* How a run writes the columns of results.csv; plots/data/columns.def has a row of each, and
 * row_reader.h says what they are. */
#ifndef WARPLINE_COLUMNS_H
#define WARPLINE_COLUMNS_H

#include "plots/data/row_reader.h"
#include "study/measure/arrays.h"
#include "study/measure/measure.h"
#include "study/model/cost.h"
#include "study/plan/point.h"

#include <stdio.h>

enum { COLUMN_TEXT_MAX = 512 };

/* What a row is written from: a point, what was measured, what the models say. Pointers are the
 * caller's. */
struct result {
    const struct point *point;
    const struct measurement *measured;
    const char *pages; /* where its arrays' pages are, in words */
    double copy_gbps;  /* of the copies it is compared with; 0 where there are none */
    struct cost cost;
    double instructions_ns; /* ceilings/instructions.h; NaN where they were not asked for */
    double predicted_ns;    /* NaN where no time is predicted, and then no bound: NULL */
    const char *bound;
};

/* Asks the models for the point's cost. Its instructions are the caller's to ask for. */
struct result result_of(const struct point *point, const struct measurement *measured,
                        const char *pages, double copy_gbps, const struct ceilings *ceilings);

/* Where a pass is much slower than predicted, measures what its instructions take, in the arrays of
 * its target; where that is all of it, they bound it. 0, or an exit status after a message. */
int result_ask_instructions(struct result *result, struct arrays *arrays, uint64_t seed,
                            const struct ceilings *ceilings);

/* The field as the file has it: never empty, without commas, quotes and line ends. Returns text. */
const char *column_text(const struct column *column, const struct result *result,
                        char text[COLUMN_TEXT_MAX]);

/* One line each, with its end. */
void columns_write_names(FILE *out);
void columns_write_row(FILE *out, const struct result *result);

enum { IDENTITY_MAX = 512 };

/* Writes the fields of a point's row that tell it from all others, each with a comma behind it.
 * Returns text. */
const char *point_identity(const struct point *point, char text[IDENTITY_MAX]);

/* Adds one field to an identity, which begins as an empty text. */
void identity_add(char text[IDENTITY_MAX], const char *field);

#endif
