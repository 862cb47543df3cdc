/* What one student has handed in: a folder with results, predictions, perhaps a pattern of their
 * own; each of them may be missing, cut, another's or made up. */
#ifndef WARPLINE_HAND_IN_H
#define WARPLINE_HAND_IN_H

#include "plots/data/dataset.h"
#include "plots/verify/same_samples.h"
#include "study/base/folders.h"
#include "study/course/assignment/student_values.h"

enum { HAND_IN_TEXT_MAX = 512, GIVEN_AT_MAX = 24 };

/* A number for one question. */
struct given {
    bool there;
    double number;
    char at[GIVEN_AT_MAX]; /* 2026-11-22T19:00:00Z */
    bool late;             /* after the run had begun */
    bool changed;          /* the line is not as it was written */
};

/* predictions.csv: the numbers that a student has given, each with the time in UTC. Lines are only
 * added; of several for one question the last that is not late counts. */
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

struct hand_in {
    const char *folder;           /* the caller's */
    char work[PATH_TEXT_MAX];     /* the files' folder: that one, or the one folder in it */
    bool there;                   /* the folder is */
    char student[STUDENT_ID_MAX]; /* "" where nothing names one */
    struct student_values values;
    struct predictions predictions;
    struct dataset set;
    bool measured;                        /* there are results, and they are this student's */
    char not_measured[HAND_IN_TEXT_MAX];  /* why not, or why what was measured does not count; "" */
    char not_predicted[HAND_IN_TEXT_MAX]; /* the same of predictions */
};

/* Reads all of it and checks that results follow from their samples; these go to `copies` as those
 * of owner `number`. The hand-in must stay where it is. 0 or -ENOMEM; hand_in_free in both cases.
 */
int hand_in_read(struct hand_in *hand_in, const struct assignment *assignment, const char *folder,
                 int number, struct copy_search *copies);

void hand_in_free(struct hand_in *hand_in);

/* predictions.c: adds lines to `folder`/predictions.csv, which is made where it is not there; with
 * `late` they are marked so. 0, or an exit status after a message; nothing is added then. */
int predictions_add(const char *folder, const struct assignment *assignment, const char *student,
                    const struct new_number *numbers, int count, bool late);

/* Reads the file; `began` is the time at which the results' run began, "" where there are none.
 * 0, also where there is no file, or a negative errno with a line in `problem`. */
int predictions_read(struct predictions *predictions, const struct assignment *assignment,
                     const char *folder, const char *began, char *problem, size_t problem_size);

/* own_file.c: a pattern of the student's own, beside their results. Its file is loaded and run by
 * processes of their own: what it does there, it does to nobody else's grade, and two students may
 * give their patterns one name.
 *
 * Compiles and loads `folder`/`file` into this process. NULL with a sentence in `problem`. */
const struct pattern *own_file_load(const char *folder, const char *file, char *problem,
                                    size_t problem_size);

/* Whether `warpline check` finds that it computes what it says, in several sizes, on that target. A
 * sentence in `problem` in both cases. */
bool own_file_passes(const char *folder, const char *file, const char *target, char *problem,
                     size_t problem_size);

/* Calls `work` in a process of its own, which has 30 s, and brings back the `size` bytes at
 * `result`. False with a sentence in `problem` where it did not come to its end. */
bool own_file_apart(void (*work)(void *context), void *context, void *result, size_t size,
                    char *problem, size_t problem_size);

#endif
