/* What the models count, on a machine that is the same for everybody: so nothing of it depends on
 * where it is worked out.
 *
 * The GPU is the one that `warpline show` predicts for (an H200's caches; sectors and conflicts are
 * those of any NVIDIA GPU). The CPU is one core with an L1 of 32 KiB and 8 ways, an L2 of 1 MiB and
 * 16 ways, an L3 of 16 MiB and 16 ways, and lines of 64 bytes. The copy has a footprint of 64 MiB.
 */
#ifndef WARPLINE_MODEL_ANSWER_H
#define WARPLINE_MODEL_ANSWER_H

#include "study/course/assignment/own_values.h"
#include "study/course/grade/series.h"

/* What was worked out before: students share values. Zeroed, it holds nothing. */
struct model_answers {
    struct model_answer *of;
    int count, room;
};

/* The numbers of a question along its sweep, for a pattern that is the question's or the student's.
 * False with a clause in `problem` where there are none. */
bool model_series(struct model_answers *known, const struct own_question *own,
                  const struct pattern *pattern, int element_bytes, struct number_series *series,
                  char *problem, size_t problem_size);

void model_answers_free(struct model_answers *known);

#endif
