/* One question of an assignment's file: its keys, and the tables of its possible words. */
#include "plots/figure/quantity.h"
#include "study/base/message.h"
#include "study/course/assignment/assignment.h"
#include "study/plan/point.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAMES_LISTED = 128, FILE_NAME_LONGEST = 64 };

const struct question_kind_row question_kinds[QUESTION_KINDS] = {
    [KIND_PREDICTED] = {"predicted", true},
    [KIND_MEASURED] = {"measured", true},
    [KIND_CORRECT] = {"correct", false},
};

const struct count_row counts[COUNTS] = {
    [COUNT_SECTORS_PER_REQUEST] = {"sectors_per_request", false, true,
                                   "how many sectors of 32 bytes a request of a warp touches, the "
                                   "mean over loads and stores"},
    [COUNT_LINES_PER_REQUEST] = {"lines_per_request", false, true,
                                 "how many lines of 128 bytes a request of a warp touches, the "
                                 "mean over loads and stores"},
    [COUNT_CONFLICT_DEGREE] = {"conflict_degree", false, true,
                               "the bank-conflict degree in shared memory, the mean over its "
                               "requests"},
    [COUNT_L1_MISSES] = {"l1_misses", true, false,
                         "how many accesses of 1000 miss an L1 of 32 KiB"},
    [COUNT_L2_MISSES] = {"l2_misses", true, false, "how many accesses of 1000 miss an L2 of 1 MiB"},
    [COUNT_L3_MISSES] = {"l3_misses", true, false,
                         "how many accesses of 1000 miss an L3 of 16 MiB"},
    [COUNT_TLB_MISSES] = {"tlb_misses", true, false,
                          "how many accesses of 1000 miss a TLB of 1536 pages of 4 KiB"},
    [COUNT_MOVED_BYTES] = {"moved_bytes", true, true,
                           "how many bytes memory moves for each useful byte"},
};

const struct shape_row shapes[SHAPES] = {
    [SHAPE_VALUE] = {"value", false, ""},
    [SHAPE_FALLS_BY] = {"falls_by", false,
                        "by which factor this falls from the first value to the last: "},
    [SHAPE_KNEE] = {"knee", true, "at which value this changes most: "},
    [SHAPE_LEVEL] = {"level", false, "the largest over the smallest, less 1, of "},
    [SHAPE_CROSSES] = {"crosses", true, "at which value the two patterns cross in "},
};

static const char *const sides[] = {"cpu", "gpu0", NULL};
static const char *const quantity_names[] = {"fraction",  "gbps",          "ns",     "worker_ns",
                                             "additions", "multiply_adds", "gflops", NULL};

/* Reads a word that names a row of a table; the name is the row's first field. */
static bool read_row(struct yaml_tree *tree, const yaml_item *value, const char *key,
                     const void *rows, size_t row_bytes, int count, int *number)
{
    const char *names[YAML_KEYS_MAX + 1] = {NULL};
    for (int i = 0; i < count && i < YAML_KEYS_MAX; i++)
        memcpy(&names[i], (const char *)rows + (size_t)i * row_bytes, sizeof names[i]);
    return yaml_word(tree, value, key, names, number);
}

static bool read_id(struct yaml_tree *tree, const yaml_item *value, const struct yaml_key *key,
                    void *object)
{
    const char *id;
    if (!yaml_text(tree, value, key->name, &id))
        return false;
    if (strlen(id) >= ASSIGNMENT_NAME_MAX ||
        strspn(id, "abcdefghijklmnopqrstuvwxyz0123456789_-") != strlen(id))
        return yaml_refuse(tree, value,
                           "id: %.64s is no id; use up to 47 small letters, digits, - and _", id);
    if (assignment_question(tree->context, id))
        return yaml_refuse(tree, value, "id: two questions are %s; use another", id);
    ((struct question *)object)->id = id;
    return true;
}

static bool read_kind(struct yaml_tree *tree, const yaml_item *value, const struct yaml_key *key,
                      void *object)
{
    int kind = 0;
    const bool good = read_row(tree, value, key->name, question_kinds, sizeof *question_kinds,
                               QUESTION_KINDS, &kind);
    ((struct question *)object)->kind = (enum question_kind)kind;
    return good;
}

