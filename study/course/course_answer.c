/* `warpline course answer QUESTION FILE --student ID`: what grading needs to know of a student's
 * own pattern. It runs in a sandbox, where own_file.c starts it; here the file is compiled and run.
 */
#include "study/base/file.h"
#include "study/base/folders.h"
#include "study/base/message.h"
#include "study/course/assignment/student_values.h"
#include "study/course/course_command.h"
#include "study/course/grade/answers.h"
#include "study/course/grade/own_file.h"
#include "study/loop/loop.h"
#include "study/measure/arrays.h"
#include "study/own/bounds.h"
#include "study/own/own.h"
#include "study/plan/targets.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ANSWER_PROBLEM_MAX = 1024 };

/* The question, and the file's pattern. */
struct answering {
    const struct student_question *own;
    struct yaml_tree *tree; /* of the assignment */
    const struct pattern *pattern;
    int element_bytes;
};

static int refuse(const char *problem)
{
    return complain(EXIT_WRONG, "%.*s", (int)strcspn(problem, "\n"), problem);
}

/* Makes one pass of the pattern. False with a problem. */
static bool answer_pass(const struct answering *answering, struct arrays *arrays,
                        struct target *target, struct shape *shape,
                        char problem[ANSWER_PROBLEM_MAX])
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

/* A student's plain loop for the examples of a question. An `init` that fills its arrays is added
 * to the file; then it is run like any loop, and the numbers are printed. */
enum { FILE_BYTES_MAX = 1 << 20 };

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* An `init` of the student's is not called; lines and columns stay as they are. */
static void rename_init(char *text)
{
    for (char *at = text; (at = strstr(at, "init")); at += 4)
        if ((at == text || !is_word(at[-1])) && !is_word(at[4]))
            at[3] = '_';
}

static const struct loop_argument *argument_named(const struct loop_signature *s, const char *name)
{
    for (int i = 0; i < s->count; i++)
        if (strcmp(s->arguments[i].name, name) == 0)
            return &s->arguments[i];
    return NULL;
}

/* The example's names must be those of arguments of the same kind, and what it gives is written. */
static bool check_names(struct yaml_tree *tree, const yaml_item *item, bool gives,
                        const struct loop_signature *s, char *problem, size_t size)
{
    const char *name;
    for (int i = 0; item && i < yaml_count(item); i++) {
        const bool is_list = yaml_is_list(yaml_entry(tree, item, i, &name));
        const struct loop_argument *a = argument_named(s, name);
        if (a && a->kind == (is_list ? LOOP_ARRAY : LOOP_PARAMETER) && (!gives || a->written))
            continue;
        snprintf(problem, size, "%s has no %s %s%s, which the question's examples have", s->name,
                 is_list ? "array" : "whole number", name, gives ? " that is not const" : "");
        return false;
    }
    return true;
}

/* Statements that fill an array; of rows, from the first element on. Elements may be const, in any
 * place of their declaration: a value of their type is not. */
static void put_list(FILE *out, struct yaml_tree *tree, const yaml_item *list,
                     const struct loop_argument *a)
{
    double number;
    fprintf(out, " { typedef __typeof__(((void)0, %s[0]", a->name);
    for (const char *row = a->declaration; (row = strchr(row, '[')); row++)
        fputs("[0]", out);
    fputs(")) loop_type; static const loop_type loop_given[] = {", out);
    for (int i = 0; i < yaml_count(list); i++)
        if (yaml_number(tree, yaml_entry(tree, list, i, NULL), a->name, -INFINITY, INFINITY,
                        &number))
            fprintf(out, "%.17g,", number);
    fprintf(out,
            "}; for (unsigned long loop_i = 0; loop_i < sizeof loop_given / sizeof *loop_given; "
            "loop_i++) ((loop_type *)%s)[loop_i] = loop_given[loop_i]; }",
            a->name);
}

