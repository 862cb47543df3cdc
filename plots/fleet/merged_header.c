#include "plots/fleet/merged_header.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* The length of a prefix such as "node12" at the start of a key, else 0. */
static size_t prefix_length(const char *key)
{
    const size_t digits = strncmp(key, "node", 4) == 0 ? strspn(key + 4, "0123456789") : 0;
    return digits ? 4 + digits : 0;
}

bool names_a_node(const struct table_header *line)
{
    const size_t length = prefix_length(line->key);
    return length > 0 && line->key[length] == '\0';
}

static bool is_of_a_node(const struct table_header *line)
{
    const size_t length = prefix_length(line->key);
    return length > 0 && line->key[length] == '_';
}

static bool is_of_all(const struct table_header *line)
{
    return !names_a_node(line) && !is_of_a_node(line) && strcmp(line->key, "merged") != 0;
}

static char *line_text(const char *key, const char *value)
{
    char *text = malloc(strlen(key) + strlen(value) + 3);
    if (text)
        sprintf(text, "%s: %s", key, value);
    return text;
}

static int take_all(struct common_lines *common, const struct table *table)
{
    common->begun = true;
    common->line = calloc((size_t)table->header_count + 1, sizeof *common->line);
    if (!common->line)
        return -ENOMEM;
    for (int i = 0; i < table->header_count; i++) {
        const struct table_header *line = &table->headers[i];
        if (!is_of_all(line))
            continue;
        common->line[common->count] = line_text(line->key, line->value);
        if (!common->line[common->count++])
            return -ENOMEM;
    }
    return 0;
}

static bool has_line(const struct table *table, const char *text)
{
    for (int i = 0; i < table->header_count; i++) {
        const struct table_header *line = &table->headers[i];
        const size_t length = strlen(line->key);
        if (strncmp(line->key, text, length) == 0 && strncmp(text + length, ": ", 2) == 0 &&
            strcmp(line->value, text + length + 2) == 0)
            return true;
    }
    return false;
}

int common_keep(struct common_lines *common, const struct table *table)
{
    int kept = 0;
    if (!common->begun)
        return take_all(common, table);
    for (int i = 0; i < common->count; i++)
        if (has_line(table, common->line[i]))
            common->line[kept++] = common->line[i];
        else
            free(common->line[i]);
    common->count = kept;
    return 0;
}

void common_free(struct common_lines *common)
{
    for (int i = 0; i < common->count; i++)
        free(common->line[i]);
    free(common->line);
    *common = (struct common_lines){.line = NULL};
}

void common_write(const struct common_lines *common, FILE *out)
{
    for (int i = 0; i < common->count; i++)
        fprintf(out, "# %s\n", common->line[i]);
}

static bool is_common(const struct common_lines *common, const char *text)
{
    for (int i = 0; i < common->count; i++)
        if (strcmp(common->line[i], text) == 0)
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

static int write_line(const struct common_lines *common, const char *key, const char *value,
                      int number, struct names *written, FILE *out)
{
    char *text = line_text(key, value);
    int code = text ? 0 : -ENOMEM;
    if (text && !is_common(common, text) && !names_find(written, text)) {
        fprintf(out, "# node%d_%s\n", number, text);
        code = names_keep(written, text) ? 0 : -ENOMEM;
    }
    free(text);
    return code;
}

int node_lines_write(const struct common_lines *common, const struct table *table, const char *name,
                     int number, struct names *written, FILE *out)
{
    const char *prefix = prefix_of(table, name);
    int code = 0;
    for (int i = 0; i < table->header_count && !code; i++) {
        const char *key = own_key(&table->headers[i], prefix);
        if (key)
            code = write_line(common, key, table->headers[i].value, number, written, out);
    }
    return code;
}
