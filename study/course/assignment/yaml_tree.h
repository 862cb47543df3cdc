/* A YAML file by libyaml, read strictly: what asks for a key says what it must be, what nobody has
 * asked for is refused, and each message names the file and the line.
 *
 * A reader keeps the first problem and does nothing after it, so that a caller asks for all it
 * wants and looks once. Texts are the document's and live as long. */
#ifndef WARPLINE_YAML_TREE_H
#define WARPLINE_YAML_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <yaml.h>

enum { YAML_PROBLEM_MAX = 512, YAML_KEYS_MAX = 64 };

struct yaml_tree {
    const char *path; /* the caller's */
    yaml_document_t document;
    bool open;
    char problem[YAML_PROBLEM_MAX]; /* "" as long as there is none */
};

typedef yaml_node_t yaml_item;

/* Reads `length` bytes of a file that is called `path` in messages. False with the problem where
 * they are no YAML, more than one document, or none. yaml_tree_close in both cases. */
bool yaml_tree_open(struct yaml_tree *tree, const char *path, const char *bytes, size_t length);

void yaml_tree_close(struct yaml_tree *tree);

/* The whole of it; NULL where nothing was read. */
const yaml_item *yaml_root(struct yaml_tree *tree);

/* The line of an item in the file, from 1. */
int yaml_line(const yaml_item *item);

/* Keeps a problem at that item ("FILE:LINE: ..."), if it is the first. Returns false. */
bool yaml_refuse(struct yaml_tree *tree, const yaml_item *at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* False where the item is no mapping of different keys, all of them among `keys` (ended by NULL).
 */
bool yaml_keys(struct yaml_tree *tree, const yaml_item *item, const char *what,
               const char *const *keys);

/* Whether it is a mapping, and whether it is a list. */
bool yaml_is_mapping(const yaml_item *item);
bool yaml_is_list(const yaml_item *item);

/* How many entries a list or a mapping has, and the value of number `number`; of a mapping also its
 * key. */
int yaml_count(const yaml_item *item);
const yaml_item *yaml_entry(struct yaml_tree *tree, const yaml_item *item, int number,
                            const char **key);

/* What the mapping has under that key; NULL where it has nothing. */
const yaml_item *yaml_find(struct yaml_tree *tree, const yaml_item *item, const char *key);

/* The same where it must be there: NULL with the problem. */
const yaml_item *yaml_needed(struct yaml_tree *tree, const yaml_item *item, const char *key);

/* The text of a scalar. False with the problem where it is none, empty, or has control characters
 * other than line ends. */
bool yaml_text(struct yaml_tree *tree, const yaml_item *item, const char *what, const char **text);

/* A number, or a whole one, from `low` to `high`. False with the problem. */
bool yaml_number(struct yaml_tree *tree, const yaml_item *item, const char *what, double low,
                 double high, double *number);
bool yaml_whole(struct yaml_tree *tree, const yaml_item *item, const char *what, int64_t low,
                int64_t high, int64_t *number);

#endif
