/* The values of a student. They are the same on every machine and in every version:
 *
 * FNV-1a of 64 bits over the bytes ASSIGNMENT \n STUDENT \n VALUE, then the finaliser of
 * SplitMix64 (patterns/random.h), modulo the number of choices. */
#ifndef WARPLINE_STUDENT_VALUES_H
#define WARPLINE_STUDENT_VALUES_H

#include "study/course/assignment/assignment.h"

#include <stddef.h>

enum { STUDENT_ID_MAX = 128, QUESTION_TEXT_MAX = 8192 };

struct student_values {
    char student[STUDENT_ID_MAX];
    int64_t of[VALUES_MAX]; /* in the order of the assignment's */
};

/* A question with a student's values inserted. */
struct student_question {
    const struct question *question;
    int64_t set[PARAMETERS_MAX];
    int64_t swept[SWEPT_MAX_POINTS]; /* in ascending order, each once */
    int swept_count;
};

/* NULL if the text is a valid student id, else the reason: empty, too long, blanks at an end,
 * control characters. */
const char *student_problem(const char *id);

/* The values of a student, whose id must be valid. */
struct student_values student_values_of(const struct assignment *assignment, const char *student);

struct student_question student_question_of(const struct assignment *assignment,
                                            const struct student_values *values,
                                            const struct question *question);

/* The text with each {name} replaced by the student's value; other braces stay. Returns filled. */
const char *student_text(const struct assignment *assignment, const struct student_values *values,
                         const char *text, char *filled, size_t size);

/* "stride=7 offset=3"; returns text. */
const char *student_values_text(const struct assignment *assignment,
                                const struct student_values *values, char *text, size_t size);

/* The subject of the question, with the student's values: "stride on gpu0, stride = 7". Returns
 * text. */
const char *question_about(const struct student_question *own, char *text, size_t size);

/* The expected answer: a number and its tolerance, or the teacher's limits. Returns text. */
const char *question_wants(const struct question *question, char *text, size_t size);

#endif
