/* `warpline course answer QUESTION FILE --student ID`: what grading needs to know of a student's
 * own pattern. It runs in a sandbox, where own_file.c starts it; here the file is compiled and run.
 */
#include "study/base/folders.h"
#include "study/base/message.h"
#include "study/course/course_command.h"
#include "study/course/grade/answers.h"
#include "study/course/grade/own_file.h"
#include "study/measure/arrays.h"
#include "study/own/bounds.h"
#include "study/own/own.h"
#include "study/plan/targets.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PROBLEM_MAX = 1024 };

/* The question, and the file's pattern. */
struct answering {
    const struct student_question *own;
    const struct pattern *pattern;
    int element_bytes;
};

static int refuse(const char *problem)
{
    return complain(EXIT_WRONG, "%.*s", (int)strcspn(problem, "\n"), problem);
}

/* Bytes must arrive as they are: stdout is for texts. */
static bool put(const void *bytes, size_t count)
{
    ssize_t done = 1;
    for (size_t at = 0; at < count && done > 0; at += (size_t)done)
        done = write(STDOUT_FILENO, (const char *)bytes + at, count - at);
    return done > 0;
}

static int answer_predicted(const struct answering *answering)
{
    struct model_answers known = {.of = NULL};
    struct number_series series;
    char problem[PROBLEM_MAX];
    const bool counted = model_series(&known, answering->own, answering->pattern,
                                      answering->element_bytes, &series, problem, sizeof problem);
    model_answers_free(&known);
    for (int i = 0; counted && i < series.count; i++)
        dprintf(STDOUT_FILENO, "%.17g\n", series.of[i].value);
    return counted ? EXIT_DONE : refuse(problem);
}

/* What a row of it looks like. */
static int answer_measured(const struct answering *answering)
{
    const struct pattern *pattern = answering->pattern;
    dprintf(STDOUT_FILENO, "%s %d\n", pattern->name, pattern->sizes);
    for (int i = 0; i < pattern_parameter_count(pattern); i++)
        dprintf(STDOUT_FILENO, "%s %lld\n", pattern->parameters[i].name,
                (long long)pattern->parameters[i].standard);
    return EXIT_DONE;
}

/* Makes one pass, and puts its output. */
static int put_pass(const struct answering *answering, struct arrays *arrays, struct target *target,
                    const struct own_case *c)
{
    double ns;
    char problem[PROBLEM_MAX] = "";
    const struct pattern *pattern = answering->pattern;
    const struct kernel *kernel =
        point_kernel(target, pattern, c->element_bytes, problem, sizeof problem);
    if (!kernel)
        return refuse(problem[0] ? problem : "it has no kernel for a CPU");
    struct shape shape;
    const struct bounds_point point = {
        .pattern = pattern, .shape = &shape, .element_bytes = c->element_bytes, .side = SIDE_CPU};
    if (!own_shape(pattern, answering->own, c, target, kernel, &shape, problem, sizeof problem) ||
        !bounds_hold(&point, problem, sizeof problem) ||
        arrays_ready(arrays, target, pattern, &shape, c->element_bytes, problem, sizeof problem))
        return refuse(problem);
    const struct kernel_args args = arrays_args(arrays, pattern, &shape);
    const int error = target->ops->run(target, kernel->run, &args, &ns, NULL);
    if (error)
        return refuse(target_failure(error));
    const size_t bytes = (size_t)(pattern->out_length(&shape) * c->element_bytes);
    return put(arrays->out.memory, bytes) ? EXIT_DONE : EXIT_WRONG;
}

static int answer_correct(const struct answering *answering)
{
    static struct own_cases cases;
    char problem[PROBLEM_MAX];
    struct target_list targets;
    struct arrays arrays = {.checks = NULL};
    int status = targets_open(&targets, "cpu", NULL);
    if (status)
        return status;
    if (!own_cases_of(&cases, answering->own, answering->element_bytes, &targets.targets[0],
                      problem, sizeof problem))
        status = refuse(problem);
    for (int i = 0; i < cases.count && !status; i++)
        status = put_pass(answering, &arrays, &targets.targets[0], &cases.of[i]);
    arrays_release(&arrays);
    targets_close(&targets);
    return status;
}

/* Writes `length` bytes of standard input, or all that follow, to a file. */
static bool copy_input(const char *path, size_t length)
{
    int c;
    FILE *out = fopen(path, "wx"); /* outside a sandbox nothing is overwritten */
    while (out && length-- > 0 && (c = getchar()) != EOF)
        fputc(c, out);
    return out && fclose(out) == 0;
}

/* Standard input has the length of the assignment's file, the file, and the pattern's file. */
static bool take_input(const char *file)
{
    size_t length;
    return !strchr(file, '/') && scanf("%zu%*1[\n]", &length) == 1 &&
           copy_input(OWN_ASSIGNMENT, length) && copy_input(file, SIZE_MAX);
}

static int answer(const struct answering *answering)
{
    static int (*const by_kind[QUESTION_KINDS])(const struct answering *) = {
        [KIND_PREDICTED] = answer_predicted,
        [KIND_MEASURED] = answer_measured,
        [KIND_CORRECT] = answer_correct,
    };
    return by_kind[answering->own->question->kind](answering);
}

int course_answer(const struct options *options)
{
    static char problem[OWN_PROBLEM_MAX];
    struct assignment assignment;
    const char *file = options->names[1];
    char path[PATH_TEXT_MAX];
    if (!take_input(file))
        return complain(EXIT_USAGE, "course answer: is for grading, in a sandbox");
    int status = assignment_read(&assignment, "./" OWN_ASSIGNMENT);
    const struct question *question =
        status ? NULL : assignment_question(&assignment, options->names[0]);
    snprintf(path, sizeof path, "./%s", file);
    const struct pattern *pattern = question ? own_load(path, problem, sizeof problem) : NULL;
    if (pattern) {
        const struct student_values values = student_values_of(&assignment, options->student);
        const struct student_question own = student_question_of(&assignment, &values, question);
        const struct answering answering = {
            &own, pattern, own_bytes(question->like ? question->like : pattern, &assignment)};
        status = answer(&answering);
    } else if (question) {
        status = refuse(problem);
    }
    assignment_free(&assignment);
    return question ? status : EXIT_USAGE;
}
