#include "study/course/assignment/question.h"

#include "plots/figure/quantity.h"
#include "study/message.h"
#include "study/plan/point.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAMES_LISTED = 128, FILE_NAME_LONGEST = 64 };

const char *const score_part_names[] = {"predicted", "measured", "correct", NULL};
const char *const shape_names[] = {"value", "falls_by", "knee", "level", "crosses", NULL};
const char *const count_names[] = {"sectors_per_request", "lines_per_request", "conflict_degree",
                                   "l1_misses",           "l2_misses",         "l3_misses",
                                   "tlb_misses",          "moved_bytes",       NULL};
static const char *const sides[] = {"cpu", "gpu0", NULL};
static const char *const quantity_names[] = {"fraction",  "gbps",          "ns",     "worker_ns",
                                             "additions", "multiply_adds", "gflops", NULL};

/* What is being read. */
struct reading {
    struct assignment *assignment;
    struct yaml_tree *tree;
    const yaml_item *item;
    struct question *question;
};

static bool read_text(const struct reading *reading, const char *key, const char **text)
{
    return yaml_text(reading->tree, yaml_needed(reading->tree, reading->item, key), key, text);
}

/* Which of the names the text is; false with the problem where it is none. */
static bool read_word(const struct reading *reading, const yaml_item *item, const char *key,
                      const char *const *names, int *number)
{
    const char *text;
    char near[256];
    if (!yaml_text(reading->tree, item, key, &text))
        return false;
    for (*number = 0; names[*number]; ++*number)
        if (strcmp(names[*number], text) == 0)
            return true;
    return yaml_refuse(reading->tree, item, "%s: %.64s is not known; there is %s", key, text,
                       nearest_names(text, names, near, sizeof near));
}

static bool read_id(const struct reading *reading)
{
    const yaml_item *item = yaml_needed(reading->tree, reading->item, "id");
    const char *id;
    if (!yaml_text(reading->tree, item, "id", &id))
        return false;
    if (strlen(id) >= ASSIGNMENT_NAME_MAX ||
        strspn(id, "abcdefghijklmnopqrstuvwxyz0123456789_-") != strlen(id))
        return yaml_refuse(reading->tree, item,
                           "id: %.64s is no id; use up to 47 small letters, digits, - and _", id);
    if (assignment_question(reading->assignment, id))
        return yaml_refuse(reading->tree, item, "id: two questions are %s; use another", id);
    reading->question->id = id;
    return true;
}

static bool read_catalogue_pattern(const struct reading *reading, const yaml_item *item,
                                   const char *key, const struct pattern **pattern)
{
    const char *names[NAMES_LISTED + 1], *text;
    char near[256];
    int count = 0;
    if (!yaml_text(reading->tree, item, key, &text))
        return false;
    *pattern = pattern_find(text);
    if (*pattern)
        return true;
    for (const struct pattern *const *p = pattern_catalogue; *p && count < NAMES_LISTED; p++)
        names[count++] = (*p)->name;
    names[count] = NULL;
    if (!near_names(text, names, near, sizeof near))
        snprintf(near, sizeof near, "what warpline list patterns lists");
    return yaml_refuse(reading->tree, item, "%s: there is no pattern %.64s; there is %s", key, text,
                       near);
}

/* The name of a file beside the results: no path, nothing hidden. */
static bool read_file(const struct reading *reading, const yaml_item *item)
{
    const char *text;
    if (!yaml_text(reading->tree, item, "file", &text))
        return false;
    const size_t length = strlen(text);
    bool good = length > 2 && length < FILE_NAME_LONGEST && strcmp(text + length - 2, ".c") == 0;
    for (size_t i = 0; i < length; i++)
        good = good && isascii(text[i]) &&
               (isalnum((unsigned char)text[i]) || (i > 0 && strchr("_-.", text[i])));
    reading->question->file = text;
    return good || yaml_refuse(reading->tree, item,
                               "file: %.64s is no name of a pattern's file, such as mine.c", text);
}

static bool read_pattern(const struct reading *reading)
{
    struct question *question = reading->question;
    const yaml_item *named = yaml_find(reading->tree, reading->item, "pattern");
    const yaml_item *file = yaml_find(reading->tree, reading->item, "file");
    int side;
    if (!named == !file)
        return yaml_refuse(reading->tree, reading->item,
                           "question %s: name a pattern, or the file of the student's own",
                           question->id);
    if (named && !read_catalogue_pattern(reading, named, "pattern", &question->pattern))
        return false;
    if (file && !read_file(reading, file))
        return false;
    if (!read_word(reading, yaml_needed(reading->tree, reading->item, "on"), "on", sides, &side))
        return false;
    question->on = sides[side];
    const char *absent =
        question->pattern ? absent_from(question->pattern, side == 0 ? SIDE_CPU : SIDE_GPU) : NULL;
    return !absent || yaml_refuse(reading->tree, named, "pattern %s on %s: %s",
                                  question->pattern->name, question->on, absent);
}

