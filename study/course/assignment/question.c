/* One question of an assignment's file: its keys, and the tables of its possible words. */
#include "plots/data/names.h"
#include "plots/figure/quantity.h"
#include "study/base/message.h"
#include "study/course/assignment/assignment.h"
#include "study/plan/point.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAMES_LISTED = 128, FILE_NAME_LONGEST = 64, ELEMENTS_TRIED = 1024 };

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

static bool read_id(struct yaml_tree *tree, const yaml_item *value, void *object)
{
    const char *id;
    if (!yaml_text(tree, value, tree->key->name, &id))
        return false;
    if (strlen(id) >= ASSIGNMENT_NAME_MAX ||
        strspn(id, "abcdefghijklmnopqrstuvwxyz0123456789_-") != strlen(id))
        return yaml_refuse(tree, value,
                           "id: %.64s is no id; use up to 47 small letters, digits, - and _", id);
    if (word_among("student folder points of passes note why", id))
        return yaml_refuse(tree, value, "id: %s is a column of the grades; use another", id);
    if (assignment_question(tree->context, id))
        return yaml_refuse(tree, value, "id: two questions are %s; use another", id);
    ((struct question *)object)->id = id;
    return true;
}

static bool read_kind(struct yaml_tree *tree, const yaml_item *value, void *object)
{
    int kind = 0;
    const bool good = read_row(tree, value, tree->key->name, question_kinds, sizeof *question_kinds,
                               QUESTION_KINDS, &kind);
    ((struct question *)object)->kind = (enum question_kind)kind;
    return good;
}

/* Reads `pattern`, and `against`. */
static bool read_pattern(struct yaml_tree *tree, const yaml_item *value, void *object)
{
    const struct pattern **pattern = (const struct pattern **)((char *)object + tree->key->offset);
    const char *names[NAMES_LISTED + 1], *text;
    char near[256];
    int count = 0;
    if (!yaml_text(tree, value, tree->key->name, &text))
        return false;
    *pattern = pattern_find(text);
    if (*pattern)
        return true;
    for (const struct pattern *const *p = pattern_catalogue; *p && count < NAMES_LISTED; p++)
        names[count++] = (*p)->name;
    names[count] = NULL;
    if (!near_names(text, names, near, sizeof near))
        snprintf(near, sizeof near, "what warpline list patterns lists");
    return yaml_refuse(tree, value, "%s: there is no pattern %.64s; there is %s", tree->key->name,
                       text, near);
}

/* Reads the name of a file in the folder of the results: no path, no hidden file. */
static bool read_file_name(struct yaml_tree *tree, const yaml_item *value, void *object)
{
    const char *text;
    if (!yaml_text(tree, value, tree->key->name, &text))
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

static bool check_pattern(struct yaml_tree *tree, const yaml_item *item, void *object)
{
    const struct question *question = object;
    if (question->pattern && question->pattern == question->against)
        return yaml_refuse(tree, item, "against: %s crosses itself nowhere; use another pattern",
                           question->pattern->name);
    return !question->pattern != !question->file ||
           yaml_refuse(tree, item, "question %s: name a pattern, or the student's file",
                       question->id);
}

static bool read_side(struct yaml_tree *tree, const yaml_item *value, void *object)
{
    struct question *question = object;
    int side;
    if (!yaml_word(tree, value, tree->key->name, sides, &side))
        return false;
    question->on = sides[side];
    const struct pattern *const all[] = {question->pattern, question->like, question->against};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        const char *absent = all[i] ? absent_from(all[i], side == 0 ? SIDE_CPU : SIDE_GPU) : NULL;
        if (absent)
            return yaml_refuse(tree, value, "pattern %s on %s: %s", all[i]->name, question->on,
                               absent);
    }
    return true;
}

