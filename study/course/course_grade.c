#include "study/course/course_command.h"
#include "study/course/grade/grade_output.h"
#include "study/message.h"

#include <stdio.h>

static int print_grades(const struct options *options, const struct grades *grades)
{
    if (options->autolab)
        return grades_autolab(stdout, stderr, grades);
    if (options->json)
        return grades_gradescope(stdout, grades);
    grades_csv(stdout, grades);
    return EXIT_DONE;
}

/* 2 for a folder that is not there, 1 for a hand-in that does not pass. */
static int status_of(const struct grades *grades)
{
    int status = EXIT_DONE;
    for (int i = 0; i < grades->count; i++)
        if (!grades->of[i].there)
            status = EXIT_USAGE;
        else if (status == EXIT_DONE && !grade_passes(grades->assignment, &grades->of[i]))
            status = EXIT_WRONG;
    return status;
}

int course_grade(const struct options *options)
{
    struct assignment assignment;
    struct grades grades = {.of = NULL};
    int status = assignment_read(&assignment, options->names[0]);
    if (!status && options->json && options->autolab)
        status = complain(EXIT_USAGE, "options --json and --autolab: use one of them");
    if (!status)
        status = grades_make(&grades, &assignment, options->names + 1, options->name_count - 1);
    if (!status)
        status = print_grades(options, &grades);
    if (!status)
        status = status_of(&grades);
    grades_free(&grades);
    assignment_free(&assignment);
    return status;
}
