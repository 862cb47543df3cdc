#include "study/course/assignment/yaml_tree.h"

#include "study/base/message.h"
#include "study/base/text.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The line number, from 1. */
static int line_of(const yaml_item *item)
{
    return item ? (int)item->start_mark.line + 1 : 1;
}

/* Keeps the first problem, as one line whatever the file contains. */
__attribute__((format(printf, 3, 4))) static bool refuse_line(struct yaml_tree *tree, int line,
                                                              const char *format, ...)
{
    char what[YAML_PROBLEM_MAX];
    va_list arguments;
    if (tree->problem[0])
        return false;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    const int length =
        snprintf(tree->problem, sizeof tree->problem, "%.128s:%d: ", tree->path, line);
    quote_plain(what, tree->problem + length, sizeof tree->problem - (size_t)length);
    return false;
}

bool yaml_refuse(struct yaml_tree *tree, const yaml_item *at, const char *format, ...)
{
    char what[YAML_PROBLEM_MAX];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    return refuse_line(tree, line_of(at), "%s", what);
}

/* Bytes that are no UTF-8 have a place, but no line. */
static int line_of_problem(const yaml_parser_t *parser)
{
    int line = 1;
    if (parser->error != YAML_READER_ERROR)
        return (int)parser->problem_mark.line + 1;
    for (size_t i = 0; i < parser->problem_offset; i++)
        line += parser->input.string.start[i] == '\n';
    return line;
}

static bool refuse_syntax(struct yaml_tree *tree, const yaml_parser_t *parser)
{
    const char *problem = parser->problem ? parser->problem : "it is no YAML";
    return refuse_line(tree, line_of_problem(parser), "%s%s%s",
                       parser->context ? parser->context : "", parser->context ? ": " : "",
                       problem);
}

/* Whether nothing follows the first document. */
static bool is_last(struct yaml_tree *tree, yaml_parser_t *parser)
{
    yaml_document_t more;
    if (!yaml_parser_load(parser, &more))
        return refuse_syntax(tree, parser);
    const yaml_node_t *root = yaml_document_get_root_node(&more);
    const int line = line_of(root);
    yaml_document_delete(&more);
    return !root || refuse_line(tree, line, "a second document begins here; use one");
}

bool yaml_tree_open(struct yaml_tree *tree, const char *path, const char *bytes, size_t length)
{
    yaml_parser_t parser;
    *tree = (struct yaml_tree){.path = path};
    /* libyaml reads UTF-16, too, and others read the same bytes as UTF-8 */
    if (length >= 2 && (memcmp(bytes, "\xff\xfe", 2) == 0 || memcmp(bytes, "\xfe\xff", 2) == 0))
        return refuse_line(tree, 1, "it is UTF-16; save it as UTF-8");
    if (!yaml_parser_initialize(&parser))
        return refuse_line(tree, 1, "not enough memory to read it");
    yaml_parser_set_input_string(&parser, (const unsigned char *)bytes, length);
    tree->open = yaml_parser_load(&parser, &tree->document);
    bool good = tree->open || refuse_syntax(tree, &parser);
    if (good && !yaml_document_get_root_node(&tree->document))
        good = refuse_line(tree, 1, "there is nothing in it");
    if (good)
        good = is_last(tree, &parser);
    yaml_parser_delete(&parser);
    return good;
}

void yaml_tree_close(struct yaml_tree *tree)
{
    if (tree->open)
        yaml_document_delete(&tree->document);
    tree->open = false;
}

const yaml_item *yaml_root(struct yaml_tree *tree)
{
    return tree->open ? yaml_document_get_root_node(&tree->document) : NULL;
}

bool yaml_is_mapping(const yaml_item *item)
{
    return item && item->type == YAML_MAPPING_NODE;
}

bool yaml_is_list(const yaml_item *item)
{
    return item && item->type == YAML_SEQUENCE_NODE;
}

int yaml_count(const yaml_item *item)
{
    if (yaml_is_list(item))
        return (int)(item->data.sequence.items.top - item->data.sequence.items.start);
    if (yaml_is_mapping(item))
        return (int)(item->data.mapping.pairs.top - item->data.mapping.pairs.start);
    return 0;
}

/* The text of a key; NULL if it is not a text. */
static const char *key_text(const yaml_item *item)
{
    return item && item->type == YAML_SCALAR_NODE &&
                   strlen((const char *)item->data.scalar.value) == item->data.scalar.length
               ? (const char *)item->data.scalar.value
               : "";
}

const yaml_item *yaml_entry(struct yaml_tree *tree, const yaml_item *item, int number,
                            const char **key)
{
    if (yaml_is_list(item))
        return yaml_document_get_node(&tree->document, item->data.sequence.items.start[number]);
    const yaml_node_pair_t *pair = &item->data.mapping.pairs.start[number];
    if (key)
        *key = key_text(yaml_document_get_node(&tree->document, pair->key));
    return yaml_document_get_node(&tree->document, pair->value);
}

