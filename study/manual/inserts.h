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

/* Each writes one table (insert_*.c). */
void insert_common_options(FILE *out);    /* options that several commands have */
void insert_columns(FILE *out);           /* of results.csv */
void insert_needed_columns(FILE *out);    /* names in quotes, with commas between: JSON */
void insert_column_properties(FILE *out); /* of a JSON schema, each with a comma behind it */
void insert_ceilings(FILE *out);          /* what ceilings.csv may name */
void insert_patterns(FILE *out);
void insert_knobs(FILE *out); /* what a pattern's file may define */
void insert_studies(FILE *out);
void insert_claims(FILE *out);
void insert_completion(FILE *out); /* branches of a shell's `case`: words and what they mean */

/* Writes the heading of the command's section, its help, the names of its common options, and its
 * other options with their help. */
struct command;
void write_command(FILE *out, const struct command *command);

#endif
