#include "study/manual/inserts.h"

#include "study/commands/options.h"
#include "study/manual/roff.h"

static void write_options(FILE *out, const struct argp_option *option)
{
    if (!option->name)
        return;
    fputs(".RS\n", out);
    for (; option->name; option++) {
        fputs(".TP\n\\fB\\-\\-", out);
        roff_code(out, option->name);
        fputs("\\fR", out);
        if (option->arg) {
            fputs(" \\fI", out);
            roff_code(out, option->arg);
            fputs("\\fR", out);
        }
        fputc('\n', out);
        roff_prose(out, option->doc);
    }
    fputs(".RE\n", out);
}

void insert_commands(FILE *out)
{
    for (const struct command *command = commands; command->name; command++) {
        roff_tag(out, command->name, command->arguments);
        roff_prose(out, command->help);
        write_options(out, command->options);
    }
}
