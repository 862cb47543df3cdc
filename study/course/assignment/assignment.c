#include "study/course/assignment/assignment.h"

#include "plots/data/text_digest.h"
#include "plots/quote.h"
#include "study/course/assignment/question.h"
#include "study/folders.h"
#include "study/message.h"
#include "study/units.h"
#include "warpline_build.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILE_BYTES_MAX = 1 << 16, MINUTES_MAX = 1000 };

/* A file of any kind up to its limit, with a 0 behind it. NULL with errno. */
static char *read_whole(FILE *file, size_t *length)
{
    char *bytes = malloc(FILE_BYTES_MAX + 1);
    if (!bytes)
        return NULL;
    *length = fread(bytes, 1, FILE_BYTES_MAX + 1, file);
    if (ferror(file) || *length > FILE_BYTES_MAX) {
        errno = ferror(file) ? errno : EFBIG;
        free(bytes);
        return NULL;
    }
    bytes[*length] = '\0';
    return bytes;
}

/* A course that came with the program. */
static FILE *open_shipped(const char *name)
{
    char folder[PATH_TEXT_MAX], path[PATH_TEXT_MAX + ASSIGNMENT_NAME_MAX + 8];
    if (strchr(name, '/') || strlen(name) >= ASSIGNMENT_NAME_MAX ||
        !program_folder(WARPLINE_COURSES_INSTALLED, WARPLINE_COURSES_BUILT, folder))
        return NULL;
    snprintf(path, sizeof path, "%s/%s.yaml", folder, name);
    return fopen(path, "r");
}

static int read_bytes(struct assignment *assignment, const char *name, size_t *length)
{
    char plain[PATH_TEXT_MAX];
    FILE *file = fopen(name, "r");
    const int error = errno;
    if (!file)
        file = open_shipped(name);
    errno = error;
    if (file) {
        assignment->bytes = read_whole(file, length);
        const int reading = errno;
        fclose(file);
        errno = reading;
    }
    return assignment->bytes
               ? 0
               : complain(EXIT_USAGE,
                          "argument %s: %s; name an assignment's file, or a course that came with "
                          "the program",
                          quote_plain(name, plain, sizeof plain), strerror(errno));
}

static bool is_name(const char *text, size_t most)
{
    const size_t length = strlen(text);
    for (size_t i = 0; i < length; i++)
        if (!isascii(text[i]) || !(isalnum((unsigned char)text[i]) || strchr("_-", text[i])))
            return false;
    return length > 0 && length < most;
}

static bool read_name(struct assignment *assignment, const yaml_item *root)
{
    struct yaml_tree *tree = &assignment->tree;
    const char *name;
    const yaml_item *item = yaml_needed(tree, root, "assignment");
    if (!yaml_text(tree, item, "assignment", &name))
        return false;
    if (!is_name(name, sizeof assignment->name))
        return yaml_refuse(tree, item,
                           "assignment: %.64s is no name; use up to 47 letters, digits, - and _",
                           name);
    snprintf(assignment->name, sizeof assignment->name, "%s", name);
    return true;
}

static bool read_footprint(struct assignment *assignment, const yaml_item *item)
{
    struct yaml_tree *tree = &assignment->tree;
    const char *text, *reason;
    if (!item)
        return true;
    if (!yaml_text(tree, item, "footprint", &text))
        return false;
    if (parse_size(text, &assignment->footprint_bytes, &reason))
        return yaml_refuse(tree, item, "footprint: %.64s %s; use a size such as 64MiB", text,
                           reason);
    if (assignment->footprint_bytes < 8192 || assignment->footprint_bytes > (INT64_C(1) << 40))
        return yaml_refuse(tree, item, "footprint: %.64s is not from 8KiB to 1TiB", text);
    return true;
}

static bool read_form(struct assignment *assignment, const yaml_item *item)
{
    const char *text;
    if (!item)
        return true;
    if (!yaml_text(&assignment->tree, item, "form", &text))
        return false;
    assignment->full = strcmp(text, "full") == 0;
    return assignment->full || strcmp(text, "quick") == 0 ||
           yaml_refuse(&assignment->tree, item, "form: %.64s is neither quick nor full", text);
}

static bool read_share(struct assignment *assignment, const yaml_item *root, const char *key,
                       double standard, double *share)
{
    const yaml_item *item = yaml_find(&assignment->tree, root, key);
    *share = standard;
    return !item || yaml_number(&assignment->tree, item, key, 0, 1, share);
}

static bool read_element(struct assignment *assignment, const yaml_item *item)
{
    int64_t *bytes = &assignment->element_bytes;
    *bytes = 4;
    if (!item)
        return true;
    if (!yaml_whole(&assignment->tree, item, "element", 1, ELEMENT_BYTES_MAX, bytes))
        return false;
    return (*bytes & (*bytes - 1)) == 0 ||
           yaml_refuse(&assignment->tree, item, "element: use 1, 2, 4, 8 or 16 bytes");
}

