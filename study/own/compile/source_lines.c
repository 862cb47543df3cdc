#include "study/own/compile/source_lines.h"

#include "study/base/file.h"
#include "study/base/text.h"

#include <ctype.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_ROOM = 64, WANTED_ROOM = 256, FILE_MOST = 64 << 20 };

char *source_code(const char *file)
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
    char *text = source_code(file), *rest = text, *line;
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
        if (!isalnum((unsigned char)at[length]) && at[length] != '_' && at[length] != '"' &&
            (at == line || (!isalnum((unsigned char)at[-1]) && at[-1] != '_')))
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
    char *code = number > 0 ? source_code(file) : NULL, *rest = code, *line = NULL;
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
    char *text = source_code(file), *rest = text, *line;
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

int line_of_value(const char *file, int count, int *number)
{
    static const char mark[] = "s.value[";
    char *text = source_code(file), *rest = text, *line;
    int at = 0, found = 0;
    while (text && !found && (line = strsep(&rest, "\n"))) {
        at++;
        for (const char *c = line; !found && (c = strstr(c, mark)); c += strlen(mark))
            if (sscanf(c + strlen(mark), "%d", number) == 1 && *number >= count)
                found = at;
    }
    free(text);
    return found;
}

/* How often a text has the word, apart from longer ones. */
static int uses_of(const char *text, const char *word)
{
    const size_t length = strlen(word);
    int count = 0;
    for (const char *at = text; (at = strstr(at, word)); at += length)
        count += !isalnum((unsigned char)at[length]) && at[length] != '_' &&
                 (at == text || (!isalnum((unsigned char)at[-1]) && at[-1] != '_'));
    return count;
}

int line_of_unused_macro(const char *file, int after, char *name, size_t name_size)
{
    static const char include[] = "#include \"", ours[] = "patterns/kernel/";
    char *text = source_code(file), defined[NAME_ROOM];
    int number = 1, found = 0;
    for (const char *at = text; at && (at = strstr(at, include)); at += strlen(include))
        if (strncmp(at + strlen(include), ours, strlen(ours)) != 0)
            after = INT_MAX; /* that header may use them */
    for (const char *line = text; line && *line && !found; number++) {
        if (number > after && defined_name(line, defined) && uses_of(text, defined) == 1)
            found = number;
        line += strcspn(line, "\n");
        line += *line != '\0';
    }
    if (found)
        snprintf(name, name_size, "%s", defined);
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
    char name[NAME_ROOM] = "", *code = source_code(file), *rest = code, *line;
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

enum { BODY_ROOM = 4096, REACHED_MOST = 64, DEPTH_MOST = 8 };

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Copies the identifier that begins there and has nothing of a word before it; else "". Returns its
 * length. */
static size_t identifier_at(const char *text, const char *at, char name[NAME_ROOM])
{
    size_t length = 0;
    if (!isdigit((unsigned char)*at) && (at == text || !is_word(at[-1])))
        while (is_word(at[length]))
            length++;
    snprintf(name, NAME_ROOM, "%.*s", (int)length, at);
    return length;
}

/* The text of a macro, continued lines included; "" if the code defines none of that name. Returns
 * the line. */
static int body_of(const char *code, const char *wanted, char body[BODY_ROOM])
{
    char name[NAME_ROOM];
    int number = 1;
    body[0] = '\0';
    for (const char *line = code; *line;
         line += strcspn(line, "\n"), line += *line != '\0', number++) {
        if (!defined_name(line, name) || strcmp(name, wanted) != 0)
            continue;
        const char *begin = strstr(line, wanted) + strlen(wanted), *end = begin;
        while (*end && (*end != '\n' || end[-1] == '\\'))
            end++;
        snprintf(body, BODY_ROOM, "%.*s", (int)(end - begin), begin);
        return number;
    }
    return 0;
}

/* Whether an expression depends on the point or the step, by itself or through macros. */
static bool is_value(const char *code, const char *text, int depth)
{
    char name[NAME_ROOM], body[BODY_ROOM];
    for (const char *at = text; *at && depth < DEPTH_MOST; at++) {
        if (identifier_at(text, at, name) == 0)
            continue;
        if (strcmp(name, "s") == 0 || strcmp(name, "e") == 0 ||
            (body_of(code, name, body) && is_value(code, body, depth + 1)))
            return true;
    }
    return false;
}

/* What follows a division: a word with its members, or all within parentheses. */
static void divisor_at(const char *at, char divisor[BODY_ROOM])
{
    size_t length = 0;
    int depth = 0;
    at += strspn(at, " \t\\\n");
    do {
        depth += at[length] == '(' || at[length] == '[';
        depth -= at[length] == ')' || at[length] == ']';
        length += at[length] != '\0';
    } while (at[length] && (depth > 0 || is_word(at[length]) || strchr(".([", at[length])));
    snprintf(divisor, BODY_ROOM, "%.*s", (int)length, at);
}

static bool divides_by_value(const char *code, const char *body)
{
    char divisor[BODY_ROOM];
    for (const char *at = body; (at = strpbrk(at, "/%")); at++) {
        divisor_at(at + 1, divisor);
        if (is_value(code, divisor, 0))
            return true;
    }
    return false;
}

/* Adds the macros of the file that a text uses to the list of those that addresses use. */
static int add_used(const char *code, const char *text, char reached[REACHED_MOST][NAME_ROOM],
                    int count)
{
    char name[NAME_ROOM], body[BODY_ROOM];
    for (const char *at = text; *at && count < REACHED_MOST; at++) {
        bool known = identifier_at(text, at, name) == 0 || !body_of(code, name, body);
        for (int i = 0; i < count; i++)
            known = known || strcmp(reached[i], name) == 0;
        if (!known)
            snprintf(reached[count++], NAME_ROOM, "%s", name);
    }
    return count;
}

const char *lines_that_divide_by_values(const char *file, char *text, size_t text_size)
{
    char *code = source_code(file), body[BODY_ROOM], reached[REACHED_MOST][NAME_ROOM];
    int count = code ? add_used(code, "LOAD STORE ACTIVE", reached, 0) : 0;
    text[0] = '\0';
    for (int i = 0; i < count; i++) {
        const int number = body_of(code, reached[i], body);
        if (divides_by_value(code, body))
            text_add(text, text_size, "%s%d (%s)", *text ? ", " : "", number, reached[i]);
        count = add_used(code, body, reached, count);
    }
    free(code);
    return text;
}
