/* JSON documents: the output of commands with --json.
 *
 * A document is one value on stdout with a final newline. Names are those of results.csv if it has
 * the quantity, and end with the unit if there is one (`time_ns`). Numbers are numbers, null if
 * there is none. Text is valid UTF-8: a name that is not becomes plain, as on a terminal
 * (study/base/text.h). */
#ifndef WARPLINE_DOCUMENT_H
#define WARPLINE_DOCUMENT_H

#include "study/plan/study.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

/* For the start of the program: where memory is short, jansson then ends it with a message and
 * EXIT_WRONG. (jansson 2.14 does not notice that it lost a key, and no caller checks each call.) */
void json_begin(void);

/* Prints the document and frees it. */
void document_print(json_t *document);

/* Add a member: a value, which the document then owns; a text (null for NULL), a number (null if it
 * is not finite), a count, a boolean. */
void put_value(json_t *object, const char *name, json_t *value);
void put_text(json_t *object, const char *name, const char *text);
void put_number(json_t *object, const char *name, double number);
void put_count(json_t *object, const char *name, int64_t count);
void put_flag(json_t *object, const char *name, bool flag);

/* Adds an empty array, or object, and returns it; the document owns it. */
json_t *put_array(json_t *object, const char *name);
json_t *put_object(json_t *object, const char *name);

/* The same, at the end of an array. */
json_t *add_object(json_t *array);
void add_text(json_t *array, const char *text);
void add_numbers(json_t *array, const double *numbers, int count);

/* Members that several documents have: those of a target, of a claim's test, of a pattern, of a
 * study. */

struct claim_test;
struct pattern;
struct shape;
struct target_facts;

/* Adds the facts of a target. For a cache that each worker has for itself, the total size is
 * null. */
void put_facts(json_t *object, const struct target_facts *facts);

/* Adds its caches only. */
void put_cache_levels(json_t *object, const struct target_facts *facts);

/* Adds the measured quantity and its limits. */
void put_claim_test(json_t *object, const struct claim_test *test);

/* With the parameter values of `shape`, unless it is NULL. */
void describe_pattern(json_t *object, const struct pattern *pattern, const struct shape *shape);

void describe_study(json_t *object, const struct study *study);

/* The output of commands with --json, each one document on stdout. An int that is
 * returned is the exit status: EXIT_DONE, or another after a message. */

struct dataset;
struct telling;
struct topology;

/* `warpline list`: an object with one array that has the list's name. */
int document_patterns(void);
int document_studies(void);
int document_targets(void);
int document_columns(void);
int document_claims(void);

/* The same of one pattern. */
int document_own_pattern(const struct pattern *pattern);

/* `warpline topo`: the open topology, the memory limit of the process, and the devices that drivers
 * report. */
void document_topology(const struct topology *topology);

/* `warpline claims`: the verdicts of the folder's results on all claims. */
void document_findings(const char *folder, const struct dataset *set);

/* The end of `warpline run`: the summary of the results in the folder, and the captions of their
 * studies. `tellings` ends with one without a study. */
int document_summary(const char *folder, const struct telling *tellings);

#endif
