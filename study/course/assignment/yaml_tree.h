/* A YAML file by libyaml, read strictly by tables of keys: unknown and duplicate keys are refused,
 * and each message names the file and the line.
 *
 * The first problem is recorded; after it nothing more is read. Texts live as long as the tree. */
#ifndef WARPLINE_YAML_TREE_H
#define WARPLINE_YAML_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <yaml.h>

enum { YAML_PROBLEM_MAX = 512, YAML_KEYS_MAX = 64 };

struct yaml_tree {
    const char *path;           /* the caller's */
    void *context;              /* the caller's, for its readers of keys */
    const struct yaml_key *key; /* that is being read */
    yaml_document_t document;
    bool open;
    char problem[YAML_PROBLEM_MAX]; /* "" as long as there is none */
};

typedef yaml_node_t yaml_item;

/* A key that a mapping may have, and the field for its value. A row without a name checks the
 * mapping after the keys above it have been read. The last row has no `read`. */
struct yaml_key {
    const char *name;
    /* Reads the value of tree->key into the object; false with the problem. For a row without a
     * name the value is the mapping itself. */
    bool (*read)(struct yaml_tree *tree, const yaml_item *value, void *object);
    bool needed;
    size_t offset;    /* of the object's field */
    double low, high; /* limits of a number */
};

/* Readers: a text (const char *), a number (double), a whole number (int64_t). */
bool yaml_key_text(struct yaml_tree *tree, const yaml_item *value, void *object);
bool yaml_key_number(struct yaml_tree *tree, const yaml_item *value, void *object);
bool yaml_key_whole(struct yaml_tree *tree, const yaml_item *value, void *object);

/* Parses `length` bytes of a file that messages call `path`. False with the problem if they are not
 * YAML, or not exactly one document. yaml_tree_close in both cases. */
bool yaml_tree_open(struct yaml_tree *tree, const char *path, const char *bytes, size_t length);

void yaml_tree_close(struct yaml_tree *tree);

/* The root of the document; NULL if nothing was read. */
const yaml_item *yaml_root(struct yaml_tree *tree);

/* Keeps a problem at that item ("FILE:LINE: ..."), if it is the first. Returns false. */
bool yaml_refuse(struct yaml_tree *tree, const yaml_item *at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Reads a mapping, which messages call `what`, into an object, key by key in the table's order. An
 * optional key that is missing leaves the object unchanged. False with the problem. */
bool yaml_read(struct yaml_tree *tree, const yaml_item *item, const char *what,
               const struct yaml_key *keys, void *object);

bool yaml_is_mapping(const yaml_item *item);
bool yaml_is_list(const yaml_item *item);

/* The number of entries of a list or a mapping; the value of entry `number`, and for a mapping also
 * its key. */
int yaml_count(const yaml_item *item);
const yaml_item *yaml_entry(struct yaml_tree *tree, const yaml_item *item, int number,
                            const char **key);

/* The value of a mapping's key; NULL if it has no such key. */
const yaml_item *yaml_find(struct yaml_tree *tree, const yaml_item *item, const char *key);

/* The text of a scalar. False with the problem if the item is not a scalar, is empty, or has
 * control characters other than newlines. */
bool yaml_text(struct yaml_tree *tree, const yaml_item *item, const char *what, const char **text);

/* A number, or a whole number, from `low` to `high`; one of the words, by its index. False with the
 * problem. */
bool yaml_number(struct yaml_tree *tree, const yaml_item *item, const char *what, double low,
                 double high, double *number);
bool yaml_whole(struct yaml_tree *tree, const yaml_item *item, const char *what, int64_t low,
                int64_t high, int64_t *number);
bool yaml_word(struct yaml_tree *tree, const yaml_item *item, const char *what,
               const char *const *words, int *number);

#endif
