/* Studies that are not in the catalogue: sweeps that the command line requests.
 *
 * Such a study is one word, so it can be one of the names of studies, with several others in one
 * run:
 *
 *     PATTERN[+PATTERN...]:PARAMETER=VALUES[:PARAMETER=VALUES...]
 *
 * The first parameter is the axis. At most one of the others has several values, each of which is a
 * line; the rest are fixed. `element` and `footprint` (of the copy) can be swept in any pattern.
 * Words with the same patterns and the same axis are one study, called
 * PATTERN[+PATTERN...]_by_PARAMETER, so that a folder's results of it can grow. */
#ifndef WARPLINE_ASKED_H
#define WARPLINE_ASKED_H

#include "patterns/pattern.h"
#include "study/request.h"

struct study;
struct sweep;

enum { ASKED_STUDIES_MAX = 64, ASKED_TEXT_MAX = 1024 };

/* The studies, and texts that plans refer to. Zeroed, it is empty. */
struct asked_studies {
    struct asked_study *studies[ASKED_STUDIES_MAX];
    int count;
    char **texts;
    int text_count, text_room;
};

/* The name that stands for every study of the catalogue. */
extern const char asked_all[];

/* Whether the name is such a word, right or wrong. */
bool asked_is_word(const char *name);

/* Whether it is such a word of existing patterns. */
bool asked_is_known(const char *name);

/* Writes the word for the sweeps, settings and names of `request`, which are all patterns. Returns
 * 0, or EXIT_USAGE after a message that names the option, the value and what would work. */
int asked_word(const struct plan_request *request, char word[ASKED_TEXT_MAX]);

/* Reads a word and adds its sweeps. Returns 0, or an exit status after a message. */
int asked_add(struct asked_studies *asked, const char *word);

/* Reads a word without storing it. Returns 0, or EXIT_USAGE after a message. */
int asked_check(const char *word);

/* Study number `number`; NULL if there are no more. */
const struct study *asked_study(const struct asked_studies *asked, int number);

/* What a figure of the study needs besides its rows: the axis in words, and whether its values are
 * bytes. */
const char *asked_axis(const struct asked_studies *asked, int number, bool *bytes);

/* Writes the parameters that a sweep of the pattern has fixed, and those of --set that the pattern
 * has, except the swept one: "chains=2 window=64" in the order of its parameters, "" if there are
 * none. The text lives as long as `asked`. Returns 0, or an exit status after a message. */
int asked_settings(struct asked_studies *asked, const struct pattern *pattern,
                   const struct sweep *sweep, const struct plan_request *request,
                   const char **settings);

void asked_free(struct asked_studies *asked);

#endif
