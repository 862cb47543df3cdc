/* `warpline course predict`: records a student's numbers, with the time. */
#include "patterns/target.h"
#include "plots/data/csv.h"
#include "study/base/file.h"
#include "study/base/folders.h"
#include "study/base/message.h"
#include "study/base/text.h"
#include "study/course/course_command.h"
#include "study/course/grade/hand_in.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { NUMBERS_BYTES_MAX = 1 << 20 };

/* The given numbers. */
struct asking {
    const struct assignment *assignment;
    struct new_number answers[QUESTIONS_MAX];
    int count;
};

static int unknown_question(const struct assignment *assignment, const char *from, const char *id)
{
    const char *names[QUESTIONS_MAX + 1];
    int count = 0;
    for (int i = 0; i < assignment->question_count; i++)
        if (question_asks(&assignment->questions[i]))
            names[count++] = assignment->questions[i].id;
    names[count] = NULL;
    if (count == 0)
        return complain(EXIT_USAGE, "%s: no question of this assignment asks for a number", from);
    return complain(EXIT_USAGE, "%s: %.63s is no question about a number; there is %s", from, id,
                    NEAREST(id, names));
}

static int add_number(struct asking *asking, const char *from, const char *id, const char *text)
{
    char *end;
    const struct question *question = assignment_question(asking->assignment, id);
    const double number = strtod(text, &end);
    if (!question || !question_asks(question))
        return unknown_question(asking->assignment, from, id);
    if (end == text || *end || strpbrk(text, "xXnN") || !isfinite(number) || fabs(number) > 1e18)
        return complain(EXIT_USAGE, "%s: %.63s is no number; use one such as %s=2.5", from, text,
                        question->id);
    for (int i = 0; i < asking->count; i++)
        if (asking->answers[i].question == question)
            return complain(EXIT_USAGE, "%s: two numbers for %s; give one", from, question->id);
    asking->answers[asking->count++] = (struct new_number){question, number};
    return 0;
}

/* "sectors=17" */
static int add_setting(struct asking *asking, const char *setting)
{
    char id[ASSIGNMENT_NAME_MAX];
    const size_t length = strcspn(setting, "=");
    if (setting[length] != '=' || length == 0 || length >= sizeof id)
        return complain(EXIT_USAGE, "option --answer: %.63s is no QUESTION=NUMBER", setting);
    snprintf(id, sizeof id, "%.*s", (int)length, setting);
    return add_number(asking, "option --answer", id, setting + length + 1);
}

/* A line `QUESTION: NUMBER`, or `QUESTION=NUMBER`; # begins a comment. */
static int add_line(struct asking *asking, const char *from, char *line)
{
    char *rest;
    line[strcspn(line, "#\r")] = '\0';
    const char *id = strtok_r(line, " \t:=", &rest), *value = strtok_r(NULL, " \t:=", &rest);
    if (!id)
        return 0;
    if (!value || strtok_r(NULL, " \t:=", &rest))
        return complain(EXIT_USAGE, "%s: use QUESTION: NUMBER", from);
    return add_number(asking, from, id, value);
}

static int add_file(struct asking *asking, const char *path)
{
    char from[PATH_TEXT_MAX + 32], problem[PATH_TEXT_MAX + TEXT_MAX], *text;
    size_t length;
    int status = 0, number = 1;
    if (file_read(path, NUMBERS_BYTES_MAX, &text, &length, problem, sizeof problem))
        return complain(EXIT_USAGE, "option --numbers: %s", problem);
    if (strlen(text) != length)
        status = complain(EXIT_USAGE, "option --numbers: %s: it has a byte 0; use text", path);
    for (char *rest = text + byte_order_mark(text), *line; !status && (line = strsep(&rest, "\n"));
         number++) {
        snprintf(from, sizeof from, "%s:%d", path, number);
        status = add_line(asking, from, line);
    }
    if (!status && !asking->count)
        status = complain(EXIT_USAGE, "option --numbers: %s: there are no numbers", path);
    free(text);
    return status;
}

/* Asks one question after the other on a terminal; an empty line skips one. */
static void ask_all(struct asking *asking, const struct student_values *values)
{
    char text[QUESTION_TEXT_MAX], line[128];
    const struct assignment *assignment = asking->assignment;
    for (int i = 0; i < assignment->question_count; i++) {
        const struct question *question = &assignment->questions[i];
        const struct student_question own = student_question_of(assignment, values, question);
        if (!question_asks(question))
            continue;
        printf("%s: %s\n", question->id,
               student_text(assignment, values, question->text, text, sizeof text));
        printf("  %s\n", question_about(&own, text, sizeof text));
        printf("  %s\n%s = ", question_wants(question, text, sizeof text), question->id);
        fflush(stdout);
        if (!fgets(line, sizeof line, stdin))
            break;
        line[strcspn(line, "\r\n")] = '\0';
        if (line[0] && add_number(asking, "answer", question->id, line))
            i--; /* ask again */
    }
}

static int take_answers(const struct options *options, const struct student_values *values,
                        struct asking *asking)
{
    int status = 0;
    for (int i = 0; i < options->answer_count && !status; i++)
        status = add_setting(asking, options->answers[i]);
    if (!status && options->numbers)
        status = add_file(asking, options->numbers);
    if (status || options->answer_count || options->numbers)
        return status;
    if (!isatty(STDIN_FILENO))
        return complain(EXIT_USAGE, "course predict: there are no numbers; give them by "
                                    "--answer QUESTION=NUMBER or --numbers FILE");
    ask_all(asking, values);
    return 0;
}

/* Whether a run has begun in the folder. */
static bool has_begun(const char *folder)
{
    struct table table;
    char problem[PATH_TEXT_MAX + TEXT_MAX];
    const int code = table_open(&table, folder, "results.csv", problem, sizeof problem);
    if (code == 0)
        table_close(&table);
    return code != -ENOENT && code != -ENOTDIR;
}

/* The questions without a number in the folder. */
static void tell_missing(const struct assignment *assignment, const char *folder)
{
    static struct predictions saved;
    char problem[PATH_TEXT_MAX + TEXT_MAX];
    if (predictions_read(&saved, assignment, folder, "", problem, sizeof problem))
        return;
    for (int i = 0; i < assignment->question_count; i++)
        if (question_asks(&assignment->questions[i]) && !saved.of[i].there)
            complain(0, "question %s has no number yet", assignment->questions[i].id);
}

int course_predict(const struct options *options)
{
    struct assignment assignment;
    struct student_values values;
    struct asking asking = {.assignment = &assignment};
    char plain[PATH_TEXT_MAX];
    const char *folder = course_folder(options);
    int status = course_read(options, &assignment, &values);
    if (!status)
        status = take_answers(options, &values, &asking);
    const bool late = has_begun(folder);
    if (!status && asking.count)
        status = predictions_add(folder, &assignment, values.student, asking.answers, asking.count,
                                 late);
    if (!status) {
        if (late)
            complain(0, "a run has begun in this folder: these numbers are marked late");
        tell_missing(&assignment, folder);
        printf("%s/predictions.csv: %d number%s saved\n", quote_plain(folder, plain, sizeof plain),
               asking.count, asking.count == 1 ? "" : "s");
    }
    assignment_free(&assignment);
    return status;
}
