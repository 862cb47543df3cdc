/* What hand-ins are worth: for each question its points, and in a sentence why. */
#ifndef WARPLINE_GRADE_H
#define WARPLINE_GRADE_H

#include "study/course/grade/hand_in.h"

#include <stdio.h>

enum { WHY_MAX = 384 };

struct mark {
    double points;
    char why[WHY_MAX]; /* one sentence without its end; made of plain characters */
};

struct grade {
    char student[STUDENT_ID_MAX]; /* "" where nothing names one */
    const char *folder;           /* the caller's */
    bool there;                   /* the folder is */
    struct mark marks[QUESTIONS_MAX];
    double parts[QUESTION_KINDS]; /* points of each kind of question */
    double points;
    char note[WHY_MAX]; /* what a teacher should look at; "" */
};

struct grades {
    const struct assignment *assignment;
    struct grade *of; /* one a folder, in their order */
    int count;
};

/* Grades `count` folders, together: what one has copied from another counts for neither. 0, or an
 * exit status after a message. grades_free in both cases. */
int grades_make(struct grades *grades, const struct assignment *assignment,
                const char *const *folders, int count);

void grades_free(struct grades *grades);

/* Whether the grade passes, by the assignment's share. */
bool grade_passes(const struct assignment *assignment, const struct grade *grade);

/* grade_output.c: grades in the forms that others read. Whatever a hand-in holds, fields are
 * quoted.
 *
 * CSV as RFC 4180 has it: a line of column names and one row a folder. */
void grades_csv(FILE *out, const struct grades *grades);

/* Gradescope's results.json (tests with score, max_score, output): of one folder a document, of
 * several a line each. 0, or EXIT_WRONG after a message where memory is short. */
int grades_gradescope(FILE *out, const struct grades *grades);

/* Autolab's line, {"scores": {"ID": points, ...}}, for each folder. The sentences go to `why`. 0,
 * or EXIT_WRONG after a message where memory is short. */
int grades_autolab(FILE *out, FILE *why, const struct grades *grades);

#endif
