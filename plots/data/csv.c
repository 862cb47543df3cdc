#include "plots/data/csv.h"

#include "plots/data/text_digest.h"
#include "study/base/array.h"
#include "study/base/file.h"
#include "study/base/text.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* The remedy for a file with content that warpline does not write. */
static const char would_do[] = "restore the file, or measure again into another folder";

enum { LINE_MOST = 1 << 20, COLUMNS_MOST = 1000, HEADERS_MOST = 1 << 20, SHOWN_MOST = 64 };

__attribute__((format(printf, 3, 4))) static int fail(const struct table *table, int code,
                                                      const char *format, ...)
{
    char what[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    snprintf(table->problem, table->problem_size, "%s: %s", table->path, what);
    return code;
}

static char *trimmed(char *text)
{
    text += strspn(text, " \t");
    for (char *end = text + strlen(text); end > text && strchr(" \t\r", end[-1]);)
        *--end = '\0';
    return text;
}

/* Adds a line of the header to the digest of those before it, or compares the digest with the one
 * that the line states. A Windows editor's line ends change nothing. Older results have no digest,
 * and no line of merged results is called so. */
static void take_digest(struct table *table, const char *line)
{
    static const char stated[] = "# header_digest: ";
    const size_t length = strcspn(line, "\r\n"), start = strlen(stated);
    char made[17];
    if (*line != '#' || table->columns)
        return;
    snprintf(made, sizeof made, "%016llx", (unsigned long long)table->digest);
    if (strncmp(line, stated, start) == 0)
        table->edited |= length != start + 16 || strncmp(line + start, made, 16) != 0;
    table->digest = digest_add(digest_add(table->digest, line, length), "\n", 1);
}

/* Reads the next line, ended by a 0, into table->text. 1; 0 after the last complete line, whose
 * remainder is then there; or a negative errno. */
static int read_line(struct table *table, size_t *length)
{
    int byte;
    errno = 0;
    for (*length = 0;; ++*length) {
        array_make_room(table->text, *length, table->room);
        byte = getc_unlocked(table->file);
        if (byte == EOF || byte == '\n')
            break;
        if (*length == LINE_MOST)
            return fail(table, -EINVAL, "line %d is longer than a MiB, so it is no table; %s",
                        table->line + 1, would_do);
        table->text[*length] = (char)byte;
    }
    if (ferror(table->file)) {
        const int error = errno > 0 ? errno : EIO;
        return fail(table, -error, "%s", strerror(error));
    }
    if (byte == EOF && *length == 0)
        return 0;
    table->text[*length] = '\0';
    table->line++;
    table->truncated = byte == EOF;
    table->end += table->truncated ? 0 : (long)*length + 1;
    return 1;
}

static int refuse_byte(const struct table *table, const char *at)
{
    const unsigned char byte = (unsigned char)*at;
    if (byte < ' ' || byte == 127)
        return fail(table, -EINVAL, "line %d: a control character (0x%02x); %s", table->line, byte,
                    would_do);
    return fail(
        table, -EINVAL,
        "line %d: a byte (0x%02x) of a character that is not plain UTF-8; save it as UTF-8, or %s",
        table->line, byte, would_do);
}

/* Checks that a row, or the line of columns, may be printed, and copied to a table that a
 * spreadsheet opens. */
static int check_fields(const struct table *table, const char *line)
{
    const char *odd = not_plain(line), *field = line;
    if (odd)
        return refuse_byte(table, odd);
    if (strchr(line, '"'))
        return fail(table, -EINVAL, "line %d: a quotation mark; save it without quotes, or %s",
                    table->line, would_do);
    while (field && !is_formula(field)) {
        field = strchr(field, ',');
        field += field ? 1 + strspn(field + 1, " \t") : 0;
    }
    if (!field)
        return 1;
    const int length = (int)strcspn(field, ",");
    return fail(table, -EINVAL, "line %d: %.*s, which a spreadsheet takes for a formula; %s",
                table->line, length < SHOWN_MOST ? length : SHOWN_MOST, field, would_do);
}

/* Makes a header line, in which a name of any machine may stand, harmless. */
static void mend_header(char *line)
{
    quote_plain(line, line, strlen(line) + 1);
    for (char *comma = line; (comma = strchr(comma, ',')); comma++)
        if (is_formula(comma + 1))
            *comma = ';';
}

/* Reads the next line, without its end and the blanks around it. 1; 0 after the last complete line;
 * or a negative errno. */
static int next_line(struct table *table, char **line)
{
    size_t length;
    const int code = read_line(table, &length);
    if (code <= 0)
        return code;
    char *const text = table->text;
    if (strlen(text) != length)
        return fail(table, -EINVAL, "line %d: a zero byte, so it is no text file; %s", table->line,
                    would_do);
    *line = text;
    if (table->truncated)
        return 0;
    char *const begin = text + (table->line == 1 ? byte_order_mark(text) : 0);
    if (table->line == 1)
        table->digest = digest_begin;
    take_digest(table, begin);
    *line = trimmed(begin);
    if (**line != '#')
        return check_fields(table, *line);
    mend_header(*line);
    return 1;
}

static int take_header(struct table *table, const char *line)
{
    if (!strchr(line, ':'))
        return 0;
    if (table->header_count == HEADERS_MOST)
        return fail(table, -EINVAL, "line %d: more than %d header lines; %s", table->line,
                    HEADERS_MOST, would_do);
    array_make_room(table->headers, table->header_count, table->header_room);
    char *key = needed(strdup(line + strspn(line, " \t"))), *colon = strchr(key, ':');
    *colon = '\0';
    table->headers[table->header_count++] =
        (struct table_header){.key = trimmed(key), .value = trimmed(colon + 1)};
    return 0;
}

/* The next line that is neither empty nor a header line. */
static int next_content(struct table *table, char **line)
{
    int code;
    while ((code = next_line(table, line)) == 1) {
        if (**line == '#') /* NOLINT: there is a line */
            code = take_header(table, *line + 1);
        else if (**line)
            return 1;
        if (code < 0)
            return code;
    }
    return code;
}

static int field_count(const char *line)
{
    int count = 1;
    for (; *line; line++)
        count += *line == ',';
    return count;
}

static void split(char *line, const char **fields)
{
    for (char *field; (field = strsep(&line, ","));)
        *fields++ = trimmed(field);
}

static int take_columns(struct table *table, const char *line)
{
    if (field_count(line) > COLUMNS_MOST)
        return fail(table, -EINVAL, "line %d: more than %d columns; %s", table->line, COLUMNS_MOST,
                    would_do);
    table->column_count = field_count(line);
    table->names = needed(strdup(line));
    table->columns = needed(calloc((size_t)table->column_count, sizeof *table->columns));
    table->cells = needed(calloc((size_t)table->column_count, sizeof *table->cells));
    split(table->names, table->columns);
    table->pattern_column = table_column(table, "pattern");
    table->resource_column = table_column(table, "resource");
    for (int i = 0; i < table->column_count; i++)
        if (table_column(table, table->columns[i]) != i)
            return fail(table, -EINVAL, "line %d: there are two columns `%s`; %s", table->line,
                        table->columns[i], would_do);
    return 0;
}

static int read_top(struct table *table)
{
    char *line;
    const int code = next_content(table, &line);
    if (code == 1)
        return take_columns(table, line);
    if (code == 0 && table->line == 0)
        return fail(table, -ENODATA, "the file is empty; run a study first");
    if (code == 0)
        return fail(table, -ENODATA, "there is no complete line of column names in it");
    return code;
}

static int open_top(struct table *table, FILE *file)
{
    table->file = file;
    const int code = file ? read_top(table) : fail(table, -errno, "%s", strerror(errno));
    if (code)
        table_close(table);
    return code;
}

int table_open(struct table *table, const char *folder, const char *name, char *problem,
               size_t problem_size)
{
    *table = (struct table){.problem = problem, .problem_size = problem_size};
    if (snprintf(table->path, sizeof table->path, "%s/%s", folder, name) >= PATH_MAX)
        return fail(table, -ENAMETOOLONG, "%s", strerror(ENAMETOOLONG));
    FILE *file;
    const int code = file_open(table->path, TABLE_BYTES_MOST, &file, problem, problem_size);
    return code ? code : open_top(table, file);
}

int table_open_text(struct table *table, const char *text, size_t length, const char *path,
                    char *problem, size_t problem_size)
{
    *table = (struct table){.problem = problem, .problem_size = problem_size};
    snprintf(table->path, sizeof table->path, "%s", path);
    return open_top(table, fmemopen((char *)text, length, "r"));
}

int table_open_head(struct table *table, const char *text, bool *goes_on, char *problem,
                    size_t problem_size)
{
    char *line = NULL;
    int code;
    *goes_on = false;
    *table = (struct table){.problem = problem, .problem_size = problem_size, .path = "header"};
    table->file = fmemopen((char *)text, strlen(text), "r");
    if (!table->file)
        return *text ? fail(table, -errno, "%s", strerror(errno)) : 0;
    do
        code = next_line(table, &line);
    while (code == 1 && *line == '#' && (code = take_header(table, line + 1)) == 0);
    *goes_on = code == 1 || (table->truncated && *line != '#');
    if (code < 0)
        table_close(table);
    return code < 0 ? code : 0;
}

/* Older versions used other names for some patterns, and for resources in ceilings.csv. */
static void rename_cell(struct table *table, int column)
{
    static const char *const names[][2] = {
        {"dealt", "cyclic"},
        {"dealt_clear", "cyclic_clear"},
        {"L2 sectors in part", "L2 partial-sector writes"},
        {"bank turns", "bank accesses"},
        {"rounds of a warp", "block latency"},
        {"rounds through the tile", "tile block latency"},
        {"rounds to memory", "memory block latency"},
    };
    for (size_t i = 0; column >= 0 && i < sizeof names / sizeof *names; i++)
        if (strcmp(table->cells[column], names[i][0]) == 0)
            table->cells[column] = names[i][1];
}

int table_next(struct table *table)
{
    char *line;
    const int code = next_content(table, &line);
    if (code != 1)
        return code;
    const int fields = field_count(line);
    if (fields != table->column_count)
        return fail(table, -EINVAL, "line %d has %d fields where the column line has %d; %s",
                    table->line, fields, table->column_count, would_do);
    split(line, table->cells);
    rename_cell(table, table->pattern_column);
    rename_cell(table, table->resource_column);
    return 1;
}

bool table_unfinished(struct table *table)
{
    if (!table->truncated || check_fields(table, table->text) != 1 ||
        field_count(table->text) != table->column_count)
        return false;
    split(table->text, table->cells);
    return true;
}

void table_close(struct table *table)
{
    if (table->file)
        fclose(table->file);
    for (int i = 0; i < table->header_count; i++)
        free(table->headers[i].key);
    free(table->headers);
    free(table->columns);
    free(table->cells);
    free(table->text);
    free(table->names);
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

int table_needed_column(struct table *table, const char *name)
{
    const int column = table_column(table, name);
    return column >= 0 ? column : fail(table, -EINVAL, "there is no column `%s`", name);
}

int table_refuse(struct table *table, int column, const char *wrong)
{
    return fail(table, -EINVAL, "line %d, column %s: %.64s %s; %s", table->line,
                table->columns[column], table->cells[column], wrong, would_do);
}

int table_number(struct table *table, int column, const struct table_range *range, double *number)
{
    char *end, wrong[128];
    const char *text = table->cells[column];
    *number = NAN;
    if (range->absent && strcmp(text, "-") == 0)
        return 0;
    *number = strtod(text, &end);
    /* strtod also accepts hexadecimals and words such as inf and nan: refuse them. */
    const bool is_number = end != text && !*end && !strpbrk(text, "xXnN");
    if (is_number && *number >= range->least && *number <= range->most &&
        !(range->whole && *number != floor(*number)))
        return 0;
    snprintf(wrong, sizeof wrong, "is no %s from %.10g to %.10g",
             range->whole ? "whole number" : "number", range->least, range->most);
    return table_refuse(table, column, wrong);
}
