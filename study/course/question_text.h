/* A question's facts in words: for sheets and prompts. */
#ifndef WARPLINE_QUESTION_TEXT_H
#define WARPLINE_QUESTION_TEXT_H

#include "study/course/assignment/own_values.h"

#include <stddef.h>

/* "stride on gpu0, stride=7": what it is about, with the student's values. Returns text. */
const char *question_about(const struct own_question *own, char *text, size_t size);

/* What is asked for: a number and how near it has to be, or what is expected. Returns text. */
const char *question_wants(const struct question *question, char *text, size_t size);

#endif
