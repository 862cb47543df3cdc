#include "table.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct reader {
    struct table *table;
    const char *path;
    int line;  /* the one in hand, from 1 */
    int lines; /* in the file: no more rows or headers than that */
    char *problem;
    size_t problem_size;
};

__attribute__((format(printf, 3, 4))) static int fail(const struct reader *reader, int code,
                                                      const char *format, ...)
{
    char what[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    snprintf(reader->problem, reader->problem_size, "%s: %s", reader->path, what);
    return code;
}

/* Up to the first NUL, which no text file has, is the whole of a text file. */
static int read_text(struct reader *reader)
{
    FILE *file = fopen(reader->path, "r");
    if (!file)
        return fail(reader, -errno, "%s", strerror(errno));
    size_t capacity = 0;
    errno = 0;
    ssize_t length = getdelim(&reader->table->text, &capacity, '\0', file);
    int error = ferror(file) ? errno : 0;
    fclose(file);
    if (error)
        return fail(reader, -error, "%s", strerror(error));
    if (length <= 0)
        return fail(reader, -ENODATA, "the file is empty; run a study first");
    if (reader->table->text[length - 1] == '\0')
        return fail(reader, -EINVAL, "not a text file (it holds a zero byte)");
    return 0;
}

static int count_of(const char *text, char wanted)
{
    int count = 0;
    for (; *text; text++)
        count += *text == wanted;
    return count;
}

static char *trimmed(char *text)
{
    text += strspn(text, " \t");
    for (char *end = text + strlen(text); end > text && strchr(" \t\r", end[-1]);)
        *--end = '\0';
    return text;
}

static void take_header(struct table *table, char *line)
{
    char *colon = strchr(line, ':');
    if (!colon)
        return;
    *colon = '\0';
    table->headers[table->header_count++] =
        (struct table_header){.key = trimmed(line), .value = trimmed(colon + 1)};
}

static void split(char *line, const char **fields)
{
    for (char *field; (field = strsep(&line, ","));)
        *fields++ = trimmed(field);
}

static int take_columns(struct reader *reader, char *line)
{
    struct table *table = reader->table;
    table->column_count = count_of(line, ',') + 1;
    table->columns = calloc(table->column_count, sizeof *table->columns);
    table->cells = calloc((size_t)(reader->lines + 1) * table->column_count, sizeof *table->cells);
    if (!table->columns || !table->cells)
        return fail(reader, -ENOMEM, "not enough memory");
    split(line, table->columns);
    return 0;
}

static int take_row(struct reader *reader, char *line)
{
    struct table *table = reader->table;
    int fields = count_of(line, ',') + 1;
    if (fields != table->column_count)
        return fail(reader, -EINVAL, "line %d has %d fields where the column line has %d",
                    reader->line, fields, table->column_count);
    split(line, table->cells + (size_t)table->row_count++ * table->column_count);
    return 0;
}

static int take_line(struct reader *reader, char *line)
{
    line = trimmed(line);
    if (*line == '\0')
        return 0;
    if (*line == '#') {
        take_header(reader->table, line + 1);
        return 0;
    }
    return reader->table->columns ? take_row(reader, line) : take_columns(reader, line);
}

/* What follows the last newline was cut off in the middle, perhaps of a number: never believed. */
static int take_lines(struct reader *reader)
{
    char *rest = reader->table->text;
    for (char *end; (end = strchr(rest, '\n')); rest = end + 1) {
        *end = '\0';
        reader->line++;
        int code = take_line(reader, rest);
        if (code)
            return code;
    }
    reader->table->truncated = *rest != '\0';
    return 0;
}

static int parse(struct reader *reader)
{
    reader->lines = count_of(reader->table->text, '\n');
    reader->table->headers = calloc(reader->lines + 1, sizeof *reader->table->headers);
    if (!reader->table->headers)
        return fail(reader, -ENOMEM, "not enough memory");
    int code = take_lines(reader);
    if (code == 0 && !reader->table->columns)
        return fail(reader, -ENODATA, "there is no complete line of column names in it");
    return code;
}

int table_read(struct table *table, const char *path, char *problem, size_t problem_size)
{
    struct reader reader = {
        .table = table, .path = path, .problem = problem, .problem_size = problem_size};
    *table = (struct table){0};
    int code = read_text(&reader);
    if (code == 0)
        code = parse(&reader);
    if (code)
        table_free(table);
    return code;
}

void table_free(struct table *table)
{
    free(table->text);
    free(table->headers);
    free(table->columns);
    free(table->cells);
    *table = (struct table){0};
}

const char *table_header_value(const struct table *table, const char *key)
{
    for (int i = 0; i < table->header_count; i++)
        if (strcmp(table->headers[i].key, key) == 0)
            return table->headers[i].value;
    return NULL;
}

int table_column(const struct table *table, const char *name)
{
    for (int i = 0; i < table->column_count; i++)
        if (strcmp(table->columns[i], name) == 0)
            return i;
    return -1;
}

const char *table_cell(const struct table *table, int row, int column)
{
    return table->cells[(size_t)row * table->column_count + column];
}

double table_number(const char *text)
{
    char *end;
    double number = strtod(text, &end);
    return end == text || *end ? NAN : number;
}
