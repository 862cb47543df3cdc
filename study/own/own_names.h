/* Names of a command line that are files of patterns of one's own. */
#ifndef WARPLINE_OWN_NAMES_H
#define WARPLINE_OWN_NAMES_H

/* Loads the pattern of each name that is a file, and puts the pattern's name in its place. Where
 * another name is not built in, loads the patterns of WARPLINE_PATTERNS, too. 0, or EXIT_USAGE
 * after a message. */
int own_names_take(const char **names, int count);

/* Prints a problem of own.h on stderr: its sentence, then the compiler's output unchanged. */
void own_names_tell(const char *problem);

/* Loads the patterns of WARPLINE_PATTERNS, with a message for each that cannot be loaded. Returns
 * how many could not. */
int own_names_load_folders(void);

/* Words of sweeps (study/plan/asked.h), for patterns that no study sweeps. */
enum { OWN_WORDS_MAX = 16, OWN_WORD_MAX = 256 };
struct own_words {
    char text[OWN_WORDS_MAX][OWN_WORD_MAX];
    int count;
};

/* Replaces each name of one's own pattern by a sweep over its first parameter, or over its element
 * sizes. The new texts belong to `words`, which must outlive the names; patterns beyond
 * OWN_WORDS_MAX keep their names. */
void own_names_sweep(const char **names, int count, struct own_words *words);

#endif
