#include "study/own/compile/source_lines.h"

#include "study/base/file.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_ROOM = 64, WANTED_ROOM = 256, FILE_MOST = 64 << 20 };

/* The text of a file with its comments replaced by blanks, so that line numbers stay; NULL if it
 * cannot be read. The caller frees it. */
static char *code_of(const char *file)
{
    char *text;
    (void)file_read(file, FILE_MOST, &text, NULL, NULL, 0);
    bool in_comment = false, in_line = false, in_string = false;
    for (char *c = text; c && *c; c++) {
        if (!in_comment && !in_line && *c == '"' && (c == text || c[-1] != '\\'))
            in_string = !in_string;
        in_comment |= !in_line && !in_string && c[0] == '/' && c[1] == '*';
        in_line |= !in_comment && !in_string && c[0] == '/' && c[1] == '/';
        in_line &= *c != '\n';
        in_string &= *c != '\n';
        const bool ends = in_comment && c[0] == '*' && c[1] == '/';
        if ((in_comment || in_line) && *c != '\n')
            *c = ' ';
        if (ends) {
            c[1] = ' ';
            in_comment = false;
        }
    }
    return text;
}

/* The name that a line defines as a macro; false if it defines none. */
static bool defined_name(const char *line, char name[NAME_ROOM])
{
    char blank;
    line += strspn(line, " \t");
    if (*line != '#')
        return false;
    line += 1 + strspn(line + 1, " \t");
    return sscanf(line, "define%c%63[A-Za-z0-9_]", &blank, name) == 2 ||
           sscanf(line, "define%c %63[A-Za-z0-9_]", &blank, name) == 2;
}

/* Whether a line is the wanted one. */
typedef bool line_test(const char *line, const char *wanted);

static int find_line(const char *file, const char *wanted, line_test *is_it)
{
    char *text = code_of(file), *rest = text, *line;
    int number = 0, found = 0;
    while (text && !found && (line = strsep(&rest, "\n"))) {
        number++;
        if (is_it(line, wanted))
            found = number;
    }
    free(text);
    return found;
}

static bool defines(const char *line, const char *wanted)
{
    char name[NAME_ROOM];
    return defined_name(line, name) && strcmp(name, wanted) == 0;
}

static bool begins(const char *line, const char *wanted)
{
    line += strspn(line, " \t");
    const size_t length = strlen(wanted);
    return strncmp(line, wanted, length) == 0 && !isalnum((unsigned char)line[length]) &&
           line[length] != '_';
}

/* Whether the line contains the word with no letter next to it. */
static bool has_word(const char *line, const char *wanted)
{
    const size_t length = strlen(wanted);
    for (const char *at = line; (at = strstr(at, wanted)); at++)
        if (!isalnum((unsigned char)at[length]) && at[length] != '_' && at[length] != '"')
            return true;
    return false;
}

static bool has_text(const char *line, const char *wanted)
{
    return strstr(line, wanted) != NULL;
}

int line_of_macro(const char *file, const char *name)
{
    return find_line(file, name, defines);
}

int macro_text(const char *file, const char *name, char *text, size_t text_size)
{
    const int number = line_of_macro(file, name);
    char *code = number > 0 ? code_of(file) : NULL, *rest = code, *line = NULL;
    for (int i = 0; code && i < number; i++)
        line = strsep(&rest, "\n");
    const char *begin = line ? strstr(line, name) + strlen(name) : "";
    begin += strspn(begin, " \t\r");
    size_t length = strlen(begin);
    while (length > 0 && isspace((unsigned char)begin[length - 1]))
        length--;
    snprintf(text, text_size, "%.*s", (int)length, begin);
    free(code);
    return number;
}

int line_of_second_include(const char *file, const char *header)
{
    char *text = code_of(file), *rest = text, *line;
    int number = 0, seen = 0, found = 0;
    while (text && !found && (line = strsep(&rest, "\n"))) {
        number++;
        line += strspn(line, " \t");
        seen += *line == '#' && strstr(line, "include") && strstr(line, header);
        found = seen == 2 ? number : 0;
    }
    free(text);
    return found;
}

int line_of_row(const char *file)
{
    return find_line(file, "ROW", begins);
}

int line_of_word(const char *file, const char *word)
{
    return find_line(file, word, has_word);
}

int line_of_text(const char *file, const char *text)
{
    char quoted[WANTED_ROOM];
    snprintf(quoted, sizeof quoted, "\"%s\"", text);
    return find_line(file, quoted, has_text);
}

const char *lines_that_divide(const char *file, char *text, size_t text_size)
{
    char name[NAME_ROOM] = "", *code = code_of(file), *rest = code, *line;
    bool goes_on = false;
    text[0] = '\0';
    for (int number = 1; code && (line = strsep(&rest, "\n")); number++) {
        const bool is_macro = goes_on || (strstr(line, "define") && defined_name(line, name));
        const size_t length = strlen(line), used = strlen(text);
        goes_on = is_macro && length > 0 && line[length - 1] == '\\';
        if (is_macro && strpbrk(line, "/%"))
            snprintf(text + used, text_size - used, "%s%d (%s)", used ? ", " : "", number, name);
    }
    free(code);
    return text;
}
