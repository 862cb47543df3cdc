/* One question of an assignment's file, read and checked. */
#ifndef WARPLINE_QUESTION_H
#define WARPLINE_QUESTION_H

#include "study/course/assignment/assignment.h"

/* Reads it into the assignment's next question; its values have been read. False with the problem
 * in the assignment's tree. */
bool question_read(struct assignment *assignment, const yaml_item *item);

#endif