/* Checks the keys that define which number is requested. */
static bool check_number(struct yaml_tree *tree, const yaml_item *item, void *object)
{
    static const char *const keys[] = {"quantity", "shape", "against", "expect", "tolerance"};
    const struct question *question = object;
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

/* Rows have no additions, or multiply-adds, of patterns that make none. */
static bool makes_quantity(struct yaml_tree *tree, const yaml_item *value,
                           const struct question *question)
{
    const struct pattern *pattern = question->pattern;
    if (!pattern)
        return true;
    const struct shape shape = shape_standard(pattern, ELEMENTS_TRIED, 1);
    const bool makes = question->quantity == &additions ? pattern->adds
                       : question->quantity == &multiply_adds || question->quantity == &operations
                           ? pattern->multiply_adds(&shape) > 0
                           : true;
    return makes || yaml_refuse(tree, value, "quantity: pattern %s has no %s", pattern->name,
                                question->quantity_name);
}

static bool read_quantity(struct yaml_tree *tree, const yaml_item *value, void *object)
{
    struct question *question = object;
    int number;
    if (question->kind == KIND_MEASURED) {
        if (!yaml_word(tree, value, tree->key->name, quantity_names, &number))
            return false;
        question->quantity_name = quantity_names[number];
        question->quantity = quantity_named(quantity_names[number]);
        return makes_quantity(tree, value, question);
    }
    if (!read_row(tree, value, tree->key->name, counts, sizeof *counts, COUNTS, &number))
        return false;
    question->count = (enum count_kind)number;
    const bool gpu = strcmp(question->on, "cpu") != 0;
    return (gpu ? counts[number].of_gpu : counts[number].of_cpu) ||
           yaml_refuse(tree, value, "quantity: %s is no quantity of %s", counts[number].name,
                       question->on);
}

static bool read_shape(struct yaml_tree *tree, const yaml_item *value, void *object)
{
    int shape = 0;
    const bool good =
        read_row(tree, value, tree->key->name, shapes, sizeof *shapes, SHAPES, &shape);
    ((struct question *)object)->shape = (enum shape_kind)shape;
    return good;
}

static bool check_shape(struct yaml_tree *tree, const yaml_item *item, void *object)
{
    struct question *question = object;
    const yaml_item *shape = yaml_find(tree, item, "shape");
    const yaml_item *against = yaml_find(tree, item, "against");
    if (!question_kinds[question->kind].has_number)
        return true;
    if (!shape)
        question->shape = question->swept_count ? SHAPE_FALLS_BY : SHAPE_VALUE;
    if ((question->shape == SHAPE_VALUE) == (question->swept_count > 0))
        return yaml_refuse(tree, shape ? shape : item, "shape: %s %s sweep",
                           shapes[question->shape].name,
                           question->shape == SHAPE_VALUE ? "has no" : "needs a");
    if (question->shape == SHAPE_KNEE && question->swept_count < 3)
        return yaml_refuse(tree, item, "shape: between 2 values each number is a knee; use more");
    return (question->shape == SHAPE_CROSSES) == (against != NULL) ||
           yaml_refuse(tree, against ? against : item,
                       "against: names the other pattern of a shape `crosses`, and of no other");
}

static bool read_expected(struct yaml_tree *tree, const yaml_item *item, void *object)
{
    struct question *question = object;
    question->expects = true;
    if (!yaml_is_list(item) || yaml_count(item) != 2)
        return yaml_refuse(tree, item, "expect: use [lowest, highest]");
    return yaml_number(tree, yaml_entry(tree, item, 0, NULL), tree->key->name, 0, tree->key->high,
                       &question->low) &&
           yaml_number(tree, yaml_entry(tree, item, 1, NULL), tree->key->name, question->low,
                       tree->key->high, &question->high);
}

/* Checks the limits: the student's number needs a tolerance, or the teacher's expectation needs
 * limits. */
static bool check_limits(struct yaml_tree *tree, const yaml_item *item, void *object)
{
    const struct question *question = object;
    const yaml_item *tolerance = yaml_find(tree, item, "tolerance");
    if (question->expects && tolerance)
        return yaml_refuse(tree, tolerance,
                           "tolerance: of a student's number; `expect` needs none");
    if (question->expects && question->pattern && question->kind == KIND_PREDICTED)
        return yaml_refuse(tree, item,
                           "question %s: nobody answers it; a student's number needs `tolerance`",
                           question->id);
    if (question->expects || !question_kinds[question->kind].has_number)
        return true;
    if (!question->pattern)
        return yaml_refuse(tree, item,
                           "question %s: for the student's own pattern, say what you `expect`",
                           question->id);
    return tolerance || yaml_refuse(tree, item, "there is no key tolerance");
}

/* Whether a pass of the pattern leaves something that a file could be compared with. */
static bool writes(const struct pattern *pattern)
{
    const struct shape shape = shape_standard(pattern, ELEMENTS_TRIED, 1);
    return pattern->out_length && pattern->out_length(&shape) > 0;
}

/* That a file agrees with itself proves nothing: a plain copy does. */
static bool check_proof(struct yaml_tree *tree, const yaml_item *item, void *object)
{
    const struct question *question = object;
    const bool proves = question->file && question->kind == KIND_CORRECT;
    const bool is_set = question->sweep || question->set_count > 0;
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
    if (question->like && !writes(question->like))
        return yaml_refuse(tree, item, "question %s: %s writes nothing to compare with",
                           question->id, question->like->name);
    if (question->example_count && is_set)
        return yaml_refuse(tree, item, "question %s: `examples` have their parameters in `given`",
                           question->id);
    return proves || question->kind == KIND_PREDICTED || is_set ||
           yaml_refuse(tree, item, "question %s: what is measured needs set or sweep",
                       question->id);
}

#define AT(field) offsetof(struct question, field)
static const struct yaml_key question_keys[] = {
    {"id", read_id, true, 0, 0, 0},
    {"text", read_prose, true, AT(text), 0, 0},
    {"hint", read_prose, false, AT(hint), 0, 0},
    {"part", read_kind, true, 0, 0, 0},
    {"pattern", read_pattern, false, AT(pattern), 0, 0},
    {"file", read_file_name, false, 0, 0, 0},
    {"like", read_pattern, false, AT(like), 0, 0},
    {"against", read_pattern, false, AT(against), 0, 0},
    {.read = check_pattern},
    {"on", read_side, true, 0, 0, 0},
    {"set", question_settings, false, 0, 0, 0},
    {"sweep", question_sweep, false, 0, 0, 0},
    {.read = question_bounds},
    {.read = check_number},
    {"quantity", read_quantity, false, 0, 0, 0},
    {"shape", read_shape, false, 0, 0, 0},
    {.read = check_shape},
    {"examples", examples_read, false, 0, 0, 0},
    {.read = check_proof},
    {"expect", read_expected, false, 0, 0, 1e18},
    {.read = check_limits},
    {"tolerance", yaml_key_number, false, AT(tolerance), 0, 10},
    {"points", yaml_key_number, true, AT(points), 0.01, 1000},
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
