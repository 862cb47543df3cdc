/* A student's plain loop, compared with the examples of a question. The sandbox gets what the loop
 * gets, and zeros in place of what it has to give: no file can print what it has read there. */
#include "plots/data/draft.h"
#include "study/course/grade/own_file.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NUMBER_TEXT = 48, ROUNDINGS = 16 };
static const double accuracy = 1e-5; /* sums of floats may have another order */

static double number_at(struct yaml_tree *tree, const yaml_item *list, int i)
{
    double number = NAN;
    (void)yaml_number(tree, yaml_entry(tree, list, i, NULL), "", -INFINITY, INFINITY, &number);
    return number;
}

/* Writes {in: [1, 2], stride: 2}, or zeros. */
static void put_arguments(FILE *out, struct yaml_tree *tree, const yaml_item *item, bool zeros)
{
    const char *name, *text;
    fputc('{', out);
    for (int i = 0; item && i < yaml_count(item); i++) {
        const yaml_item *value = yaml_entry(tree, item, i, &name);
        fprintf(out, "%s%s: ", i ? ", " : "", name);
        if (!yaml_is_list(value) && yaml_text(tree, value, name, &text))
            fputs(text, out);
        for (int j = 0; yaml_is_list(value) && j < yaml_count(value); j++)
            fprintf(out, "%s%.17g", j ? ", " : "[", zeros ? 0 : number_at(tree, value, j));
        fputs(yaml_is_list(value) ? "]" : "", out);
    }
    fputc('}', out);
}

/* The assignment for the sandbox: this question alone. The caller frees it. */
static char *shown_assignment(const struct question *question, struct yaml_tree *tree)
{
    struct draft draft;
    FILE *out = draft_open(&draft);
    fprintf(out,
            "assignment: a\ntitle: t\nquestions:\n  - {id: %s, text: t, part: correct, file: %s, "
            "on: cpu, points: 1, examples: [",
            question->id, question->file);
    for (int i = 0; i < question->example_count; i++) {
        const struct loop_example *example = &question->examples[i];
        fprintf(out, "%s{n: %lld, ", i ? ", " : "", (long long)example->n);
        if (example->given) {
            fputs("given: ", out);
            put_arguments(out, tree, example->given, false);
            fputs(", ", out);
        }
        fputs("gives: ", out);
        put_arguments(out, tree, example->gives, true);
        fputc('}', out);
    }
    fputs("]}\n", out);
    return draft_close(&draft);
}

static size_t numbers_of(const struct question *question, struct yaml_tree *tree)
{
    size_t count = 0;
    for (int i = 0; i < question->example_count; i++)
        for (int j = 0; j < yaml_count(question->examples[i].gives); j++)
            count += (size_t)yaml_count(yaml_entry(tree, question->examples[i].gives, j, NULL));
    return count;
}

/* The largest and the smallest of an example's numbers, without signs and zeros. */
struct sizes {
    double largest, smallest;
};

static void take_sizes(struct yaml_tree *tree, const yaml_item *item, struct sizes *sizes)
{
    for (int i = 0; item && i < yaml_count(item); i++) {
        const yaml_item *list = yaml_entry(tree, item, i, NULL);
        for (int j = 0; yaml_is_list(list) && j < yaml_count(list); j++) {
            const double size = fabs(number_at(tree, list, j));
            sizes->largest = fmax(sizes->largest, size);
            sizes->smallest = size > 0 ? fmin(sizes->smallest, size) : sizes->smallest;
        }
    }
}

/* What rounding leaves of numbers that cancel out: 0.1 + 0.2 - 0.3 is not 0. A loop that leaves out
 * the smallest number is still wrong. */
static double rounding_of(const struct sizes *sizes, int bytes)
{
    return fmin(ROUNDINGS * ldexp(sizes->largest, bytes == 4 ? -23 : -52), sizes->smallest / 10);
}

static bool agree(double has, double wanted, int bytes, const struct sizes *sizes)
{
    const double most = fmax(accuracy * fmax(fabs(has), fabs(wanted)), rounding_of(sizes, bytes));
    return isfinite(has) && fabs(has - wanted) <= most; /* infinity is near to every number */
}

/* Whole numbers also agree if they have the same bits: the sandbox writes them with a sign. */
static bool agree_exactly(double has, double wanted, int bytes)
{
    return has == wanted ||
           (has < 0 && bytes > 0 && bytes < 8 && has + ldexp(1, 8 * bytes) == wanted);
}

/* What is compared, and where the answer has been read to. */
struct comparison {
    const struct own_file *file;
    struct yaml_tree tree;
    struct sizes sizes; /* of the example */
    char *at, *problem;
    size_t problem_size;
};

/* Compares the numbers of one array, one a line: its bytes, an f unless it is a
 * whole number, and its value. False with a clause. */
static bool compare_array(struct comparison *c, int64_t n, const char *name, const yaml_item *list)
{
    for (int i = 0; i < yaml_count(list); i++) {
        char *end, right[NUMBER_TEXT] = "";
        const long bytes = strtol(c->at, &end, 10);
        const bool whole = *end != 'f';
        const double has = strtod(end + !whole, &c->at), wanted = number_at(&c->tree, list, i);
        if (*c->at++ != '\n') {
            snprintf(c->problem, c->problem_size, OWN_PRINTED);
            return false;
        }
        if (whole ? agree_exactly(has, wanted, (int)bytes)
                  : agree(has, wanted, (int)bytes, &c->sizes))
            continue;
        if (c->file->answers)
            snprintf(right, sizeof right, " (%.9g is)", wanted);
        snprintf(c->problem, c->problem_size, "with n = %lld, %s[%d] is %.9g, which is not right%s",
                 (long long)n, name, i, has, right);
        return false;
    }
    return true;
}

static bool compare_all(struct comparison *c, const struct question *question)
{
    const char *name;
    for (int i = 0; i < question->example_count; i++) {
        const struct loop_example *example = &question->examples[i];
        c->sizes = (struct sizes){0, INFINITY};
        take_sizes(&c->tree, example->given, &c->sizes);
        take_sizes(&c->tree, example->gives, &c->sizes);
        for (int j = 0; j < yaml_count(example->gives); j++) {
            const yaml_item *list = yaml_entry(&c->tree, example->gives, j, &name);
            if (!compare_array(c, example->n, name, list))
                return false;
        }
    }
    snprintf(c->problem, c->problem_size, "it gives what %d example%s", question->example_count,
             question->example_count == 1 ? " says" : "s say");
    return true;
}

bool own_file_examples(struct own_file *file, const struct student_question *own, char *problem,
                       size_t problem_size)
{
    struct process_end end;
    struct comparison c = {.file = file,
                           .tree = file->assignment->tree,
                           .problem = problem,
                           .problem_size = problem_size};
    char *assignment = shown_assignment(own->question, &c.tree);
    const size_t bytes = numbers_of(own->question, &c.tree) * NUMBER_TEXT;
    const bool answered = own_file_ask(file, assignment, own, bytes, &end, problem, problem_size);
    free(assignment);
    if (!answered)
        return false;
    c.at = end.text[PROCESS_OUTPUT];
    const bool same = compare_all(&c, own->question);
    process_end_free(&end);
    return same;
}
