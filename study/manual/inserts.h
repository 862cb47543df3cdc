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

/* Text in roff, the language of man pages; characters that are special in roff are escaped. */
/* Writes words exactly as they are typed: every `-` is a minus, so that a reader can copy it into a
 * shell. Writes no newline. */
void roff_code(FILE *out, const char *text);

/* Writes sentences: a `-` between two letters or digits is a hyphen. Begins and ends a line. */
void roff_prose(FILE *out, const char *text);

/* The same for one sentence without its capital and its full stop, which are added. */
void roff_sentence(FILE *out, const char *text);

/* Writes the tag of an item, in bold, and `more` after it in italics (NULL: nothing). The item's
 * text is the next paragraph. */
void roff_tag(FILE *out, const char *tag, const char *more);

#endif