/* What no parameter could be; of a pattern of the student's own nothing else is known yet. */
static bool fits_parameter(const struct reading *reading, const yaml_item *at, const char *name,
                           int64_t number)
{
    const struct pattern *pattern = reading->question->pattern;
    for (int i = 0; pattern && i < pattern_parameter_count(pattern); i++) {
        const struct parameter *p = &pattern->parameters[i];
        if (strcmp(p->name, name) != 0)
            continue;
        if (number < p->low || number > p->high || (p->power_of_two && (number & (number - 1))))
            return yaml_refuse(reading->tree, at, "%s of %s: %lld is no %s from %lld to %lld", name,
                               pattern->name, (long long)number,
                               p->power_of_two ? "power of two" : "whole number", (long long)p->low,
                               (long long)p->high);
    }
    return true;
}

static bool knows_parameter(const struct reading *reading, const yaml_item *at, const char *name)
{
    const struct pattern *pattern = reading->question->pattern;
    const char *names[PARAMETERS_MAX + 1] = {NULL};
    char near[256];
    const int count = pattern ? pattern_parameter_count(pattern) : 0;
    for (int i = 0; i < count; i++) {
        names[i] = pattern->parameters[i].name;
        if (strcmp(names[i], name) == 0)
            return true;
    }
    if (!pattern)
        return true;
    return yaml_refuse(reading->tree, at, "pattern %s has no parameter %.64s%s%s", pattern->name,
                       name, count ? "; it has " : "",
                       count ? nearest_names(name, names, near, sizeof near) : "");
}

