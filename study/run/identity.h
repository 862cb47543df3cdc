/* What tells a row of results from all others. */
#ifndef WARPLINE_IDENTITY_H
#define WARPLINE_IDENTITY_H

#include "study/plan/point.h"

enum { IDENTITY_MAX = 512 };

/* Writes the fields of a point's row that identify it (columns.h), each with a comma behind it.
 * Returns text. */
const char *point_identity(const struct point *point, char text[IDENTITY_MAX]);

/* Adds one field to an identity, which begins as an empty text. */
void identity_add(char text[IDENTITY_MAX], const char *field);

#endif
