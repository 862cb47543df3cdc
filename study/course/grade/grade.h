/* Grades of hand-ins: for each question its points, and one sentence with the reason. */
#ifndef WARPLINE_GRADE_H
#define WARPLINE_GRADE_H

#include "study/course/grade/hand_in.h"

#include <stdio.h>

enum { WHY_MAX = 384 };

struct mark {
    double points;
    bool ungraded;     /* it could not be decided here; a teacher has to */
    bool unmeasured;   /* for want of a measurement that counts */
    char why[WHY_MAX]; /* one sentence without a full stop, in plain characters */
};

struct grade {
    char student[STUDENT_ID_MAX]; /* "" if nothing names one */
    const char *folder;           /* the caller's */
    bool there;                   /* the folder exists */
    struct mark marks[QUESTIONS_MAX];
    double parts[QUESTION_KINDS]; /* points of each kind of question */
    double points;
    char note[WHY_MAX]; /* what a teacher should check; "" for nothing */
};

struct grades {
    const struct assignment *assignment;
    struct grade *of; /* one for each folder, in their order */
    int count;
};

/* For students: sentences say what to look at again; for the teacher: they have the right numbers;
 * for the run: whether rows count, and no file of a pattern is compiled. */
enum grading_of { GRADING, GRADING_WITH_ANSWERS, GRADING_ROWS };

/* Grades `count` folders together: results that one has copied from another count for neither.
 * The caller calls grades_free. */
void grades_make(struct grades *grades, const struct assignment *assignment,
                 const char *const *folders, int count, enum grading_of of);

void grades_free(struct grades *grades);

/* Whether the grade passes, by the assignment's limit. */
bool grade_passes(const struct assignment *assignment, const struct grade *grade);

/* grade_output.c: grades in the formats of other programs. Fields are quoted, whatever a hand-in
 * contains.
 *
 * CSV by RFC 4180: a line of column names and one row for each folder. */
void grades_csv(FILE *out, const struct grades *grades);

/* Gradescope's results.json (tests with score, max_score, output; without scores if not graded): a
 * document for one folder, one line each for several. */
void grades_gradescope(FILE *out, const struct grades *grades);

/* Autolab's line, {"scores": {"ID": points, ...}}, for each folder, of the questions that are
 * graded. The sentences go to `why`. */
void grades_autolab(FILE *out, FILE *why, const struct grades *grades);

#endif