/* Checks that the key is in the table and occurs once. */
static bool check_key(struct yaml_tree *tree, const yaml_item *item, int number, const char *what,
                      const struct yaml_key *keys)
{
    const char *names[YAML_KEYS_MAX + 1], *key, *other;
    int count = 0;
    const yaml_item *value = yaml_entry(tree, item, number, &key);
    for (int i = 0; i < number; i++) {
        yaml_entry(tree, item, i, &other);
        if (strcmp(other, key) == 0)
            return yaml_refuse(tree, value, "%s has two keys %.64s; use one", what, key);
    }
    for (const struct yaml_key *known = keys; known->read && count < YAML_KEYS_MAX; known++) {
        if (known->name && strcmp(known->name, key) == 0)
            return true;
        if (known->name)
            names[count++] = known->name;
    }
    names[count] = NULL;
    return yaml_refuse(tree, value, "%s has no key %.64s; there is %s", what, key,
                       NEAREST(key, names));
}

const yaml_item *yaml_find(struct yaml_tree *tree, const yaml_item *item, const char *key)
{
    const char *name;
    for (int i = 0; yaml_is_mapping(item) && i < yaml_count(item); i++) {
        const yaml_item *value = yaml_entry(tree, item, i, &name);
        if (strcmp(name, key) == 0)
            return value;
    }
    return NULL;
}

bool yaml_read(struct yaml_tree *tree, const yaml_item *item, const char *what,
               const struct yaml_key *keys, void *object)
{
    const struct yaml_key *outer = tree->key;
    if (tree->problem[0])
        return false;
    if (!yaml_is_mapping(item))
        return yaml_refuse(tree, item, "%s is no mapping; use lines of `key: value`", what);
    for (int i = 0; i < yaml_count(item); i++)
        if (!check_key(tree, item, i, what, keys))
            return false;
    for (const struct yaml_key *key = keys; key->read; key++) {
        const yaml_item *value = key->name ? yaml_find(tree, item, key->name) : item;
        if (!value && key->needed)
            return yaml_refuse(tree, item, "there is no key %s", key->name);
        tree->key = key;
        if (value && !key->read(tree, value, object))
            return false;
    }
    tree->key = outer;
    return true;
}

bool yaml_text(struct yaml_tree *tree, const yaml_item *item, const char *what, const char **text)
{
    if (tree->problem[0])
        return false;
    if (!item || item->type != YAML_SCALAR_NODE)
        return yaml_refuse(tree, item, "%s is no text", what);
    *text = (const char *)item->data.scalar.value;
    if (item->data.scalar.length == 0)
        return yaml_refuse(tree, item, "%s is empty", what);
    for (size_t i = 0; i < item->data.scalar.length; i++)
        if (iscntrl((*text)[i]) && (*text)[i] != '\n')
            return yaml_refuse(tree, item, "%s has a control character", what);
    return true;
}

bool yaml_number(struct yaml_tree *tree, const yaml_item *item, const char *what, double low,
                 double high, double *number)
{
    const char *text = "";
    char *end;
    if (!yaml_text(tree, item, what, &text))
        return false;
    *number = strtod(text, &end);
    if (*end || strpbrk(text, "xXnN") || !isfinite(*number))
        return yaml_refuse(tree, item, "%s: %.64s is no number", what, text);
    if (*number < low || *number > high)
        return yaml_refuse(tree, item, "%s: %.64s is not from %.6g to %.6g", what, text, low, high);
    return true;
}

bool yaml_whole(struct yaml_tree *tree, const yaml_item *item, const char *what, int64_t low,
                int64_t high, int64_t *number)
{
    const char *text = "";
    char *end;
    if (!yaml_text(tree, item, what, &text))
        return false;
    errno = 0;
    *number = strtoll(text, &end, 10);
    if (*end || errno)
        return yaml_refuse(tree, item, "%s: %.64s is no whole number", what, text);
    if (*number < low || *number > high)
        return yaml_refuse(tree, item, "%s: %.64s is not from %lld to %lld", what, text,
                           (long long)low, (long long)high);
    return true;
}

bool yaml_word(struct yaml_tree *tree, const yaml_item *item, const char *what,
               const char *const *words, int *number)
{
    const char *text = "";
    if (!yaml_text(tree, item, what, &text))
        return false;
    for (*number = 0; words[*number]; ++*number)
        if (strcmp(words[*number], text) == 0)
            return true;
    return yaml_refuse(tree, item, "%s: %.64s is not known; there is %s", what, text,
                       NEAREST(text, words));
}

/* The field of the object for a key's value. */
static void *field_of(const struct yaml_tree *tree, void *object)
{
    return (char *)object + tree->key->offset;
}

bool yaml_key_text(struct yaml_tree *tree, const yaml_item *value, void *object)
{
    return yaml_text(tree, value, tree->key->name, field_of(tree, object));
}

bool yaml_key_number(struct yaml_tree *tree, const yaml_item *value, void *object)
{
    return yaml_number(tree, value, tree->key->name, tree->key->low, tree->key->high,
                       field_of(tree, object));
}

bool yaml_key_whole(struct yaml_tree *tree, const yaml_item *value, void *object)
{
    return yaml_whole(tree, value, tree->key->name, (int64_t)tree->key->low,
                      (int64_t)tree->key->high, field_of(tree, object));
}
