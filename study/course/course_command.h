/* The subcommands of `warpline course`; course_command.c has their table. Each returns the exit
 * status; options->names are the arguments after the subcommand. */
#ifndef WARPLINE_COURSE_COMMAND_H
#define WARPLINE_COURSE_COMMAND_H

#include "study/commands/options.h"
#include "study/course/assignment/student_values.h"

int course_sheet(const struct options *options);   /* course_sheet.c */
int course_predict(const struct options *options); /* course_predict.c */
int course_run(const struct options *options);     /* course_run.c */
int course_answer(const struct options *options);  /* course_answer.c */

/* Reads the assignment in the first name, and computes the values of --student. 0, or an exit
 * status after a message; assignment_free in both cases. */
int course_read(const struct options *options, struct assignment *assignment,
                struct student_values *values);

/* The folder of a student's work: --out, or the default folder of a run. */
const char *course_folder(const struct options *options);

#endif
