/* predictions.csv: the numbers that a student has given, each with the time in UTC. Lines are only
 * added; of several for one question the last that is not late counts. */
#ifndef WARPLINE_PREDICTIONS_H
#define WARPLINE_PREDICTIONS_H

#include "study/course/assignment/student_values.h"

#include <stdbool.h>
#include <stddef.h>

enum { GIVEN_AT_MAX = 24 };

/* A number for one question. */
struct given {
    bool there;
    double number;
    char at[GIVEN_AT_MAX]; /* 2026-11-22T19:00:00Z */
    bool late;             /* after the run had begun */
    bool changed;          /* the line is not as it was written */
};

struct predictions {
    bool there; /* the file is */
    char assignment[ASSIGNMENT_NAME_MAX];
    char student[STUDENT_ID_MAX];
    struct given of[QUESTIONS_MAX]; /* in the order of the assignment's questions */
};

/* A number of the command line or of a file of numbers. */
struct new_number {
    const struct question *question;
    double number;
};

/* Adds lines to `folder`/predictions.csv, which is made where it is not there; with `late` they are
 * marked so. 0, or an exit status after a message; nothing is added then. */
int predictions_add(const char *folder, const struct assignment *assignment, const char *student,
                    const struct new_number *answers, int count, bool late);

/* Reads the file; `began` is the time at which the results' run began, "" where there are none.
 * 0, also where there is no file, or a negative errno with a line in `problem`. */
int predictions_read(struct predictions *predictions, const struct assignment *assignment,
                     const char *folder, const char *began, char *problem, size_t problem_size);

#endif
