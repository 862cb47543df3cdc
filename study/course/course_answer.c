/* `warpline course answer QUESTION FILE --student ID`: what grading needs to know of a student's
 * own pattern. It runs in a sandbox, where own_file.c starts it; here the file is compiled and run.
 */
#include "study/base/folders.h"
#include "study/base/message.h"
#include "study/course/answering.h"
#include "study/course/course_command.h"
#include "study/course/grade/answers.h"
#include "study/course/grade/own_file.h"
#include "study/own/bounds.h"
#include "study/own/own.h"
#include "study/plan/targets.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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
    char problem[ANSWER_PROBLEM_MAX];
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

bool answer_pass(const struct answering *answering, struct arrays *arrays, struct target *target,
                 struct shape *shape, char problem[ANSWER_PROBLEM_MAX])
{
    double ns;
    const size_t size = ANSWER_PROBLEM_MAX;
    const struct pattern *pattern = answering->pattern;
    const struct bounds_point point = {.pattern = pattern,
                                       .shape = shape,
                                       .element_bytes = answering->element_bytes,
                                       .side = SIDE_CPU};
    snprintf(problem, size, "it has no kernel for a CPU");
    const struct kernel *kernel =
        point_kernel(target, pattern, answering->element_bytes, problem, size);
    const int64_t elements = shape->elements;
    if (!kernel || point_workers(target, pattern, kernel, shape))
        return false;
    shape->elements = pattern->loop ? elements : point_elements(pattern, shape, elements);
    if (!bounds_hold(&point, problem, size) ||
        arrays_ready(arrays, target, pattern, shape, answering->element_bytes, problem, size))
        return false;
    const struct kernel_args args = arrays_args(arrays, pattern, shape);
    const int error = target->ops->run(target, kernel->run, &args, &ns, NULL);
    if (error)
        snprintf(problem, size, "%s", target_failure(error));
    return error == 0;
}

/* Makes the passes that are compared with those of `like`, and puts their output. */
static int answer_like(const struct answering *answering, struct arrays *arrays,
                       struct target *target)
{
    static struct own_cases cases;
    char problem[ANSWER_PROBLEM_MAX];
    const struct pattern *pattern = answering->pattern;
    if (pattern->loop)
        return refuse("it is a plain loop; this question needs a file that begins as warpline new "
                      "--like writes it");
    if (!own_cases_of(&cases, answering->own, answering->element_bytes, target, problem,
                      sizeof problem))
        return refuse(problem);
    for (int i = 0; i < cases.count; i++) {
        struct shape shape = own_shape(pattern, answering->own, &cases.of[i]);
        if (!answer_pass(answering, arrays, target, &shape, problem))
            return refuse(problem);
        if (!put(arrays->out.memory,
                 (size_t)(pattern->out_length(&shape) * answering->element_bytes)))
            return EXIT_WRONG;
    }
    return EXIT_DONE;
}

static int answer_correct(const struct answering *answering)
{
    struct target_list targets;
    struct arrays arrays = {.checks = NULL};
    int status = targets_open(&targets, "cpu", NULL);
    if (status)
        return status;
    status = (answering->own->question->like ? answer_like : examples_answer)(answering, &arrays,
                                                                              &targets.targets[0]);
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

/* The pattern of the file, with the arrays of its question's examples. NULL with a sentence. */
static const struct pattern *load_file(struct assignment *assignment,
                                       const struct question *question, const char *path,
                                       char *problem, size_t size)
{
    const bool ready =
        !question->example_count || examples_add(assignment, question, path, problem, size);
    return ready ? own_load(path, problem, size) : NULL;
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
    const struct pattern *pattern =
        question ? load_file(&assignment, question, path, problem, sizeof problem) : NULL;
    if (pattern) {
        const struct student_values values = student_values_of(&assignment, options->student);
        const struct student_question own = student_question_of(&assignment, &values, question);
        const struct answering answering = {
            &own, &assignment.tree, pattern,
            own_bytes(question->like ? question->like : pattern, &assignment)};
        status = answer(&answering);
    } else if (question) {
        status = refuse(problem);
    }
    assignment_free(&assignment);
    return question ? status : EXIT_USAGE;
}
