/* What one student has handed in: a folder with results, predictions, perhaps a pattern of their
 * own; each of them may be missing, cut, another's or made up. */
#ifndef WARPLINE_HAND_IN_H
#define WARPLINE_HAND_IN_H

#include "plots/data/dataset.h"
#include "plots/verify/same_samples.h"
#include "study/course/assignment/student_values.h"
#include "study/course/grade/predictions.h"

enum { HAND_IN_TEXT_MAX = 512 };

struct hand_in {
    const char *folder;           /* the caller's */
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

#endif
