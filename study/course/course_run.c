/* `warpline course run`: measures what an assignment asks a student to measure, with the functions
 * of an ordinary run; the header names the student. */
#include "study/base/folders.h"
#include "study/base/message.h"
#include "study/base/text.h"
#include "study/commands/commands.h"
#include "study/course/course_command.h"
#include "study/course/grade/grade.h"
#include "study/course/grade/own_file.h"
#include "study/own/own.h"
#include "study/own/own_names.h"
#include "study/plan/targets.h"

#include <stdio.h>
#include <string.h>

enum { REPEATS = 2, SWEEP_WORD_MAX = 1024, HEAD_LINES = 5, HEAD_TEXT_MAX = 768 };

/* The measurements: words that request sweeps of a run, and header lines. */
struct errand {
    char words[2 * QUESTIONS_MAX][SWEEP_WORD_MAX];
    int count;
    char lines[HEAD_LINES][HEAD_TEXT_MAX];
    const char *head[HEAD_LINES + 1];
};

static void add(char word[SWEEP_WORD_MAX], const char *before, const char *name, int64_t value)
{
    text_add(word, SWEEP_WORD_MAX, "%s%s%s%lld", before, name, *name ? "=" : "", (long long)value);
}

/* Writes PATTERN:SWEPT=VALUES:SET=VALUE..., or with the first setting as the axis. */
static void write_word(const struct student_question *own, const char *pattern,
                       char word[SWEEP_WORD_MAX])
{
    const struct question *question = own->question;
    snprintf(word, SWEEP_WORD_MAX, "%s", pattern);
    for (int i = 0; i < own->swept_count; i++)
        add(word, i ? "," : ":", i ? "" : question->sweep, own->swept[i]);
    for (int i = 0; i < question->set_count; i++)
        add(word, ":", question->set[i].name, own->set[i]);
}

/* Whether the question's target is present. */
static bool has_target(const struct question *question)
{
    int number;
    const struct target_ops *kind = target_kind(question->on, &number);
    if (kind && kind->prepare)
        kind->prepare();
    return kind && kind->count() > number;
}

/* Adds a word once: two questions may use one sweep. */
static void add_word(struct errand *errand, const struct student_question *own, const char *pattern)
{
    char *word = errand->words[errand->count];
    write_word(own, pattern, word);
    for (int i = 0; i < errand->count; i++)
        if (strcmp(errand->words[i], word) == 0)
            return;
    errand->count++;
}

/* The question's pattern, or the student's own from their folder; NULL after a message. */
static const struct pattern *pattern_of(const struct question *question, const char *folder)
{
    static char problem[OWN_PROBLEM_MAX];
    if (question->pattern)
        return question->pattern;
    const struct pattern *own = own_file_load(question, folder, problem, sizeof problem);
    if (!own) {
        complain(0, "question %s is not measured:", question->id);
        own_names_tell(problem);
    }
    return own;
}

static void add_question(struct errand *errand, const struct student_question *own,
                         const char *folder)
{
    const struct question *question = own->question;
    if (!question_is_run(question) || !has_target(question))
        return;
    const struct pattern *pattern = pattern_of(question, folder);
    if (pattern)
        add_word(errand, own, pattern->name);
    if (question->against)
        add_word(errand, own, question->against->name);
}

static void write_head(struct errand *errand, const struct assignment *assignment,
                       const struct student_values *values)
{
    char list[512];
    snprintf(errand->lines[0], HEAD_TEXT_MAX, "assignment: %s", assignment->name);
    snprintf(errand->lines[1], HEAD_TEXT_MAX, "assignment_digest: %016llx",
             (unsigned long long)assignment->digest);
    snprintf(errand->lines[2], HEAD_TEXT_MAX, "student: %s", values->student);
    snprintf(errand->lines[3], HEAD_TEXT_MAX, "student_values: %s",
             student_values_text(assignment, values, list, sizeof list));
    for (int i = 0; i < 4; i++)
        errand->head[i] = errand->lines[i];
}

/* The number of questions that want for a measurement, by what the folder has. With `tell`, a line
 * for each that gets no points; whether numbers are right is not said. */
static int questions_left(const struct assignment *assignment, const char *folder, bool tell)
{
    struct grades grades;
    int left = 0;
    grades_make(&grades, assignment, &folder, 1, GRADING_ROWS);
    for (int i = 0; i < assignment->question_count; i++) {
        const struct question *question = &assignment->questions[i];
        const struct mark *mark = &grades.of[0].marks[i];
        const bool other =
            question->kind == KIND_MEASURED && question->expects && mark->points == 0;
        left += mark->unmeasured;
        if (tell && (mark->unmeasured || other))
            complain(0, "question %s gets no points yet: %s", question->id, mark->why);
    }
    grades_free(&grades);
    return left;
}

/* Measures, and again what other load disturbed as long as questions depend on it. */
static int measure(const struct options *wanted, const struct assignment *assignment)
{
    int status = run_command(wanted);
    for (int i = 0; i < REPEATS && !status && !wanted->dry_run &&
                    questions_left(assignment, wanted->out, false) > 0;
         i++)
        status = run_command(wanted);
    if (!status && !wanted->dry_run && questions_left(assignment, wanted->out, true) > 0)
        status = complain(EXIT_INCONCLUSIVE, "the same command measures again");
    return status;
}

static int nothing_to_measure(const struct assignment *assignment)
{
    for (int i = 0; i < assignment->question_count; i++) {
        const struct question *question = &assignment->questions[i];
        if (question_is_run(question) && !has_target(question))
            return complain(
                EXIT_USAGE,
                "assignment %s: its measurements are on %s, which is not here; recorded "
                "results stand in for it where a number is wanted",
                assignment->name, question->on);
    }
    return complain(EXIT_USAGE, "assignment %s: no question asks for a measurement",
                    assignment->name);
}

static int measure_errand(const struct options *options, const struct assignment *assignment,
                          const struct student_values *values)
{
    static struct errand errand; /* 80 KiB */
    struct options wanted = *options;
    errand = (struct errand){.count = 0};
    for (int i = 0; i < assignment->question_count; i++) {
        const struct student_question own =
            student_question_of(assignment, values, &assignment->questions[i]);
        add_question(&errand, &own, course_folder(options));
    }
    if (errand.count == 0)
        return nothing_to_measure(assignment);
    write_head(&errand, assignment, values);
    for (int i = 0; i < errand.count; i++)
        wanted.names[i] = errand.words[i];
    wanted.names[errand.count] = NULL;
    wanted.name_count = errand.count;
    wanted.head = errand.head;
    wanted.quick |= !assignment->full;
    wanted.out = course_folder(options);
    wanted.element_bytes = assignment->element_bytes;
    wanted.footprint_bytes = assignment->footprint_bytes;
    return measure(&wanted, assignment);
}

int course_run(const struct options *options)
{
    struct assignment assignment;
    struct student_values values;
    int status = course_read(options, &assignment, &values);
    if (!status)
        status = measure_errand(options, &assignment, &values);
    assignment_free(&assignment);
    return status;
}
