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

/* Words of sweeps (study/plan/sweeps/asked.h), for patterns that no study sweeps. */
enum { OWN_WORDS_MAX = 16, OWN_WORD_MAX = 256 };
struct own_words {
    char text[OWN_WORDS_MAX][OWN_WORD_MAX];
    int count;
};

/* Puts a sweep over its first parameter, or its element sizes, in place of each name of one's own
 * pattern. The texts are the words', which are to stay; of more patterns than there is room for
 * the names stay as they are. */
void own_names_sweep(struct options *options, struct own_words *words);

#endif
