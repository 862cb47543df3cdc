/* A student's hand-in: a folder with results, predictions, perhaps a pattern. Each of
 * them may be missing, truncated, somebody else's or faked. */
#ifndef WARPLINE_HAND_IN_H
#define WARPLINE_HAND_IN_H

#include "plots/data/dataset.h"
#include "plots/verify/same_samples.h"
#include "study/base/folders.h"
#include "study/course/assignment/student_values.h"

enum { HAND_IN_TEXT_MAX = 512, GIVEN_AT_MAX = 24 };

/* A number that a student has given for one question. */
struct given {
    bool there;
    double number;
    char at[GIVEN_AT_MAX]; /* 2026-11-22T19:00:00Z */
    bool late;             /* after the run had begun */
    bool changed;          /* the line was edited later */
};

/* predictions.csv: the numbers that a student has given, each with the time in UTC. Lines are only
 * appended; if a question has several, the last one that is not late counts. */
struct predictions {
    bool there; /* the file exists */
    char assignment[ASSIGNMENT_NAME_MAX];
    char student[STUDENT_ID_MAX];
    struct given of[QUESTIONS_MAX]; /* in the order of the assignment's questions */
};

/* A number from the command line or from a file of numbers. */
struct new_number {
    const struct question *question;
    double number;
};

struct hand_in {
    const char *folder;           /* the caller's */
    char work[PATH_TEXT_MAX];     /* the files' folder: `folder` itself, or its only subfolder with
                                     the work */
    bool there;                   /* the folder exists */
    char student[STUDENT_ID_MAX]; /* "" if nothing names one */
    struct student_values values;
    struct predictions predictions;
    struct dataset set;
    bool measured;                        /* results exist, and they are this student's */
    char not_measured[HAND_IN_TEXT_MAX];  /* the reason if not, or why the measurements do not
                                             count; "" */
    char not_predicted[HAND_IN_TEXT_MAX]; /* the same for predictions */
};

/* Reads the whole hand-in and checks that results follow from their samples; the samples go to
 * `copies` with owner `number`. The hand-in must stay in place. The caller calls hand_in_free. */
void hand_in_read(struct hand_in *hand_in, const struct assignment *assignment, const char *folder,
                  int number, struct copy_search *copies);

void hand_in_free(struct hand_in *hand_in);

/* predictions.c: appends lines to `folder`/predictions.csv, and makes the file if necessary; with
 * `late` they are marked as late. 0, or an exit status after a message; then nothing is added. */
int predictions_add(const char *folder, const struct assignment *assignment, const char *student,
                    const struct new_number *numbers, int count, bool late);

/* Reads the file; `began` is the start time of the results' run, "" without results. 0, also if
 * there is no file, or a negative errno with a line in `problem`. */
int predictions_read(struct predictions *predictions, const struct assignment *assignment,
                     const char *folder, const char *began, char *problem, size_t problem_size);

#endif