static bool add_choice(struct yaml_tree *tree, const yaml_item *at, struct own_value *own,
                       int64_t choice)
{
    if (own->count == CHOICES_MAX)
        return yaml_refuse(tree, at, "value %s: more than %d choices; use fewer", own->name,
                           CHOICES_MAX);
    own->choices[own->count++] = choice;
    return true;
}

static bool read_list_of_choices(struct yaml_tree *tree, const yaml_item *item,
                                 struct own_value *own)
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

static bool read_range_of_choices(struct yaml_tree *tree, const yaml_item *item,
                                  struct own_value *own)
{
    static const char *const keys[] = {"from", "to", "step", NULL};
    const int64_t most = INT64_C(1) << 40;
    int64_t from, to, step = 1;
    if (!yaml_keys(tree, item, own->name, keys) ||
        !yaml_whole(tree, yaml_needed(tree, item, "from"), "from", 0, most, &from) ||
        !yaml_whole(tree, yaml_needed(tree, item, "to"), "to", from, most, &to))
        return false;
    const yaml_item *by = yaml_find(tree, item, "step");
    if (by && !yaml_whole(tree, by, "step", 1, most, &step))
        return false;
    for (int64_t choice = from; choice <= to; choice += step)
        if (!add_choice(tree, item, own, choice))
            return false;
    return true;
}

static bool read_value(struct assignment *assignment, const yaml_item *item, const char *name)
{
    struct yaml_tree *tree = &assignment->tree;
    struct own_value *own = &assignment->values[assignment->value_count];
    if (assignment->value_count == OWN_VALUES_MAX)
        return yaml_refuse(tree, item, "more than %d values; use fewer", OWN_VALUES_MAX);
    if (!is_name(name, ASSIGNMENT_NAME_MAX))
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

static bool read_values(struct assignment *assignment, const yaml_item *item)
{
    struct yaml_tree *tree = &assignment->tree;
    const char *name;
    if (item && !yaml_is_mapping(item))
        return yaml_refuse(tree, item, "values is no mapping; use lines of `name: [choices]`");
    for (int i = 0; item && i < yaml_count(item); i++) {
        const yaml_item *value = yaml_entry(tree, item, i, &name);
        if (!read_value(assignment, value, name))
            return false;
    }
    return true;
}

static bool read_questions(struct assignment *assignment, const yaml_item *root)
{
    struct yaml_tree *tree = &assignment->tree;
    const yaml_item *list = yaml_needed(tree, root, "questions");
    if (list && (!yaml_is_list(list) || yaml_count(list) == 0))
        return yaml_refuse(tree, list, "questions is no list; begin each with `- id: ...`");
    if (list && yaml_count(list) > QUESTIONS_MAX)
        return yaml_refuse(tree, list, "more than %d questions; use fewer", QUESTIONS_MAX);
    for (int i = 0; list && i < yaml_count(list); i++) {
        if (!question_read(assignment, yaml_entry(tree, list, i, NULL)))
            return false;
        assignment->points += assignment->questions[i].points;
    }
    return list != NULL;
}

static bool read_all(struct assignment *assignment)
{
    static const char *const keys[] = {"assignment", "title",     "about",     "minutes",
                                       "element",    "footprint", "form",      "late",
                                       "pass",       "values",    "questions", NULL};
    struct yaml_tree *tree = &assignment->tree;
    const yaml_item *root = yaml_root(tree);
    const yaml_item *minutes = yaml_find(tree, root, "minutes");
    const yaml_item *about = yaml_find(tree, root, "about");
    assignment->about = "";
    return yaml_keys(tree, root, "the assignment", keys) && read_name(assignment, root) &&
           yaml_text(tree, yaml_needed(tree, root, "title"), "title", &assignment->title) &&
           (!about || yaml_text(tree, about, "about", &assignment->about)) &&
           (!minutes ||
            yaml_whole(tree, minutes, "minutes", 1, MINUTES_MAX, &assignment->minutes)) &&
           read_element(assignment, yaml_find(tree, root, "element")) &&
           read_footprint(assignment, yaml_find(tree, root, "footprint")) &&
           read_form(assignment, yaml_find(tree, root, "form")) &&
           read_share(assignment, root, "late", 0, &assignment->late) &&
           read_share(assignment, root, "pass", 0.5, &assignment->pass) &&
           read_values(assignment, yaml_find(tree, root, "values")) &&
           read_questions(assignment, root);
}

int assignment_read(struct assignment *assignment, const char *name)
{
    size_t length = 0;
    *assignment = (struct assignment){.bytes = NULL};
    int status = read_bytes(assignment, name, &length);
    if (status)
        return status;
    assignment->digest = digest_add(digest_begin, assignment->bytes, length);
    if (yaml_tree_open(&assignment->tree, name, assignment->bytes, length))
        read_all(assignment);
    if (assignment->tree.problem[0])
        return complain(EXIT_USAGE, "%s", assignment->tree.problem);
    return 0;
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
    return question->part != PART_CORRECT && !question->expects;
}
