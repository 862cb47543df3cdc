#include "study/manual/inserts.h"

#include "study/commands/options.h"

#include <string.h>

static bool is_same(const struct argp_option *a, const struct argp_option *b)
{
    return strcmp(a->name, b->name) == 0 && strcmp(a->doc, b->doc) == 0;
}

static bool has(const struct command *command, const struct argp_option *option)
{
    for (const struct argp_option *o = command->options; o->name; o++)
        if (is_same(o, option))
            return true;
    return false;
}

/* Whether two or more commands have the option, with one help text. */
static bool is_common(const struct argp_option *option)
{
    int count = 0;
    for (const struct command *c = commands; c->name; c++)
        count += has(c, option);
    return count > 1;
}

static void write_option(FILE *out, const struct argp_option *option)
{
    char tag[64];
    snprintf(tag, sizeof tag, "--%s", option->name);
    roff_tag(out, tag, option->arg);
    roff_prose(out, option->doc);
}

/* Whether no command before this one has the option. */
static bool is_first(const struct command *command, const struct argp_option *option)
{
    for (const struct command *c = commands; c != command; c++)
        if (has(c, option))
            return false;
    return true;
}

void insert_common_options(FILE *out)
{
    for (const struct command *c = commands; c->name; c++)
        for (const struct argp_option *o = c->options; o->name; o++)
            if (is_common(o) && is_first(c, o))
                write_option(out, o);
}

static void write_common_names(FILE *out, const struct command *command)
{
    const char *between = ".PP\nCommon options:";
    for (const struct argp_option *o = command->options; o->name; o++)
        if (is_common(o)) {
            fprintf(out, "%s \\fB\\-\\-", between);
            roff_code(out, o->name);
            fputs("\\fR", out);
            between = ",";
        }
    if (*between == ',')
        fputs(".\n", out);
}

void write_command(FILE *out, const struct command *command)
{
    fputs(".SS \"", out);
    roff_code(out, command->name);
    if (*command->arguments) {
        fputs(" \\fI", out);
        roff_code(out, command->arguments);
        fputs("\\fR", out);
    }
    fputs("\"\n", out);
    roff_sentence(out, command->help);
    write_common_names(out, command);
    for (const struct argp_option *o = command->options; o->name; o++)
        if (!is_common(o))
            write_option(out, o);
}
