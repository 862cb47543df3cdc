/* Makes a man page from its template: the template has the prose, the program has the tables, so
 * the manual cannot describe an option, a column or a pattern that does not exist.
 *
 * usage: warpline_manual TEMPLATE PAGE
 */
#include "study/base/message.h"
#include "study/commands/options.h"
#include "study/manual/inserts.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* The insert that begins at an `@`: "@NAME@". NULL: there is none of that name. */
static const struct insert *insert_at(const char *text)
{
    for (const struct insert *i = inserts; i->name; i++) {
        const size_t length = strlen(i->name);
        if (strncmp(text + 1, i->name, length) == 0 && text[length + 1] == '@')
            return i;
    }
    return NULL;
}

/* The command of "@command NAME@". NULL: it is something else. */
static const struct command *command_at(const char *text)
{
    static const char before[] = "@command ";
    if (strncmp(text, before, sizeof before - 1) != 0)
        return NULL;
    text += sizeof before - 1;
    for (const struct command *c = commands; c->name; c++) {
        const size_t length = strlen(c->name);
        if (strncmp(text, c->name, length) == 0 && text[length] == '@')
            return c;
    }
    return NULL;
}

/* Expands one line, which has no newline. */
static int expand_line(FILE *out, const char *line, const char *file, int number)
{
    for (const char *at; (at = strchr(line, '@')); line = strchr(at + 1, '@') + 1) {
        const struct insert *insert = insert_at(at);
        const struct command *command = command_at(at);
        if (!insert && !command)
            return complain(EXIT_USAGE, "%s:%d: there is no such insert: %s", file, number, at);
        fwrite(line, 1, (size_t)(at - line), out);
        if (command)
            write_command(out, command);
        else
            insert->write(out);
        if (command || insert->lines)
            return 0;
    }
    fprintf(out, "%s\n", line);
    return 0;
}

static int expand(FILE *out, FILE *template, const char *file)
{
    char *line = NULL;
    size_t room = 0;
    int status = 0;
    for (int number = 1; !status && getline(&line, &room, template) > 0; number++) {
        line[strcspn(line, "\n")] = '\0';
        status = expand_line(out, line, file, number);
    }
    free(line);
    return status;
}

/* Removes an incomplete page: make would take it for a new one. */
static int make_page(const char *page, FILE *template, const char *file)
{
    FILE *out = fopen(page, "w");
    if (!out)
        return complain(EXIT_USAGE, "%s: %s", page, strerror(errno));
    int status = expand(out, template, file);
    const bool failed = ferror(out);
    if ((fclose(out) != 0 || failed) && !status)
        status = complain(EXIT_WRONG, "%s: cannot be written", page);
    if (status)
        remove(page);
    return status;
}

int main(int argc, char **argv)
{
    if (argc != 3)
        return complain(EXIT_USAGE, "usage: warpline_manual TEMPLATE PAGE");
    FILE *template = fopen(argv[1], "r");
    if (!template)
        return complain(EXIT_USAGE, "%s: %s", argv[1], strerror(errno));
    const int status = make_page(argv[2], template, argv[1]);
    fclose(template);
    return status;
}
