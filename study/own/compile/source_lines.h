/* Finds line numbers in the text of a pattern's file, for messages. 0: not in this file. */
#ifndef WARPLINE_SOURCE_LINES_H
#define WARPLINE_SOURCE_LINES_H

#include <stddef.h>

/* The text of a file with its comments replaced by blanks, so that line numbers stay; NULL if it
 * cannot be read. The caller frees it. */
char *source_code(const char *file);

/* The line on which a macro of that name is defined. */
int line_of_macro(const char *file, const char *name);

/* The same, and the macro's text without surrounding blanks. */
int macro_text(const char *file, const char *name, char *text, size_t text_size);

/* The line that includes a header for the second time. */
int line_of_second_include(const char *file, const char *header);

/* The line that has s.value[NUMBER] with a number that is not below the count. */
int line_of_value(const char *file, int count, int *number);

/* The next line, after that one, with a macro whose name is nowhere else in the file; 0 if the file
 * includes headers that may use it. */
int line_of_unused_macro(const char *file, int after, char *name, size_t name_size);

/* The line where the row begins (ROW =). */
int line_of_row(const char *file);

/* The line in the row with that text in quotes: the name of a parameter. */
int line_of_text(const char *file, const char *text);

/* The first line that contains the word outside of comments; ".name" finds a field of the row. */
int line_of_word(const char *file, const char *word);

/* Lists the lines with macros that contain a division: "5 (LOAD), 7 (IN_LENGTH)"; "": none. Returns
 * text. */
const char *lines_that_divide(const char *file, char *text, size_t text_size);

/* The same for lines that divide by a value, not a constant, in a macro that LOAD, STORE or ACTIVE
 * use. */
const char *lines_that_divide_by_values(const char *file, char *text, size_t text_size);

#endif
