/* JSON documents: what commands print with --json.
 *
 * A document is one value on stdout with a line's end. Names are those of results.csv where it has
 * the quantity, and end with the unit where there is one (`time_ns`). Numbers are numbers, and null
 * where there is none; text is valid UTF-8 whatever a file's name holds: a byte that is not becomes
 * U+FFFD. Want of memory is noted and told when the document is printed, so that no call here has
 * to be asked whether it could do its work. */
#ifndef WARPLINE_DOCUMENT_H
#define WARPLINE_DOCUMENT_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

/* An empty object, the document itself; begins anew what is noted. */
json_t *document_open(void);

/* Prints the document and gives it back. EXIT_DONE, or EXIT_WRONG after a message where memory was
 * short; nothing is printed then. */
int document_print(json_t *document);

/* A text as a value: null for NULL. */
json_t *document_text(const char *text);

/* Add a member: a value that is given over; a text (null for NULL), a number (null where it is not
 * finite), a count, yes or no. */
void put_value(json_t *object, const char *name, json_t *value);
void put_text(json_t *object, const char *name, const char *text);
void put_number(json_t *object, const char *name, double number);
void put_count(json_t *object, const char *name, int64_t count);
void put_flag(json_t *object, const char *name, bool flag);

/* Adds an empty array, or object, and returns it: the document's, not the caller's; NULL, which all
 * calls here take, without memory. */
json_t *put_array(json_t *object, const char *name);
json_t *put_object(json_t *object, const char *name);

/* The same at an array's end. */
json_t *add_object(json_t *array);
void add_text(json_t *array, const char *text);

#endif
