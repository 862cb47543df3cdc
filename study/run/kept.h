/* What an earlier run left in results.csv and samples.csv, and how much of it a run can continue.
 * This only reads: nothing may be changed before all of it has been checked. */
#ifndef WARPLINE_KEPT_H
#define WARPLINE_KEPT_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* A file's text, followed by a 0. */
struct content {
    char *text;
    size_t length;
};

/* A finished point. */
struct kept_row {
    char *identity;        /* columns.h */
    double bandwidth_gbps; /* 0 if the row has none */
    bool disturbed;        /* marked so */
    bool again;            /* other load disturbed it or left it without a time */
    double damage;         /* kept_damage */
    int samples;
};

struct kept {
    struct kept_row *row; /* NULL: not even a header; the files begin again */
    int rows, room;
    size_t rows_bytes;    /* of the valid part of results.csv */
    size_t samples_bytes; /* of samples.csv; 0: its header must be written again */
};

/* Checks both texts against `header`, which such results would get now, and which may request more
 * points if theirs has the command `earlier` (NULL: none). Returns 0, or EXIT_USAGE after a message
 * that names `folder`. What a kill, a full disk or a crash can leave is to be cut off: an
 * incomplete header, a last row without its line end, samples of points without a row. Refused are
 * results of another program, command, host or setting, other columns, rows of another length, rows
 * whose samples are missing, and fields that are no numbers. The caller frees `kept`, also after a
 * message. */
int kept_judge(const char *folder, const struct content *results, const struct content *samples,
               const char *header, const char *earlier, struct kept *kept);

/* Whether there is less other load now than when `theirs` was written: both are headers. */
bool is_quieter(const char *theirs, const char *ours);

/* How much other load damaged a point, by which two measurements of it compare: the share of its
 * samples that were disturbed (1: it has none), and 2 more if it is invalid. */
double kept_damage(bool valid, double disturbed, double samples);

/* Writes the text of results.csv, or of samples.csv, without row number `row`, and with the
 * header, if it is not NULL. */
enum { ROW_NONE = INT_MAX };
void put_other_rows(FILE *out, const char *header, const char *rows, int row);
void put_other_samples(FILE *out, const char *samples, int row);

/* Removes the row from `kept`. */
void kept_forget(struct kept *kept, int row);

void kept_free(struct kept *kept);

#endif