/* Reads `pattern`, and `against`. */
static bool read_pattern(struct yaml_tree *tree, const yaml_item *value, const struct yaml_key *key,
                         void *object)
{
    const struct pattern **pattern = (const struct pattern **)((char *)object + key->offset);
    const char *names[NAMES_LISTED + 1], *text;
    char near[256];
    int count = 0;
    if (!yaml_text(tree, value, key->name, &text))
        return false;
    *pattern = pattern_find(text);
    if (*pattern)
        return true;
    for (const struct pattern *const *p = pattern_catalogue; *p && count < NAMES_LISTED; p++)
        names[count++] = (*p)->name;
    names[count] = NULL;
    if (!near_names(text, names, near, sizeof near))
        snprintf(near, sizeof near, "what warpline list patterns lists");
    return yaml_refuse(tree, value, "%s: there is no pattern %.64s; there is %s", key->name, text,
                       near);
}

/* Reads the name of a file in the folder of the results: no path, no hidden file. */
static bool read_file_name(struct yaml_tree *tree, const yaml_item *value,
                           const struct yaml_key *key, void *object)
{
    const char *text;
    if (!yaml_text(tree, value, key->name, &text))
        return false;
    const size_t length = strlen(text);
    bool good = length > 2 && length < FILE_NAME_LONGEST && strcmp(text + length - 2, ".c") == 0;
    for (size_t i = 0; i < length; i++)
        good = good && isascii(text[i]) &&
               (isalnum((unsigned char)text[i]) || (i > 0 && strchr("_-.", text[i])));
    ((struct question *)object)->file = text;
    return good || yaml_refuse(tree, value,
                               "file: %.64s is no name of a pattern's file, such as mine.c", text);
}

static bool check_pattern(struct yaml_tree *tree, const yaml_item *item, const struct yaml_key *key,
                          void *object)
{
    const struct question *question = object;
    (void)key;
    return !question->pattern != !question->file ||
           yaml_refuse(tree, item, "question %s: name a pattern, or the student's file",
                       question->id);
}

static bool read_side(struct yaml_tree *tree, const yaml_item *value, const struct yaml_key *key,
                      void *object)
{
    struct question *question = object;
    int side;
    if (!yaml_word(tree, value, key->name, sides, &side))
        return false;
    question->on = sides[side];
    const char *absent =
        question->pattern ? absent_from(question->pattern, side == 0 ? SIDE_CPU : SIDE_GPU) : NULL;
    return !absent || yaml_refuse(tree, value, "pattern %s on %s: %s", question->pattern->name,
                                  question->on, absent);
}

/* Whether a number is valid for a parameter. Parameters of a student's own pattern are not known
 * yet. */
static bool fits_parameter(struct yaml_tree *tree, const struct question *question,
                           const yaml_item *at, const char *name, int64_t number)
{
    const struct pattern *pattern = question->pattern;
    for (int i = 0; pattern && i < pattern_parameter_count(pattern); i++) {
        const struct parameter *p = &pattern->parameters[i];
        if (strcmp(p->name, name) != 0)
            continue;
        if (number < p->low || number > p->high || (p->power_of_two && (number & (number - 1))))
            return yaml_refuse(tree, at, "%s of %s: %lld is no %s from %lld to %lld", name,
                               pattern->name, (long long)number,
                               p->power_of_two ? "power of two" : "whole number", (long long)p->low,
                               (long long)p->high);
    }
    return true;
}