/* "{stride}", all of it. */
static const struct own_value *value_in_braces(const struct assignment *assignment,
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

static bool read_amount(const struct reading *reading, const yaml_item *item, const char *name,
                        struct amount *amount)
{
    const char *text;
    if (!yaml_text(reading->tree, item, name, &text))
        return false;
    *amount = (struct amount){.own = value_in_braces(reading->assignment, text)};
    for (int i = 0; amount->own && i < amount->own->count; i++)
        if (!fits_parameter(reading, item, name, amount->own->choices[i]))
            return false;
    if (!amount->own && text[0] == '{')
        return yaml_refuse(reading->tree, item, "%s: values has no %.64s", name, text);
    return amount->own || (yaml_whole(reading->tree, item, name, 0, INT64_MAX, &amount->number) &&
                           fits_parameter(reading, item, name, amount->number));
}

static bool read_settings(const struct reading *reading, const yaml_item *item)
{
    struct question *question = reading->question;
    const char *name;
    if (item && (!yaml_is_mapping(item) || yaml_count(item) > PARAMETERS_MAX))
        return yaml_refuse(reading->tree, item,
                           "set is no mapping of up to %d lines `parameter: value`",
                           PARAMETERS_MAX);
    for (int i = 0; item && i < yaml_count(item); i++) {
        const yaml_item *value = yaml_entry(reading->tree, item, i, &name);
        question->set[i].name = name;
        question->set_count++;
        if (!knows_parameter(reading, value, name) ||
            !read_amount(reading, value, name, &question->set[i].amount))
            return false;
        for (int j = 0; j < i; j++)
            if (strcmp(question->set[j].name, name) == 0)
                return yaml_refuse(reading->tree, value, "set has two keys %s; use one", name);
    }
    return true;
}

static bool read_swept(const struct reading *reading, const yaml_item *list)
{
    struct question *question = reading->question;
    if (!yaml_is_list(list) || yaml_count(list) < 2 || yaml_count(list) > SWEPT_MAX_POINTS)
        return yaml_refuse(reading->tree, list,
                           "sweep: use one parameter with a list of 2 to %d values",
                           SWEPT_MAX_POINTS);
    for (int i = 0; i < yaml_count(list); i++)
        if (!read_amount(reading, yaml_entry(reading->tree, list, i, NULL), question->sweep,
                         &question->swept[question->swept_count++]))
            return false;
    return true;
}

static bool read_sweep(const struct reading *reading, const yaml_item *item)
{
    struct question *question = reading->question;
    if (!item)
        return true;
    if (!yaml_is_mapping(item) || yaml_count(item) != 1)
        return yaml_refuse(reading->tree, item,
                           "sweep: use one parameter with a list of 2 to %d values",
                           SWEPT_MAX_POINTS);
    const yaml_item *list = yaml_entry(reading->tree, item, 0, &question->sweep);
    for (int i = 0; i < question->set_count; i++)
        if (strcmp(question->set[i].name, question->sweep) == 0)
            return yaml_refuse(reading->tree, item, "sweep: %s is set as well", question->sweep);
    return knows_parameter(reading, list, question->sweep) && read_swept(reading, list);
}

static bool read_count(const struct reading *reading, const yaml_item *item)
{
    struct question *question = reading->question;
    int count;
    if (!read_word(reading, item, "quantity", count_names, &count))
        return false;
    question->count = (enum count_kind)count;
    const bool gpu = strcmp(question->on, "cpu") != 0;
    const bool of_gpu = count <= COUNT_CONFLICT_DEGREE, of_both = count == COUNT_MOVED_BYTES;
    return of_both || gpu == of_gpu ||
           yaml_refuse(reading->tree, item, "quantity: %s is no quantity of %s", count_names[count],
                       question->on);
}

static bool read_quantity(const struct reading *reading)
{
    struct question *question = reading->question;
    const yaml_item *item = yaml_needed(reading->tree, reading->item, "quantity");
    int number;
    if (question->part == PART_PREDICTED)
        return read_count(reading, item);
    if (!read_word(reading, item, "quantity", quantity_names, &number))
        return false;
    question->quantity_name = quantity_names[number];
    question->quantity = quantity_named(quantity_names[number]);
    return true;
}

static bool read_shape(const struct reading *reading)
{
    struct question *question = reading->question;
    const yaml_item *item = yaml_find(reading->tree, reading->item, "shape");
    const yaml_item *against = yaml_find(reading->tree, reading->item, "against");
    int shape = question->swept_count ? SHAPE_FALLS_BY : SHAPE_VALUE;
    if (item && !read_word(reading, item, "shape", shape_names, &shape))
        return false;
    question->shape = (enum shape_kind)shape;
    if ((shape == SHAPE_VALUE) == (question->swept_count > 0))
        return yaml_refuse(reading->tree, item ? item : reading->item, "shape: %s %s a sweep",
                           shape_names[shape], shape == SHAPE_VALUE ? "has no" : "needs");
    if ((shape == SHAPE_CROSSES) != (against != NULL))
        return yaml_refuse(
            reading->tree, against ? against : reading->item,
            "against: names the other pattern of a shape `crosses`, and of no other");
    return !against || read_catalogue_pattern(reading, against, "against", &question->against);
}

static bool read_expected(const struct reading *reading, const yaml_item *item)
{
    struct question *question = reading->question;
    const double most = 1e18;
    question->expects = true;
    if (!yaml_is_list(item) || yaml_count(item) != 2)
        return yaml_refuse(reading->tree, item, "expect: use [lowest, highest]");
    return yaml_number(reading->tree, yaml_entry(reading->tree, item, 0, NULL), "expect", 0, most,
                       &question->low) &&
           yaml_number(reading->tree, yaml_entry(reading->tree, item, 1, NULL), "expect",
                       question->low, most, &question->high);
}

/* What the number has to be: within a tolerance of the student's, or within limits. */
static bool read_limits(const struct reading *reading)
{
    struct question *question = reading->question;
    const yaml_item *expect = yaml_find(reading->tree, reading->item, "expect");
    const yaml_item *tolerance = yaml_find(reading->tree, reading->item, "tolerance");
    if (expect && tolerance)
        return yaml_refuse(reading->tree, tolerance,
                           "tolerance: of a student's number; `expect` asks for none");
    if (expect)
        return read_expected(reading, expect);
    if (!question->pattern)
        return yaml_refuse(reading->tree, reading->item,
                           "question %s: of a pattern of the student's own, say what you `expect`",
                           question->id);
    tolerance = yaml_needed(reading->tree, reading->item, "tolerance");
    return tolerance &&
           yaml_number(reading->tree, tolerance, "tolerance", 0, 10, &question->tolerance);
}

/* Of a correct result there is nothing else to be told. */
static bool refuse_number(const struct reading *reading)
{
    static const char *const keys[] = {"quantity", "shape", "against", "expect", "tolerance"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        const yaml_item *item = yaml_find(reading->tree, reading->item, keys[i]);
        if (item)
            return yaml_refuse(reading->tree, item, "%s: a question of part `correct` has none",
                               keys[i]);
    }
    return true;
}

static bool read_number(const struct reading *reading)
{
    if (reading->question->part == PART_CORRECT)
        return refuse_number(reading);
    return read_quantity(reading) && read_shape(reading) && read_limits(reading);
}

bool question_read(struct assignment *assignment, const yaml_item *item)
{
    static const char *const keys[] = {"id",      "text",   "part",      "pattern",  "file",
                                       "on",      "set",    "sweep",     "quantity", "shape",
                                       "against", "expect", "tolerance", "points",   NULL};
    struct yaml_tree *tree = &assignment->tree;
    struct question *question = &assignment->questions[assignment->question_count];
    const struct reading reading = {assignment, tree, item, question};
    int part;
    *question = (struct question){.line = yaml_line(item)};
    if (!yaml_keys(tree, item, "a question", keys) || !read_id(&reading) ||
        !read_text(&reading, "text", &question->text) ||
        !read_word(&reading, yaml_needed(tree, item, "part"), "part", score_part_names, &part))
        return false;
    question->part = (enum part)part;
    if (!read_pattern(&reading) || !read_settings(&reading, yaml_find(tree, item, "set")) ||
        !read_sweep(&reading, yaml_find(tree, item, "sweep")) || !read_number(&reading))
        return false;
    const yaml_item *points = yaml_needed(tree, item, "points");
    if (!points || !yaml_number(tree, points, "points", 0.01, 1000, &question->points))
        return false;
    assignment->question_count++;
    return true;
}
