/* The parts of man pages, completions and the JSON schema that come from the program's tables. A
 * template names an insert as @NAME@, and the section of a command as @command NAME@. */
#ifndef WARPLINE_INSERTS_H
#define WARPLINE_INSERTS_H

#include <stdbool.h>
#include <stdio.h>

struct insert {
    const char *name;
    void (*write)(FILE *out);
    bool lines; /* true: it writes whole lines, and its name is alone on a line; false: words inside
                   a line */
};

/* All of them, ended by a row without name. */
extern const struct insert inserts[];

/* In separate files: the options that several commands have, and the branches of a shell's
 * `case` with words and what they mean. */
void insert_common_options(FILE *out);
void insert_completion(FILE *out);

/* Writes the heading of the command's section, its help, the names of its common options, and its
 * other options with their help. */
struct command;
void write_command(FILE *out, const struct command *command);

#endif
