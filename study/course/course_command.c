/* `warpline course sheet|predict|run|grade FILE ...`: assignments, students' work, grades. */
#include "study/course/course_command.h"

#include "study/base/folders.h"
#include "study/base/message.h"
#include "study/commands/commands.h"
#include "study/course/grade/grade.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static void print_grades(const struct options *options, const struct grades *grades)
{
    if (options->autolab)
        grades_autolab(stdout, stderr, grades);
    else if (options->json)
        grades_gradescope(stdout, grades);
    else
        grades_csv(stdout, grades);
}

/* 2 if a folder does not exist, with a message; 1 for a hand-in that does not pass. */
static int status_of(const struct grades *grades)
{
    int status = EXIT_DONE;
    for (int i = 0; i < grades->count; i++)
        if (!grades->of[i].there)
            status = complain(EXIT_USAGE, "argument %.255s: there is no such folder",
                              grades->of[i].folder);
        else if (status == EXIT_DONE && !grade_passes(grades->assignment, &grades->of[i]))
            status = EXIT_WRONG;
    return status;
}

/* A folder that is named twice would count as its own copy. */
static int named_once(const char *const *folders, int count)
{
    struct stat *seen = needed(calloc((size_t)count + 1, sizeof *seen));
    int status = EXIT_DONE;
    for (int i = 0; i < count && !status; i++) {
        if (stat(folders[i], &seen[i]) != 0)
            continue;
        for (int j = 0; j < i && !status; j++)
            if (seen[j].st_ino == seen[i].st_ino && seen[j].st_dev == seen[i].st_dev)
                status = complain(EXIT_USAGE,
                                  "argument %.255s: is the same folder as %.255s; name it once",
                                  folders[i], folders[j]);
    }
    free(seen);
    return status;
}

static int course_grade(const struct options *options)
{
    struct assignment assignment;
    struct grades grades = {.of = NULL};
    int status = assignment_read(&assignment, options->names[0]);
    if (!status)
        status = named_once(options->names + 1, options->name_count - 1);
    if (!status && options->json && options->autolab)
        status = complain(EXIT_USAGE, "options --json and --autolab: use one of them");
    if (!status) {
        grades_make(&grades, &assignment, options->names + 1, options->name_count - 1,
                    options->answers_shown ? GRADING_WITH_ANSWERS : GRADING);
        print_grades(options, &grades);
    }
    if (!status)
        status = status_of(&grades);
    grades_free(&grades);
    assignment_free(&assignment);
    return status;
}

static const struct course_word {
    const char *name;
    int most_names; /* maximal number of names after the word */
    bool by_student, by_folders;
    bool by_grading; /* not for users */
    int (*run)(const struct options *options);
} course_words[] = {
    {.name = "sheet", .most_names = 1, .by_student = true, .run = course_sheet},
    {.name = "predict", .most_names = 1, .by_student = true, .run = course_predict},
    {.name = "run", .most_names = 1, .by_student = true, .run = course_run},
    {.name = "answer",
     .most_names = 2,
     .by_student = true,
     .by_grading = true,
     .run = course_answer},
    {.name = "grade", .most_names = NAMES_MAX, .by_folders = true, .run = course_grade},
};
enum { COURSE_WORDS = sizeof course_words / sizeof course_words[0] };

int course_read(const struct options *options, struct assignment *assignment,
                struct student_values *values)
{
    const int status = assignment_read(assignment, options->names[0]);
    if (status)
        return status;
    const char *problem = student_problem(options->student);
    if (problem)
        return complain(EXIT_USAGE, "option --student: %.127s %s; use a name or a number",
                        options->student, problem);
    *values = student_values_of(assignment, options->student);
    return 0;
}

const char *course_folder(const struct options *options)
{
    return options->out ? options->out : results_default;
}

static int unknown_word(const char *word)
{
    const char *names[COURSE_WORDS + 1] = {NULL};
    for (int i = 0, count = 0; i < COURSE_WORDS; i++)
        if (!course_words[i].by_grading)
            names[count++] = course_words[i].name;
    return complain(EXIT_USAGE, "argument %.63s: course has no such part; there is %s", word,
                    NEAREST(word, names));
}

static int check_words(const struct course_word *word, const struct options *rest)
{
    if (rest->name_count < 1)
        return complain(EXIT_USAGE, "course %s: needs an assignment: warpline course %s FILE%s",
                        word->name, word->name, word->by_folders ? " DIR..." : " --student ID");
    if (rest->name_count > word->most_names)
        return complain(EXIT_USAGE, "argument %s: one too many; use warpline course %s FILE",
                        rest->names[word->most_names], word->name);
    if (word->by_student && !rest->student)
        return complain(EXIT_USAGE, "course %s: needs --student ID", word->name);
    if (word->by_grading && rest->name_count < 2)
        return complain(EXIT_USAGE, "course %s: is for grading, in a sandbox", word->name);
    if (word->by_folders && rest->name_count < 2)
        return complain(EXIT_USAGE, "course %s: needs folders: warpline course %s FILE DIR...",
                        word->name, word->name);
    return 0;
}

/* The help of these options names their part; an option that has no effect would mislead. */
static int check_only(const struct course_word *word, const struct options *rest)
{
    const struct {
        const char *option, *word;
        bool given;
    } only[] = {{"format", "sheet", rest->format},
                {"answer", "predict", rest->answer_count > 0},
                {"numbers", "predict", rest->numbers},
                {"dry-run", "run", rest->dry_run},
                {"json", "grade", rest->json},
                {"autolab", "grade", rest->autolab},
                {"answers", "grade", rest->answers_shown}};
    for (size_t i = 0; i < sizeof only / sizeof *only; i++)
        if (only[i].given && strcmp(only[i].word, word->name) != 0)
            return complain(EXIT_USAGE, "option --%s: is for course %s, not for course %s",
                            only[i].option, only[i].word, word->name);
    return 0;
}

int course_command(const struct options *options)
{
    struct options rest = *options;
    const struct course_word *word = course_words;
    while (word < course_words + COURSE_WORDS && strcmp(word->name, options->names[0]) != 0)
        word++;
    if (word == course_words + COURSE_WORDS)
        return unknown_word(options->names[0]);
    rest.name_count--;
    memmove(rest.names, rest.names + 1, sizeof *rest.names * ((size_t)rest.name_count + 1));
    int status = check_words(word, &rest);
    if (!status)
        status = check_only(word, &rest);
    return status ? status : word->run(&rest);
}
