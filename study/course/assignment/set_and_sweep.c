/* The keys `set` and `sweep` of a question: parameters, and values that their patterns can have. */
#include "study/base/message.h"
#include "study/course/assignment/assignment.h"
#include "study/plan/parameter.h"

#include <string.h>

/* The patterns that are known of a question: its own or `like`, and `against`. */
static const struct pattern *pattern_of(const struct question *question)
{
    return question->pattern ? question->pattern : question->like;
}

/* Whether a number is valid for a parameter. Parameters of a student's own pattern are not known
 * yet. */
static bool fits_parameter(struct yaml_tree *tree, const struct pattern *pattern,
                           const yaml_item *at, const char *name, int64_t number)
{
    const struct parameter *p = pattern ? parameter_find(pattern, name) : NULL;
    return !p || parameter_allows(p, number) ||
           yaml_refuse(tree, at, "%s of %s: %lld is no %s from %lld to %lld", name, pattern->name,
                       (long long)number, p->power_of_two ? "power of two" : "whole number",
                       (long long)p->low, (long long)p->high);
}

static bool knows_parameter(struct yaml_tree *tree, const struct pattern *pattern,
                            const yaml_item *at, const char *name)
{
    const char *names[PARAMETERS_MAX + 1] = {NULL};
    const int count = pattern ? pattern_parameter_count(pattern) : 0;
    for (int i = 0; i < count; i++)
        names[i] = pattern->parameters[i].name;
    if (!pattern || parameter_find(pattern, name))
        return true;
    return yaml_refuse(tree, at, "pattern %s has no parameter %.64s%s%s", pattern->name, name,
                       count ? "; it has " : "", count ? NEAREST(name, names) : "");
}

/* The value named by "{stride}", if that is the whole text. */
static const struct value_choices *value_in_braces(const struct assignment *assignment,
                                                   const char *text)
{
    for (int i = 0; i < assignment->value_count; i++) {
        const char *name = assignment->values[i].name;
        const size_t length = strlen(name);
        if (text[0] == '{' && strncmp(text + 1, name, length) == 0 &&
            strcmp(text + 1 + length, "}") == 0)
            return &assignment->values[i];
    }
    return NULL;
}

/* The numbers that an amount can be. */
static int choices_of(const struct amount *amount)
{
    return amount->own ? amount->own->count : 1;
}

static int64_t choice_of(const struct amount *amount, int i)
{
    return amount->own ? amount->own->choices[i] : amount->number;
}

/* Whether all numbers that an amount can be are valid. */
static bool amount_fits(struct yaml_tree *tree, const struct pattern *pattern,
                        const yaml_item *item, const char *name, const struct amount *amount)
{
    for (int i = 0; i < choices_of(amount); i++)
        if (!fits_parameter(tree, pattern, item, name, choice_of(amount, i)))
            return false;
    return true;
}

static bool read_amount(struct yaml_tree *tree, const struct question *question,
                        const yaml_item *item, const char *name, struct amount *amount)
{
    const char *text;
    if (!yaml_text(tree, item, name, &text))
        return false;
    *amount = (struct amount){.own = value_in_braces(tree->context, text)};
    if (!amount->own && text[0] == '{')
        return yaml_refuse(tree, item, "%s: values has no %.64s", name, text);
    return (amount->own || yaml_whole(tree, item, name, 0, INT64_MAX, &amount->number)) &&
           amount_fits(tree, pattern_of(question), item, name, amount) &&
           amount_fits(tree, question->against, item, name, amount);
}

/* Whether both patterns have the parameter. */
static bool known_to_both(struct yaml_tree *tree, const struct question *question,
                          const yaml_item *at, const char *name)
{
    return knows_parameter(tree, pattern_of(question), at, name) &&
           knows_parameter(tree, question->against, at, name);
}

bool question_settings(struct yaml_tree *tree, const yaml_item *item, void *object)
{
    struct question *question = object;
    const char *name;
    if (!yaml_is_mapping(item) || yaml_count(item) > PARAMETERS_MAX)
        return yaml_refuse(tree, item, "%s is no mapping of up to %d lines `parameter: value`",
                           tree->key->name, PARAMETERS_MAX);
    for (int i = 0; i < yaml_count(item); i++) {
        const yaml_item *value = yaml_entry(tree, item, i, &name);
        question->set[i].name = name;
        question->set_count++;
        if (!known_to_both(tree, question, value, name) ||
            !read_amount(tree, question, value, name, &question->set[i].amount))
            return false;
        for (int j = 0; j < i; j++)
            if (strcmp(question->set[j].name, name) == 0)
                return yaml_refuse(tree, value, "set has two keys %s; use one", name);
    }
    return true;
}

