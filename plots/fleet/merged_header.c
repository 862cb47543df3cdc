#include "plots/fleet/merged_header.h"

#include "plots/data/row_reader.h"
#include "study/base/message.h"

#include <stdlib.h>
#include <string.h>

static const char digest_key[] = "header_digest";

static bool is_of_a_node(const struct table_header *line)
{
    const size_t length = node_prefix(line->key);
    return length > 0 && line->key[length] == '_';
}

static bool is_of_all(const struct table_header *line)
{
    return !names_a_node(line) && !is_of_a_node(line) && strcmp(line->key, "merged") != 0;
}

static bool has_line(const struct table *table, const struct table_header *wanted)
{
    for (int i = 0; i < table->header_count; i++)
        if (strcmp(table->headers[i].key, wanted->key) == 0 &&
            strcmp(table->headers[i].value, wanted->value) == 0)
            return true;
    return false;
}

void common_begin(struct common_lines *common, const struct table *first)
{
    *common = (struct common_lines){
        .first = first, .is = needed(calloc((size_t)first->header_count + 1, sizeof *common->is))};
    for (int i = 0; i < first->header_count; i++) {
        const struct table_header *line = &first->headers[i];
        common->is[i] = is_of_all(line) && strcmp(line->key, digest_key) != 0;
        common->end = common->is[i] ? i + 1 : common->end;
    }
}

void common_keep(struct common_lines *common, const struct table *table)
{
    for (int i = 0; i < common->end; i++)
        common->is[i] = common->is[i] && has_line(table, &common->first->headers[i]);
}

void common_free(struct common_lines *common)
{
    free(common->is);
    *common = (struct common_lines){.is = NULL};
}

void common_write(const struct common_lines *common, FILE *out)
{
    for (int i = 0; i < common->end; i++)
        if (common->is[i])
            fprintf(out, "# %s: %s\n", common->first->headers[i].key,
                    common->first->headers[i].value);
}

static bool is_common(const struct common_lines *common, const char *key, const char *value)
{
    for (int i = 0; i < common->end; i++)
        if (common->is[i] && strcmp(common->first->headers[i].key, key) == 0 &&
            strcmp(common->first->headers[i].value, value) == 0)
            return true;
    return false;
}

/* The key of a line about this node, without the prefix that merged results gave it; NULL if the
 * line is about another node. */
static const char *own_key(const struct table_header *line, const char *prefix)
{
    if (is_of_all(line))
        return line->key;
    const size_t length = strlen(prefix);
    return length && is_of_a_node(line) && strncmp(line->key, prefix, length) == 0 &&
                   line->key[length] == '_'
               ? line->key + length + 1
               : NULL;
}

static const char *prefix_of(const struct table *table, const char *name)
{
    for (int i = 0; i < table->header_count; i++)
        if (names_a_node(&table->headers[i]) && strcmp(table->headers[i].value, name) == 0)
            return table->headers[i].key;
    return "";
}

static void write_line(const struct common_lines *common, const char *key, const char *value,
                       int number, struct names *written, FILE *out)
{
    if (is_common(common, key, value))
        return;
    char *text;
    needed(asprintf(&text, "%s: %s", key, value) < 0 ? NULL : text);
    if (!names_find(written, text))
        fprintf(out, "# node%d_%s\n", number, names_keep(written, text));
    free(text);
}

void node_lines_write(const struct common_lines *common, const struct table *table,
                      const char *name, int number, struct names *written, FILE *out)
{
    const char *prefix = prefix_of(table, name);
    for (int i = 0; i < table->header_count; i++) {
        const char *key = own_key(&table->headers[i], prefix), *value = table->headers[i].value;
        if (key && table->edited && strcmp(key, digest_key) == 0)
            value = "edited";
        if (key)
            write_line(common, key, value, number, written, out);
    }
}
