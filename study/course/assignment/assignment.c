#include "study/course/assignment/assignment.h"

#include "plots/data/text_digest.h"
#include "study/base/file.h"
#include "study/base/folders.h"
#include "study/base/message.h"
#include "study/base/units.h"
#include "warpline_build.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILE_BYTES_MAX = 1 << 16, MINUTES_MAX = 1000 };

static const char *const forms[] = {"quick", "full", NULL};

/* The path of a course that came with the program. */
static bool shipped_path(const char *name, char path[PATH_TEXT_MAX + ASSIGNMENT_NAME_MAX + 8])
{
    char folder[PATH_TEXT_MAX];
    if (strchr(name, '/') || strlen(name) >= ASSIGNMENT_NAME_MAX ||
        !program_folder(WARPLINE_COURSES_INSTALLED, WARPLINE_COURSES_BUILT, folder))
        return false;
    snprintf(path, PATH_TEXT_MAX + ASSIGNMENT_NAME_MAX + 8, "%s/%s.yaml", folder, name);
    return true;
}

static int read_bytes(struct assignment *assignment, const char *name, size_t *length)
{
    char path[PATH_TEXT_MAX + ASSIGNMENT_NAME_MAX + 8];
    char problem[PATH_TEXT_MAX];
    char **bytes = &assignment->bytes;
    if (file_read(name, FILE_BYTES_MAX, bytes, length, problem, sizeof problem) == 0 ||
        (shipped_path(name, path) && file_read(path, FILE_BYTES_MAX, bytes, length, NULL, 0) == 0))
        return 0;
    return complain(EXIT_USAGE,
                    "argument %s; name an assignment's file, or a course that came with the "
                    "program",
                    problem);
}

static bool is_name(const char *text)
{
    const size_t length = strlen(text);
    for (size_t i = 0; i < length; i++)
        if (!isascii(text[i]) || !(isalnum((unsigned char)text[i]) || strchr("_-", text[i])))
            return false;
    return length > 0 && length < ASSIGNMENT_NAME_MAX;
}

static bool read_name(struct yaml_tree *tree, const yaml_item *value, void *object)
{
    struct assignment *assignment = object;
    const char *name;
    if (!yaml_text(tree, value, tree->key->name, &name))
        return false;
    snprintf(assignment->name, sizeof assignment->name, "%s", name);
    return is_name(name) ||
           yaml_refuse(tree, value,
                       "assignment: %.64s is no name; use up to 47 letters, digits, - and _", name);
}

static bool read_footprint(struct yaml_tree *tree, const yaml_item *value, void *object)
{
    int64_t *bytes = &((struct assignment *)object)->footprint_bytes;
    const char *text, *reason;
    if (!yaml_text(tree, value, tree->key->name, &text))
        return false;
    if (parse_size(text, bytes, &reason))
        return yaml_refuse(tree, value, "footprint: %.64s %s; use a size such as 64MiB", text,
                           reason);
    return (*bytes >= 8192 && *bytes <= INT64_C(1) << 40) ||
           yaml_refuse(tree, value, "footprint: %.64s is not from 8KiB to 1TiB", text);
}

static bool read_form(struct yaml_tree *tree, const yaml_item *value, void *object)
{
    const char *text;
    if (!yaml_text(tree, value, tree->key->name, &text))
        return false;
    ((struct assignment *)object)->full = strcmp(text, forms[1]) == 0;
    return strcmp(text, forms[0]) == 0 || strcmp(text, forms[1]) == 0 ||
           yaml_refuse(tree, value, "form: %.64s is neither quick nor full", text);
}

static bool read_element(struct yaml_tree *tree, const yaml_item *value, void *object)
{
    if (!yaml_key_whole(tree, value, object))
        return false;
    const int64_t bytes = ((struct assignment *)object)->element_bytes;
    return (bytes & (bytes - 1)) == 0 ||
           yaml_refuse(tree, value, "element: use 1, 2, 4, 8 or 16 bytes");
}