static bool knows_parameter(struct yaml_tree *tree, const struct question *question,
                            const yaml_item *at, const char *name)
{
    const struct pattern *pattern = question->pattern;
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
    return yaml_refuse(tree, at, "pattern %s has no parameter %.64s%s%s", pattern->name, name,
                       count ? "; it has " : "",
                       count ? nearest_names(name, names, near, sizeof near) : "");
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

static bool read_amount(struct yaml_tree *tree, const struct question *question,
                        const yaml_item *item, const char *name, struct amount *amount)
{
    const char *text;
    if (!yaml_text(tree, item, name, &text))
        return false;
    *amount = (struct amount){.own = value_in_braces(tree->context, text)};
    for (int i = 0; amount->own && i < amount->own->count; i++)
        if (!fits_parameter(tree, question, item, name, amount->own->choices[i]))
            return false;
    if (!amount->own && text[0] == '{')
        return yaml_refuse(tree, item, "%s: values has no %.64s", name, text);
    return amount->own || (yaml_whole(tree, item, name, 0, INT64_MAX, &amount->number) &&
                           fits_parameter(tree, question, item, name, amount->number));
}

static bool read_settings(struct yaml_tree *tree, const yaml_item *item, const struct yaml_key *key,
                          void *object)
{
    struct question *question = object;
    const char *name;
    if (!yaml_is_mapping(item) || yaml_count(item) > PARAMETERS_MAX)
        return yaml_refuse(tree, item, "%s is no mapping of up to %d lines `parameter: value`",
                           key->name, PARAMETERS_MAX);
    for (int i = 0; i < yaml_count(item); i++) {
        const yaml_item *value = yaml_entry(tree, item, i, &name);
        question->set[i].name = name;
        question->set_count++;
        if (!knows_parameter(tree, question, value, name) ||
            !read_amount(tree, question, value, name, &question->set[i].amount))
            return false;
        for (int j = 0; j < i; j++)
            if (strcmp(question->set[j].name, name) == 0)
                return yaml_refuse(tree, value, "set has two keys %s; use one", name);
    }
    return true;
}

static bool read_sweep(struct yaml_tree *tree, const yaml_item *item, const struct yaml_key *key,
                       void *object)
{
    struct question *question = object;
    const yaml_item *list = NULL;
    if (yaml_is_mapping(item) && yaml_count(item) == 1)
        list = yaml_entry(tree, item, 0, &question->sweep);
    for (int i = 0; list && i < question->set_count; i++)
        if (strcmp(question->set[i].name, question->sweep) == 0)
            return yaml_refuse(tree, item, "sweep: %s is set as well", question->sweep);
    if (list && !knows_parameter(tree, question, list, question->sweep))
        return false;
    if (!yaml_is_list(list) || yaml_count(list) < 2 || yaml_count(list) > SWEPT_MAX_POINTS)
        return yaml_refuse(tree, list ? list : item,
                           "%s: use one parameter with a list of 2 to %d values", key->name,
                           SWEPT_MAX_POINTS);
    for (int i = 0; i < yaml_count(list); i++)
        if (!read_amount(tree, question, yaml_entry(tree, list, i, NULL), question->sweep,
                         &question->swept[question->swept_count++]))
            return false;
    return true;
}

/* Checks the keys that define which number is requested. */
static bool check_number(struct yaml_tree *tree, const yaml_item *item, const struct yaml_key *key,
                         void *object)
{
    static const char *const keys[] = {"quantity", "shape", "against", "expect", "tolerance"};
    const struct question *question = object;
    (void)key;
    if (question_kinds[question->kind].has_number)
        return yaml_find(tree, item, "quantity") ||
               yaml_refuse(tree, item, "there is no key quantity");
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        const yaml_item *value = yaml_find(tree, item, keys[i]);
        if (value)
            return yaml_refuse(tree, value, "%s: a question of part `correct` has none", keys[i]);
    }
    return true;
}

static bool read_quantity(struct yaml_tree *tree, const yaml_item *value,
                          const struct yaml_key *key, void *object)
{
    struct question *question = object;
    int number;
    if (question->kind == KIND_MEASURED) {
        if (!yaml_word(tree, value, key->name, quantity_names, &number))
            return false;
        question->quantity_name = quantity_names[number];
        question->quantity = quantity_named(quantity_names[number]);
        return true;
    }
    if (!read_row(tree, value, key->name, counts, sizeof *counts, COUNTS, &number))
        return false;
    question->count = (enum count_kind)number;
    const bool gpu = strcmp(question->on, "cpu") != 0;
    return (gpu ? counts[number].of_gpu : counts[number].of_cpu) ||
           yaml_refuse(tree, value, "quantity: %s is no quantity of %s", counts[number].name,
                       question->on);
}

static bool read_shape(struct yaml_tree *tree, const yaml_item *value, const struct yaml_key *key,
                       void *object)
{
    int shape = 0;
    const bool good = read_row(tree, value, key->name, shapes, sizeof *shapes, SHAPES, &shape);
    ((struct question *)object)->shape = (enum shape_kind)shape;
    return good;
}

static bool check_shape(struct yaml_tree *tree, const yaml_item *item, const struct yaml_key *key,
                        void *object)
{
    struct question *question = object;
    const yaml_item *shape = yaml_find(tree, item, "shape");
    const yaml_item *against = yaml_find(tree, item, "against");
    (void)key;
    if (!question_kinds[question->kind].has_number)
        return true;
    if (!shape)
        question->shape = question->swept_count ? SHAPE_FALLS_BY : SHAPE_VALUE;
    if ((question->shape == SHAPE_VALUE) == (question->swept_count > 0))
        return yaml_refuse(tree, shape ? shape : item, "shape: %s %s a sweep",
                           shapes[question->shape].name,
                           question->shape == SHAPE_VALUE ? "has no" : "needs");
    return (question->shape == SHAPE_CROSSES) == (against != NULL) ||
           yaml_refuse(tree, against ? against : item,
                       "against: names the other pattern of a shape `crosses`, and of no other");
}

