/* JSON documents: the output of commands with --json.
 *
 * A document is one value on stdout with a final newline. Names are those of results.csv if it has
 * the quantity, and end with the unit if there is one (`time_ns`). Numbers are numbers, null if
 * there is none. Text is valid UTF-8: a name that is not becomes plain, as on a terminal
 * (study/base/text.h). */
#ifndef WARPLINE_DOCUMENT_H
#define WARPLINE_DOCUMENT_H

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

#endif