static bool add_choice(struct yaml_tree *tree, const yaml_item *at, struct value_choices *own,
                       int64_t choice)
{
    if (own->count == CHOICES_MAX)
        return yaml_refuse(tree, at, "value %s: more than %d choices; use fewer", own->name,
                           CHOICES_MAX);
    for (int i = 0; i < own->count; i++)
        if (own->choices[i] == choice)
            return yaml_refuse(tree, at, "value %s: %lld is there twice; use it once", own->name,
                               (long long)choice);
    own->choices[own->count++] = choice;
    return true;
}

static bool read_list_of_choices(struct yaml_tree *tree, const yaml_item *item,
                                 struct value_choices *own)
{
    int64_t choice;
    for (int i = 0; i < yaml_count(item); i++) {
        const yaml_item *entry = yaml_entry(tree, item, i, NULL);
        if (!yaml_whole(tree, entry, own->name, 0, INT64_MAX, &choice) ||
            !add_choice(tree, entry, own, choice))
            return false;
    }
    return own->count > 0 || yaml_refuse(tree, item, "value %s has no choices", own->name);
}

struct range {
    int64_t from, to, step;
};

static bool read_end(struct yaml_tree *tree, const yaml_item *value, void *object)
{
    struct range *range = object;
    return yaml_whole(tree, value, tree->key->name, range->from, (int64_t)tree->key->high,
                      &range->to);
}

static bool read_range_of_choices(struct yaml_tree *tree, const yaml_item *item,
                                  struct value_choices *own)
{
    static const double most = 0x1p40;
    static const struct yaml_key keys[] = {
        {"from", yaml_key_whole, true, offsetof(struct range, from), 0, most},
        {"to", read_end, true, 0, 0, most},
        {"step", yaml_key_whole, false, offsetof(struct range, step), 1, most},
        {.read = NULL}};
    struct range range = {.step = 1};
    if (!yaml_read(tree, item, own->name, keys, &range))
        return false;
    for (int64_t choice = range.from; choice <= range.to; choice += range.step)
        if (!add_choice(tree, item, own, choice))
            return false;
    return true;
}

static bool read_value(struct yaml_tree *tree, const yaml_item *item, const char *name,
                       struct assignment *assignment)
{
    struct value_choices *own = &assignment->values[assignment->value_count];
    if (assignment->value_count == VALUES_MAX)
        return yaml_refuse(tree, item, "more than %d values; use fewer", VALUES_MAX);
    if (!is_name(name))
        return yaml_refuse(tree, item,
                           "values: %.64s is no name; use up to 47 letters, digits, - and _", name);
    for (int i = 0; i < assignment->value_count; i++)
        if (strcmp(assignment->values[i].name, name) == 0)
            return yaml_refuse(tree, item, "values has two keys %s; use one", name);
    own->name = name;
    assignment->value_count++;
    if (yaml_is_list(item))
        return read_list_of_choices(tree, item, own);
    return yaml_is_mapping(item)
               ? read_range_of_choices(tree, item, own)
               : yaml_refuse(tree, item,
                             "value %s: use a list of choices, or {from: .., to: .., step: ..}",
                             name);
}

static bool read_values(struct yaml_tree *tree, const yaml_item *value, void *object)
{
    const char *name;
    if (!yaml_is_mapping(value))
        return yaml_refuse(tree, value, "%s is no mapping; use lines of `name: [choices]`",
                           tree->key->name);
    for (int i = 0; i < yaml_count(value); i++) {
        const yaml_item *entry = yaml_entry(tree, value, i, &name);
        if (!read_value(tree, entry, name, object))
            return false;
    }
    return true;
}

