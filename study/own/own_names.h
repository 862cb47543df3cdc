/* Patterns of one's own on a command line. */
#ifndef WARPLINE_OWN_NAMES_H
#define WARPLINE_OWN_NAMES_H

#include "study/commands/options.h"

/* Loads the patterns that the names are files of, and puts their names in place of those. Where
 * another name is not built in, it loads those of WARPLINE_PATTERNS, too. 0, or EXIT_USAGE after a
 * message. */
int own_names_take(struct options *options);

/* Prints a problem of own.h on stderr: its sentence, then what the compiler said, as it is. */
void own_names_tell(const char *problem);

/* Loads those of WARPLINE_PATTERNS, with a message for each that cannot be. Returns how many. */
int own_names_load_folders(void);

#endif
