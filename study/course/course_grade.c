#include "plots/quote.h"
#include "study/course/course_command.h"
#include "study/course/grade/grade.h"
#include "study/message.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

static int print_grades(const struct options *options, const struct grades *grades)
{
    if (options->autolab)
        return grades_autolab(stdout, stderr, grades);
    if (options->json)
        return grades_gradescope(stdout, grades);
    grades_csv(stdout, grades);
    return EXIT_DONE;
}

/* 2 for a folder that is not there, which is said, and 1 for a hand-in that does not pass. */
static int status_of(const struct grades *grades)
{
    char plain[256];
    int status = EXIT_DONE;
    for (int i = 0; i < grades->count; i++)
        if (!grades->of[i].there)
            status = complain(EXIT_USAGE, "argument %s: there is no such folder",
                              quote_plain(grades->of[i].folder, plain, sizeof plain));
        else if (status == EXIT_DONE && !grade_passes(grades->assignment, &grades->of[i]))
            status = EXIT_WRONG;
    return status;
}

/* A folder that is named twice would be its own copy. */
static int named_once(const char *const *folders, int count)
{
    struct stat *seen = calloc((size_t)count + 1, sizeof *seen);
    char plain[256], earlier[256];
    int status = EXIT_DONE;
    if (!seen)
        return complain(EXIT_WRONG, "not enough memory for the folders");
    for (int i = 0; i < count && !status; i++) {
        if (stat(folders[i], &seen[i]) != 0)
            continue;
        for (int j = 0; j < i && !status; j++)
            if (seen[j].st_ino == seen[i].st_ino && seen[j].st_dev == seen[i].st_dev)
                status = complain(EXIT_USAGE, "argument %s: is the same folder as %s; name it once",
                                  quote_plain(folders[i], plain, sizeof plain),
                                  quote_plain(folders[j], earlier, sizeof earlier));
    }
    free(seen);
    return status;
}

int course_grade(const struct options *options)
{
    struct assignment assignment;
    struct grades grades = {.of = NULL};
    int status = assignment_read(&assignment, options->names[0]);
    if (!status)
        status = named_once(options->names + 1, options->name_count - 1);
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
