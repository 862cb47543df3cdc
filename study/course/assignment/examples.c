/* The examples of a question: what a student's plain loop gets, and what it has to give. */
#include "study/course/assignment/assignment.h"

#include <ctype.h>
#include <limits.h>
#include <string.h>

enum { ITERATIONS_MOST = 4096, NUMBERS_MOST = 4096 };
static const double number_most = 1e15;

static bool is_name(const char *text)
{
    for (const char *c = text; *c; c++)
        if (!isascii(*c) ||
            !(isalpha((unsigned char)*c) || *c == '_' || (c > text && isdigit((unsigned char)*c))))
            return false;
    return *text && strlen(text) < ASSIGNMENT_NAME_MAX;
}

/* The first two arguments of a loop, which the program passes. */
static bool is_iteration(const char *name)
{
    return strcmp(name, "i") == 0 || strcmp(name, "n") == 0;
}

static bool check_numbers(struct yaml_tree *tree, const yaml_item *list, const char *name)
{
    double number;
    if (!yaml_is_list(list) || yaml_count(list) == 0 || yaml_count(list) > NUMBERS_MOST)
        return yaml_refuse(tree, list, "%s: an array is a list of 1 to %d numbers", name,
                           NUMBERS_MOST);
    for (int i = 0; i < yaml_count(list); i++)
        if (!yaml_number(tree, yaml_entry(tree, list, i, NULL), name, -number_most, number_most,
                         &number))
            return false;
    return true;
}

/* Arrays, and parameters if the loop gets them. */
static bool read_arguments(struct yaml_tree *tree, const yaml_item *item, void *object)
{
    const bool gets = strcmp(tree->key->name, "given") == 0;
    const char *name;
    int64_t number;
    if (!yaml_is_mapping(item) || yaml_count(item) == 0)
        return yaml_refuse(tree, item, "%s: use {NAME: [numbers]} with the loop's arguments",
                           tree->key->name);
    for (int i = 0; i < yaml_count(item); i++) {
        const yaml_item *value = yaml_entry(tree, item, i, &name);
        if (!is_name(name) || (i > 0 && yaml_find(tree, item, name) != value))
            return yaml_refuse(tree, value, "%s: %.64s is no argument of a loop, or is twice there",
                               tree->key->name, name);
        if (is_iteration(name))
            return yaml_refuse(tree, value,
                               "%s: %s is no array or parameter of a loop; an example has its n "
                               "before `given`",
                               tree->key->name, name);
        if (gets && !yaml_is_list(value) ? !yaml_whole(tree, value, name, 1, INT_MAX, &number)
                                         : !check_numbers(tree, value, name))
            return false;
    }
    *(const yaml_item **)((char *)object + tree->key->offset) = item;
    return true;
}

#define AT(field) offsetof(struct loop_example, field)
static const struct yaml_key example_keys[] = {
    {"n", yaml_key_whole, true, AT(n), 1, ITERATIONS_MOST},
    {"given", read_arguments, false, AT(given), 0, 0},
    {"gives", read_arguments, true, AT(gives), 0, 0},
    {.read = NULL}};

bool examples_read(struct yaml_tree *tree, const yaml_item *item, void *object)
{
    struct question *question = object;
    if (!yaml_is_list(item) || yaml_count(item) == 0 || yaml_count(item) > EXAMPLES_MAX)
        return yaml_refuse(tree, item, "%s is no list of 1 to %d examples", tree->key->name,
                           EXAMPLES_MAX);
    for (int i = 0; i < yaml_count(item); i++) {
        struct loop_example *example = &question->examples[question->example_count++];
        const yaml_item *entry = yaml_entry(tree, item, i, NULL);
        if (!yaml_read(tree, entry, "an example", example_keys, example))
            return false;
        for (int j = 0; j < i; j++) /* n chooses the arrays' contents */
            if (question->examples[j].n == example->n)
                return yaml_refuse(tree, entry, "two examples have n: %lld; use another",
                                   (long long)example->n);
    }
    return true;
}
