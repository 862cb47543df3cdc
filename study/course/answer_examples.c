/* Inside a sandbox: a student's plain loop for the examples of a question. An `init` that fills its
 * arrays is added to the file; then it is run like any loop, and the numbers are printed. */
#include "study/base/file.h"
#include "study/base/message.h"
#include "study/course/answering.h"
#include "study/loop/loop.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

/* Writes a declaration without const: `init` fills the array. */
static void put_declaration(FILE *out, const struct loop_argument *a)
{
    const char *at = a->declaration;
    for (const char *found; (found = strstr(at, "const ")); at = found + 6)
        fprintf(out, "%.*s", (int)(found - at), at);
    fprintf(out, a->kind == LOOP_ARRAY ? ", %s" : ", %s x%d", at, a->number);
}

/* Statements that fill an array; of rows, from the first element on. */
static void put_list(FILE *out, struct yaml_tree *tree, const yaml_item *list,
                     const struct loop_argument *a)
{
    const char *text;
    for (int i = 0; i < yaml_count(list); i++) {
        fprintf(out, " %s", a->name);
        for (const char *row = a->declaration; (row = strchr(row, '[')); row++)
            fputs("[0]", out);
        if (yaml_text(tree, yaml_entry(tree, list, i, NULL), a->name, &text))
            fprintf(out, "[%d] = %s;", i, text);
    }
}

static void put_init(FILE *out, struct yaml_tree *tree, const struct question *question,
                     const struct loop_signature *s)
{
    const char *name;
    fputs("\nvoid init(long n", out);
    for (int i = 0; i < s->count; i++)
        put_declaration(out, &s->arguments[i]);
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

bool examples_add(struct assignment *assignment, const struct question *question, const char *path,
                  char *problem, size_t size)
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
    for (int i = 0; i < yaml_count(example->gives); i++) {
        const yaml_item *list = yaml_entry(tree, example->gives, i, &name);
        for (int j = 0; j < yaml_count(list); j++) {
            const int bytes = loop_number(shape, name, j, output, &number);
            if (!bytes)
                return complain(EXIT_WRONG, "with n = %lld, %s[%d] is never reached, or no number",
                                (long long)example->n, name, j);
            dprintf(STDOUT_FILENO, "%d %.17g\n", bytes, number);
        }
    }
    return EXIT_DONE;
}

int examples_answer(const struct answering *answering, struct arrays *arrays, struct target *target)
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
            status = complain(EXIT_WRONG, "%.*s", (int)strcspn(problem, "\n"), problem);
    }
    return status;
}