static bool read_questions(struct yaml_tree *tree, const yaml_item *value, void *object)
{
    struct assignment *assignment = object;
    if (!yaml_is_list(value) || yaml_count(value) == 0)
        return yaml_refuse(tree, value, "%s is no list; begin each with `- id: ...`",
                           tree->key->name);
    if (yaml_count(value) > QUESTIONS_MAX)
        return yaml_refuse(tree, value, "more than %d questions; use fewer", QUESTIONS_MAX);
    for (int i = 0; i < yaml_count(value); i++) {
        if (!question_read(assignment, yaml_entry(tree, value, i, NULL)))
            return false;
        assignment->points += assignment->questions[i].points;
    }
    return true;
}

/* Whether "{strid}" is meant to be a value of another name. Short words in braces are left to
 * formulas and code. */
static bool check_braces(struct yaml_tree *tree, const yaml_item *value, const char *key,
                         const char *text)
{
    const struct assignment *assignment = tree->context;
    const char *names[VALUES_MAX + 1] = {NULL};
    char word[ASSIGNMENT_NAME_MAX], near[256];
    for (int i = 0; i < assignment->value_count; i++)
        names[i] = assignment->values[i].name;
    for (; (text = strchr(text, '{')); text++) {
        if (sscanf(text, "{%47[a-zA-Z0-9_-]", word) != 1 || strlen(word) < 3 ||
            text[1 + strlen(word)] != '}')
            continue;
        bool known = false;
        for (int i = 0; i < assignment->value_count; i++)
            known |= strcmp(names[i], word) == 0;
        if (!known && near_names(word, names, near, sizeof near))
            return yaml_refuse(tree, value, "%s: values has no %s; there is %s", key, word, near);
    }
    return true;
}

bool read_prose(struct yaml_tree *tree, const yaml_item *value, void *object)
{
    const char **text = (const char **)((char *)object + tree->key->offset);
    return yaml_key_text(tree, value, object) && check_braces(tree, value, tree->key->name, *text);
}

#define AT(field) offsetof(struct assignment, field)
static const struct yaml_key assignment_keys[] = {
    {"assignment", read_name, true, 0, 0, 0},
    {"values", read_values, false, 0, 0, 0},
    {"title", read_prose, true, AT(title), 0, 0},
    {"about", read_prose, false, AT(about), 0, 0},
    {"explain", read_prose, false, AT(explain), 0, 0},
    {"minutes", yaml_key_whole, false, AT(minutes), 1, MINUTES_MAX},
    {"element", read_element, false, AT(element_bytes), 1, ELEMENT_BYTES_MAX},
    {"footprint", read_footprint, false, 0, 0, 0},
    {"form", read_form, false, 0, 0, 0},
    {"late", yaml_key_number, false, AT(late), 0, 1},
    {"pass", yaml_key_number, false, AT(pass), 0, 1},
    {"questions", read_questions, true, 0, 0, 0},
    {.read = NULL}};

int assignment_read(struct assignment *assignment, const char *name)
{
    size_t length = 0;
    struct yaml_tree *tree = &assignment->tree;
    *assignment = (struct assignment){.about = "", .element_bytes = 4, .pass = 0.5};
    const int status = read_bytes(assignment, name, &length);
    if (status)
        return status;
    assignment->digest = digest_add(digest_begin, assignment->bytes, length);
    if (yaml_tree_open(tree, name, assignment->bytes, length)) {
        tree->context = assignment;
        yaml_read(tree, yaml_root(tree), "the assignment", assignment_keys, assignment);
    }
    return tree->problem[0] ? complain(EXIT_USAGE, "%s", tree->problem) : 0;
}

void assignment_free(struct assignment *assignment)
{
    yaml_tree_close(&assignment->tree);
    free(assignment->bytes);
    assignment->bytes = NULL;
}

const struct question *assignment_question(const struct assignment *assignment, const char *id)
{
    for (int i = 0; i < assignment->question_count; i++)
        if (strcmp(assignment->questions[i].id, id) == 0)
            return &assignment->questions[i];
    return NULL;
}

bool question_asks(const struct question *question)
{
    return question->kind != KIND_CORRECT && !question->expects;
}

bool question_is_run(const struct question *question)
{
    return question->kind != KIND_PREDICTED && (question->sweep || question->set_count > 0);
}
