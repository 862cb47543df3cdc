/* A student's plain loop, compared with the examples of a question. The assignment for a
 * sandbox has one question, and zeros in place of what a loop has to give: no file can print what
 * it has read there. */
#include "plots/data/draft.h"
#include "study/course/grade/own_file.h"

#include <ctype.h>
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

/* Writes an item, or zeros for its numbers. */
static void put_item(FILE *out, struct yaml_tree *tree, const yaml_item *item, bool zeros)
{
    const char *name, *text = "";
    const bool is_list = yaml_is_list(item);
    if (!is_list && !yaml_is_mapping(item)) {
        (void)yaml_text(tree, item, "", &text);
        const bool plain = isalnum((unsigned char)text[strspn(text, "+-.")]);
        fprintf(out, plain ? "%s" : "'%s'", zeros ? "0" : text); /* '{stride}' has braces */
        return;
    }
    fputc(is_list ? '[' : '{', out);
    for (int i = 0; i < yaml_count(item); i++) {
        const yaml_item *value = yaml_entry(tree, item, i, &name);
        fputs(i ? "," : "", out);
        if (!is_list)
            fprintf(out, "'%s': ", name);
        put_item(out, tree, value, zeros);
    }
    fputc(is_list ? ']' : '}', out);
}

/* What stands for a key's value in the sandbox, where nothing helps to answer. NULL: the value. */
static const char *instead_of(const char *key)
{
    static const char *const texts[] = {"title", "about", "explain", "text", "hint"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (strcmp(texts[i], key) == 0)
            return "t";
    return strcmp(key, "expect") == 0 ? "[0,1e18]" : NULL;
}

/* Writes the assignment, a question or an example. */
static void put_keys(FILE *out, struct yaml_tree *tree, const yaml_item *item, int question)
{
    const char *key;
    for (int i = 0; i < yaml_count(item); i++) {
        const yaml_item *value = yaml_entry(tree, item, i, &key);
        const bool is_questions = strcmp(key, "questions") == 0;
        fprintf(out, "%s%s: ", i ? "," : "{", key);
        if (instead_of(key)) {
            fputs(instead_of(key), out);
        } else if (is_questions || strcmp(key, "examples") == 0) {
            fputc('[', out);
            for (int j = 0; j < yaml_count(value); j++)
                if (!is_questions || j == question) {
                    put_keys(out, tree, yaml_entry(tree, value, j, NULL), question);
                    fputc(',', out);
                }
            fputc(']', out);
        } else {
            put_item(out, tree, value, strcmp(key, "gives") == 0);
        }
    }
    fputc('}', out);
}

char *own_file_assignment(const struct own_file *file, const struct question *question)
{
    struct draft draft;
    FILE *out = draft_open(&draft);
    struct yaml_tree tree = file->assignment->tree;
    put_keys(out, &tree, yaml_root(&tree), (int)(question - file->assignment->questions));
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
    const size_t bytes = numbers_of(own->question, &c.tree) * NUMBER_TEXT;
    if (!own_file_ask(file, own, bytes, &end, problem, problem_size))
        return false;
    c.at = end.text[PROCESS_OUTPUT];
    const bool same = compare_all(&c, own->question);
    process_end_free(&end);
    return same;
}
