/* `warpline course sheet|predict|run|grade FILE ...`: an assignment, a student's work, its grade.
 */
#include "study/course/course_command.h"

#include "plots/quote.h"
#include "study/commands/commands.h"
#include "study/folders.h"
#include "study/message.h"

#include <stdio.h>
#include <string.h>

static const struct course_word {
    const char *name;
    int most_names; /* behind it */
    bool by_student, by_folders;
    int (*run)(const struct options *options);
} course_words[] = {
    {.name = "sheet", .most_names = 1, .by_student = true, .run = course_sheet},
    {.name = "predict", .most_names = 1, .by_student = true, .run = course_predict},
    {.name = "run", .most_names = 1, .by_student = true, .run = course_run},
    {.name = "grade", .most_names = NAMES_MAX, .by_folders = true, .run = course_grade},
};
enum { COURSE_WORDS = sizeof course_words / sizeof course_words[0] };

int course_read(const struct options *options, struct assignment *assignment,
                struct student_values *values)
{
    char plain[STUDENT_ID_MAX];
    const int status = assignment_read(assignment, options->names[0]);
    if (status)
        return status;
    const char *problem = student_problem(options->student);
    if (problem)
        return complain(EXIT_USAGE, "option --student: %s %s; use a name or a number",
                        quote_plain(options->student, plain, sizeof plain), problem);
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
    char near[256], plain[64];
    for (int i = 0; i < COURSE_WORDS; i++)
        names[i] = course_words[i].name;
    return complain(EXIT_USAGE, "argument %s: course has no such part; there is %s",
                    quote_plain(word, plain, sizeof plain),
                    nearest_names(word, names, near, sizeof near));
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
    if (word->by_folders && rest->name_count < 2)
        return complain(EXIT_USAGE, "course %s: needs folders: warpline course %s FILE DIR...",
                        word->name, word->name);
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
    const int status = check_words(word, &rest);
    return status ? status : word->run(&rest);
}