/* Whether the last value of the sweep is another than those before, whatever the student's values
 * are. */
static bool differs(struct yaml_tree *tree, const struct question *question, const yaml_item *list)
{
    const struct amount *last = &question->swept[question->swept_count - 1];
    for (const struct amount *before = question->swept; before < last; before++)
        for (int i = 0; i < choices_of(before) * choices_of(last); i++)
            if (choice_of(before, i % choices_of(before)) ==
                choice_of(last, i / choices_of(before)))
                return yaml_refuse(tree, list, "sweep: %lld can be twice in it; use other values",
                                   (long long)choice_of(last, i / choices_of(before)));
    return true;
}

bool question_sweep(struct yaml_tree *tree, const yaml_item *item, void *object)
{
    struct question *question = object;
    const yaml_item *list = NULL;
    if (yaml_is_mapping(item) && yaml_count(item) == 1)
        list = yaml_entry(tree, item, 0, &question->sweep);
    for (int i = 0; list && i < question->set_count; i++)
        if (strcmp(question->set[i].name, question->sweep) == 0)
            return yaml_refuse(tree, item, "sweep: %s is set as well", question->sweep);
    if (list && !known_to_both(tree, question, list, question->sweep))
        return false;
    if (!yaml_is_list(list) || yaml_count(list) < 2 || yaml_count(list) > SWEPT_MAX_POINTS)
        return yaml_refuse(tree, list ? list : item,
                           "%s: use one parameter with a list of 2 to %d values", tree->key->name,
                           SWEPT_MAX_POINTS);
    for (int i = 0; i < yaml_count(list); i++)
        if (!read_amount(tree, question, yaml_entry(tree, list, i, NULL), question->sweep,
                         &question->swept[question->swept_count++]) ||
            !differs(tree, question, list))
            return false;
    return true;
}

/* What a question makes of a parameter: the standard value, or those of amounts. */
static int amounts_of(const struct question *question, const struct parameter *p,
                      struct amount of[SWEPT_MAX_POINTS])
{
    for (int i = 0; i < question->set_count; i++)
        if (strcmp(question->set[i].name, p->name) == 0) {
            of[0] = question->set[i].amount;
            return 1;
        }
    if (!question->sweep || strcmp(question->sweep, p->name) != 0) {
        of[0] = (struct amount){.number = p->standard};
        return 1;
    }
    for (int i = 0; i < question->swept_count; i++)
        of[i] = question->swept[i];
    return question->swept_count;
}

/* Whether one parameter, whatever the student's values are, is at most another. */
static bool check_bound(struct yaml_tree *tree, const yaml_item *item,
                        const struct question *question, const struct parameter *low,
                        const struct parameter *high)
{
    struct amount lows[SWEPT_MAX_POINTS] = {{0}}, highs[SWEPT_MAX_POINTS] = {{0}};
    const int low_count = amounts_of(question, low, lows);
    const int high_count = amounts_of(question, high, highs);
    for (int i = 0; i < low_count * high_count; i++) {
        const struct amount *a = &lows[i / high_count], *b = &highs[i % high_count];
        const bool same = a->own && a->own == b->own;
        for (int j = 0; j < choices_of(a) * choices_of(b) && !same; j++) {
            const int64_t x = choice_of(a, j / choices_of(b)), y = choice_of(b, j % choices_of(b));
            if (x > y)
                return yaml_refuse(tree, item, "%s: %lld is above %s, which can be %lld", low->name,
                                   (long long)x, high->name, (long long)y);
        }
    }
    return true;
}

bool question_bounds(struct yaml_tree *tree, const yaml_item *item, void *object)
{
    const struct question *question = object;
    const struct pattern *pattern = pattern_of(question);
    const int count = pattern ? pattern_parameter_count(pattern) : 0;
    for (int i = 0; i < count; i++)
        for (int j = 0; j < count; j++) {
            const struct parameter *low = &pattern->parameters[i], *high = &pattern->parameters[j];
            if (low->not_above && strcmp(low->not_above, high->name) == 0 &&
                !check_bound(tree, item, question, low, high))
                return false;
        }
    return true;
}