static void put_init(FILE *out, struct yaml_tree *tree, const struct question *question,
                     const struct loop_signature *s)
{
    const char *name;
    fputs("\n\nvoid init(long n", out); /* the last line may end with a backslash */
    for (int i = 0; i < s->count; i++)
        if (s->arguments[i].kind == LOOP_ARRAY)
            fprintf(out, ", %s", s->arguments[i].declaration);
        else
            fprintf(out, ", %s loop_value%d", s->arguments[i].declaration, i);
    fputs(")\n{\n", out);
    for (int i = 0; i < question->example_count; i++) {
        const yaml_item *given = question->examples[i].given;
        fprintf(out, "    if (n == %lld) {", (long long)question->examples[i].n);
        for (int j = 0; given && j < yaml_count(given); j++) {
            const yaml_item *value = yaml_entry(tree, given, j, &name);
            if (yaml_is_list(value))
                put_list(out, tree, value, argument_named(s, name));
        }
        fputs(" }\n", out);
    }
    fputs("}\n", out);
}

/* Adds an `init` with the arrays of the question's examples to the file. False with a clause. */
static bool examples_add(struct assignment *assignment, const struct question *question,
                         const char *path, char *problem, size_t size)
{
    struct loop_signature s;
    struct yaml_tree *tree = &assignment->tree;
    char *text = NULL;
    const enum loop_form form = loop_signature_read(path, path, &s, problem, size);
    if (form == LOOP_NONE)
        snprintf(problem, size,
                 "%s is no plain loop, void NAME(long i, long n, ...), as the question's examples "
                 "need",
                 question->file);
    bool well = form == LOOP_FOUND;
    for (int i = 0; i < question->example_count && well; i++)
        well = check_names(tree, question->examples[i].given, false, &s, problem, size) &&
               check_names(tree, question->examples[i].gives, true, &s, problem, size);
    if (!well || file_read(path, FILE_BYTES_MAX, &text, NULL, problem, size))
        return false;
    FILE *out = fopen(path, "w");
    rename_init(text);
    if (out)
        fputs(text, out);
    if (out)
        put_init(out, tree, question, &s);
    free(text);
    return out && fclose(out) == 0;
}

/* Sets the parameters that the example gives. */
static void set_parameters(struct shape *shape, const struct pattern *pattern,
                           struct yaml_tree *tree, const yaml_item *given)
{
    const char *name;
    int64_t number;
    for (int i = 0; given && i < yaml_count(given); i++) {
        const yaml_item *value = yaml_entry(tree, given, i, &name);
        if (!yaml_is_list(value) && yaml_whole(tree, value, name, 0, INT64_MAX, &number))
            (void)shape_set(shape, pattern, name, number);
    }
}

/* Prints as many elements of each array as the example has. */
static int print_arrays(const struct shape *shape, const void *output, struct yaml_tree *tree,
                        const struct loop_example *example)
{
    const char *name;
    double number;
    bool whole;
    for (int i = 0; i < yaml_count(example->gives); i++) {
        const yaml_item *list = yaml_entry(tree, example->gives, i, &name);
        for (int j = 0; j < yaml_count(list); j++) {
            const int bytes = loop_number(shape, name, j, output, &number, &whole);
            if (!bytes)
                return complain(EXIT_WRONG, "with n = %lld, %s[%d] is never reached, or no number",
                                (long long)example->n, name, j);
            dprintf(STDOUT_FILENO, "%d%s %.17g\n", bytes, whole ? "" : "f", number);
        }
    }
    return EXIT_DONE;
}

/* Prints what the loop makes of the examples: of each element its bytes, an f unless it is a
 * whole number, and its value, a line each. An exit status. */
static int examples_answer(const struct answering *answering, struct arrays *arrays,
                           struct target *target)
{
    int status = EXIT_DONE;
    char problem[ANSWER_PROBLEM_MAX];
    const struct question *question = answering->own->question;
    for (int i = 0; i < question->example_count && !status; i++) {
        const struct loop_example *example = &question->examples[i];
        struct shape shape = shape_standard(answering->pattern, 1, 1);
        set_parameters(&shape, answering->pattern, answering->tree, example->given);
        shape.elements = example->n;
        if (answer_pass(answering, arrays, target, &shape, problem))
            status = print_arrays(&shape, arrays->out.memory, answering->tree, example);
        else
            status = refuse(problem);
    }
    return status;
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
        /* bytes must arrive as they are: stdout is for texts */
        if (file_write_all(STDOUT_FILENO, arrays->out.memory,
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
