/* What an earlier run left in results.csv and samples.csv, and how much of it holds. Only reads:
 * nothing may be touched before all of it has been judged. */
#ifndef WARPLINE_KEPT_H
#define WARPLINE_KEPT_H

#include <stdbool.h>
#include <stddef.h>

/* A file's text, with a 0 after it. */
struct content {
    char *text;
    size_t length;
};

/* What the two files begin with in this version: the lines of names, with their line's end. */
struct kept_form {
    const char *columns;
    const char *samples_head;
};

struct kept {
    int rows;             /* finished points */
    size_t rows_bytes;    /* of results.csv that hold; 0: not even a header, to be begun anew */
    size_t samples_bytes; /* of samples.csv; 0: its header is to be written anew */
};

/* Reads all of an open file, called `name` in messages. 0 and a text that the caller frees, or an
 * exit status after a message. */
int content_read(int file, const char *name, struct content *content);

/* Judges both texts against `header`, which such results would get now: 0, or EXIT_USAGE after a
 * message that names `folder`. What a kill, a full disk or a crash can have left is to be cut off:
 * a header that is not whole, a last row without its line's end, samples of points that got no row.
 * Refused are results of another program, command, host or setting, other columns, rows of another
 * length, and rows whose samples are missing. */
int kept_judge(const char *folder, const struct content *results, const struct content *samples,
               const char *header, const struct kept_form *form, struct kept *kept);

/* The first row of a results.csv whose header is whole; rows end with an empty text. */
const char *kept_first_row(const char *text);

/* The start of field `number` (from 0) of a row that has it. */
const char *kept_field(const char *row, int number);

/* The number of the column `name` in a line of names, -1 where there is none. */
int kept_column(const char *columns, const char *name);

#endif
