/* What answers about a student's own pattern share: course_answer.c, answer_examples.c. They run
 * inside a sandbox. */
#ifndef WARPLINE_ANSWERING_H
#define WARPLINE_ANSWERING_H

#include "study/course/assignment/student_values.h"
#include "study/measure/arrays.h"

#include <stdbool.h>
#include <stddef.h>

enum { ANSWER_PROBLEM_MAX = 1024 };

/* The question, and the file's pattern. */
struct answering {
    const struct student_question *own;
    struct yaml_tree *tree; /* of the assignment */
    const struct pattern *pattern;
    int element_bytes;
};

/* Makes one pass of the pattern. False with a problem. */
bool answer_pass(const struct answering *answering, struct arrays *arrays, struct target *target,
                 struct shape *shape, char problem[ANSWER_PROBLEM_MAX]);

/* Adds an `init` with the arrays of the question's examples to the file. False with a clause. */
bool examples_add(struct assignment *assignment, const struct question *question, const char *path,
                  char *problem, size_t size);

/* Prints what the loop makes of the examples: of each element its bytes and its value, a line
 * each. An exit status. */
int examples_answer(const struct answering *answering, struct arrays *arrays,
                    struct target *target);

#endif
