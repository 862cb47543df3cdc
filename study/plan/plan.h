/* The plan: all points of the requested studies, in the order of measuring. */
#ifndef WARPLINE_PLAN_H
#define WARPLINE_PLAN_H

#include "patterns/pattern.h"
#include "study/plan/point.h"
#include "study/plan/targets.h"
#include "study/request.h"

#include <stdio.h>

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

struct plan {
    struct point *points;
    int count, room;
    struct asked_studies
        asked; /* its studies that are not in the catalogue, and texts of its points */
    const char *const *head; /* the request's */
};

/* Returns 0 if every name of the request is a study, a pattern that some study sweeps or a word of
 * a sweep, and has the parameters of its settings; else EXIT_USAGE after a message. */
int plan_check_names(const struct plan_request *request);

/* Whether a plan can be made for that name: a study, a pattern that some study sweeps, a word of a
 * sweep, or `all`, every study of the catalogue. */
bool plan_knows_name(const char *name);

/* Whether the request names the point's study, or its pattern in that study; a copy belongs to
 * every pattern of its study. */
bool plan_asks_for(const struct point *point, const struct plan_request *request);

/* Writes the options of `run` that say how the request is measured, except targets, parameters and
 * seed: " --quick --samples 20". `put_word` writes a word of the user's. */
void plan_put_options(FILE *out, const struct plan_request *request,
                      void (*put_word)(FILE *out, const char *word));

/* Prints that there is no study and no pattern of that name, and similar names. Returns
   EXIT_USAGE. */
int plan_unknown_name(const char *name);

/* Plans the studies that the request names (all if it names none) on all targets. The name of a
 * pattern that is no study stands for the pattern's series in each study that has it. Points are in
 * order of their studies, and within a study in random order by the request's seed. Baselines are
 * spread over the plan, each before its study's points and those of the studies just before it.
 * Work is equal along a sweep: all points of a study on one target make the same number of element
 * accesses. The names have been checked. Returns 0 or an exit status after a message; plan_free in
 * both cases. */
int plan_make(struct plan *plan, const struct plan_request *request, struct target_list *targets);

void plan_free(struct plan *plan);

/* Study number `number` of those that a plan can have: the catalogue's, then the plan's own; NULL
 * if there are no more. */
const struct study *plan_study(const struct plan *plan, int number);

/* A point of no study, with that footprint as far as the pattern leaves a choice. The request's
 * target, pattern, element size, parameter and value, and what is set, count. point->kernel is NULL
 * if the target has no kernel or not the memory. Returns 0, or an exit status after a message. */
int plan_probe(const struct point_request *asked, int64_t footprint_bytes, struct point *point);

#endif
