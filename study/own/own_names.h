/* Command-line names that are files of users' own patterns. */
#ifndef WARPLINE_OWN_NAMES_H
#define WARPLINE_OWN_NAMES_H

/* Loads the pattern of each name that is a file, and replaces the name by the pattern's. If another
 * name is not built in, also loads the patterns of WARPLINE_PATTERNS. 0, or EXIT_USAGE after a
 * message. */
int own_names_take(const char **names, int count);

/* Prints a problem of own.h on stderr: its sentence, then the compiler's unchanged output. */
void own_names_tell(const char *problem);

/* Loads the patterns of WARPLINE_PATTERNS, with a message for each that cannot be loaded. Returns
 * the number of these. */
int own_names_load_folders(void);

/* Words of sweeps (study/plan/plan.h), for patterns that no study contains. */
enum { OWN_WORDS_MAX = 16, OWN_WORD_MAX = 256 };
struct own_words {
    char text[OWN_WORDS_MAX][OWN_WORD_MAX];
    int count;
};

/* Replaces each name of a user's own pattern by a sweep over its first parameter, or over its
 * element sizes. The new texts belong to `words`, which must outlive the names; patterns beyond
 * OWN_WORDS_MAX keep their names. */
void own_names_sweep(const char **names, int count, struct own_words *words);

#endif