static bool read_expected(struct yaml_tree *tree, const yaml_item *item, const struct yaml_key *key,
                          void *object)
{
    struct question *question = object;
    question->expects = true;
    if (!yaml_is_list(item) || yaml_count(item) != 2)
        return yaml_refuse(tree, item, "expect: use [lowest, highest]");
    return yaml_number(tree, yaml_entry(tree, item, 0, NULL), key->name, 0, key->high,
                       &question->low) &&
           yaml_number(tree, yaml_entry(tree, item, 1, NULL), key->name, question->low, key->high,
                       &question->high);
}

/* Checks the limits: the student's number needs a tolerance, or the teacher's expectation needs
 * limits. */
static bool check_limits(struct yaml_tree *tree, const yaml_item *item, const struct yaml_key *key,
                         void *object)
{
    const struct question *question = object;
    const yaml_item *tolerance = yaml_find(tree, item, "tolerance");
    (void)key;
    if (question->expects && tolerance)
        return yaml_refuse(tree, tolerance,
                           "tolerance: of a student's number; `expect` needs none");
    if (question->expects || !question_kinds[question->kind].has_number)
        return true;
    if (!question->pattern)
        return yaml_refuse(tree, item,
                           "question %s: for the student's own pattern, say what you `expect`",
                           question->id);
    return tolerance || yaml_refuse(tree, item, "there is no key tolerance");
}

/* That a file agrees with itself proves nothing: a plain copy does. */
static bool check_proof(struct yaml_tree *tree, const yaml_item *item, const struct yaml_key *key,
                        void *object)
{
    const struct question *question = object;
    const bool proves = question->file && question->kind == KIND_CORRECT;
    const bool is_set = question->sweep || question->set_count > 0;
    (void)key;
    if (proves && strcmp(question->on, "cpu") != 0)
        return yaml_refuse(tree, item, "question %s: a file is checked on cpu", question->id);
    if (proves && !question->like == !question->example_count)
        return yaml_refuse(
            tree, item,
            "question %s: say by `like` which pattern the file computes the same as, "
            "or by `examples` what its loop gives",
            question->id);
    if (!proves && (question->like || question->example_count))
        return yaml_refuse(tree, item,
                           "question %s: `like` and `examples` are for a file of part `correct`",
                           question->id);
    if (question->example_count && is_set)
        return yaml_refuse(tree, item, "question %s: `examples` have their parameters in `given`",
                           question->id);
    return proves || question->kind == KIND_PREDICTED || is_set ||
           yaml_refuse(tree, item, "question %s: what is measured needs set or sweep",
                       question->id);
}

#define AT(field) offsetof(struct question, field)
static const struct yaml_key question_keys[] = {
    {"id", read_id, true, 0, 0, 0, NULL},
    {"text", yaml_key_text, true, AT(text), 0, 0, NULL},
    {"hint", yaml_key_text, false, AT(hint), 0, 0, NULL},
    {"part", read_kind, true, 0, 0, 0, NULL},
    {"pattern", read_pattern, false, AT(pattern), 0, 0, NULL},
    {"file", read_file_name, false, 0, 0, 0, NULL},
    {.read = check_pattern},
    {"on", read_side, true, 0, 0, 0, NULL},
    {"set", read_settings, false, 0, 0, 0, NULL},
    {"sweep", read_sweep, false, 0, 0, 0, NULL},
    {.read = check_number},
    {"quantity", read_quantity, false, 0, 0, 0, NULL},
    {"shape", read_shape, false, 0, 0, 0, NULL},
    {.read = check_shape},
    {"like", read_pattern, false, AT(like), 0, 0, NULL},
    {"examples", examples_read, false, 0, 0, 0, NULL},
    {.read = check_proof},
    {"against", read_pattern, false, AT(against), 0, 0, NULL},
    {"expect", read_expected, false, 0, 0, 1e18, NULL},
    {.read = check_limits},
    {"tolerance", yaml_key_number, false, AT(tolerance), 0, 10, NULL},
    {"points", yaml_key_number, true, AT(points), 0.01, 1000, NULL},
    {.read = NULL}};

bool question_read(struct assignment *assignment, const yaml_item *item)
{
    struct question *question = &assignment->questions[assignment->question_count];
    *question = (struct question){.id = NULL};
    if (!yaml_read(&assignment->tree, item, "a question", question_keys, question))
        return false;
    assignment->question_count++;
    return true;
}
