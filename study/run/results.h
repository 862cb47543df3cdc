/* The results folder: results.csv, one row a point, and samples.csv, every sample.
 *
 * Both are CSV after `# key: value` lines. A row is written completely, with one write, when its
 * point ends. A run that was killed keeps all finished points, and opening the folder again
 * continues after them if the same command would measure the same points in the same way
 * (kept_judge). Points that other load disturbed are then measured again, if the machine is
 * quieter than before; a row stays until a less disturbed one replaces it. One run at a time uses a
 * folder. Fields contain no commas; an absent value is `-`. */
#ifndef WARPLINE_RESULTS_H
#define WARPLINE_RESULTS_H

#include "study/measure/measure.h"
#include "study/model/demand.h"
#include "study/plan/plan.h"

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* What an earlier run left in results.csv and samples.csv, and how much of it a run can continue.
 * This only reads: nothing may be changed before all of it has been checked. */
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

struct result;

struct results {
    int rows_file, samples_file; /* descriptors */
    struct kept done;            /* rows of earlier runs; done.row is NULL for new files */
    const char *folder;          /* the caller's */
    char *header;                /* of this run */
    int rows;                    /* number of rows: samples.csv identifies a point by it */
    int again;                   /* rows whose points are still to be measured again */
};

/* Opens the folder, which is created if it does not exist. `command` is the command line that
 * produces the rows; `folder` must stay valid until results_close. The folder may contain the rows
 * of the command `earlier` (NULL: none), if the plan has their points, too: they stay, under a
 * header that names all points. Returns 0 or an exit status after a message: EXIT_USAGE if the
 * folder cannot be written, another run is using it, its results were measured otherwise, or the
 * plan lacks a point of `earlier`. Nothing is created or changed before all of this is checked. */
int results_open(struct results *results, const char *folder, const char *command,
                 const char *earlier, const struct target_list *targets, const struct plan *plan);

/* The number of the point's row among those of earlier runs; -1 if the point has none, or is
 * measured again. */
int results_row(const struct results *results, const struct point *point);

/* Whether the point has such a row, also if it is measured again. */
bool results_has(const struct results *results, const struct point *point);

/* Writes a point's row and samples; of a point that is measured again, only if they are better than
 * the earlier ones, which they replace. Returns 0 or an exit status after a message; rows written
 * before stay complete. */
int results_add(struct results *results, const struct result *result);

/* Returns 0 as long as the rows can be found under the folder's name, else EXIT_WRONG after a
 * message. results_add calls it, too. */
int results_still_there(const struct results *results);

void results_close(struct results *results);

#endif
