/* Grades in the forms that others read. Whatever a hand-in holds, fields are quoted. */
#ifndef WARPLINE_GRADE_OUTPUT_H
#define WARPLINE_GRADE_OUTPUT_H

#include "study/course/grade/grade.h"

#include <stdio.h>

/* CSV as RFC 4180 has it, a line of column names and one row a folder. */
void grades_csv(FILE *out, const struct grades *grades);

/* Gradescope's results.json (tests with score, max_score, output): of one folder a document, of
 * several a line each. 0, or EXIT_WRONG after a message where memory is short. */
int grades_gradescope(FILE *out, const struct grades *grades);

/* Autolab's line, {"scores": {"ID": points, ...}}, for each folder. The sentences go to `why`. 0,
 * or EXIT_WRONG after a message where memory is short. */
int grades_autolab(FILE *out, FILE *why, const struct grades *grades);

#endif
