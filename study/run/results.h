/* The results folder: results.csv, one row a point, and samples.csv, every sample.
 *
 * Both are CSV behind `# key: value` lines. A row is written whole, with one write, as its point
 * ends; a run that was killed keeps all finished points, and opening the folder again goes on after
 * them, if the same command would measure the same points in the same way (study/run/kept.h). One
 * run at a time has a folder. Fields hold no commas; what is absent is `-`. */
#ifndef WARPLINE_RESULTS_H
#define WARPLINE_RESULTS_H

#include "study/measure/measure.h"
#include "study/model/demand.h"
#include "study/plan/plan.h"
#include "study/run/kept.h"

struct result;

struct results {
    int rows_file, samples_file; /* descriptors */
    struct kept done;            /* as read at opening; done.row is NULL where they begin anew */
    const char *folder;          /* the caller's */
    int rows;                    /* rows there are: the number that samples.csv calls a point by */
};

/* Opens the folder, made if it is not there. `command` is the command line that the rows answer;
 * `folder` is kept until results_close. The folder may hold the rows of the command `earlier`
 * (NULL: none), if the plan has their points, too: they stay, under a header that names all points.
 * Returns 0 or an exit status after a message: EXIT_USAGE where the folder cannot be written,
 * another run is at work in it, its results were measured otherwise, or the plan lacks a point of
 * `earlier`. Nothing is made or changed before it is sure that it can be. */
int results_open(struct results *results, const char *folder, const char *command,
                 const char *earlier, const struct target_list *targets, const struct plan *plan);

/* The number of the point's row among those that were there at opening, -1 where it had none. */
int results_row(const struct results *results, const struct point *point);

/* Whether the point has a row already; *bandwidth_gbps is what that row says. */
bool results_have(const struct results *results, const struct point *point, double *bandwidth_gbps);

/* Writes a point's row and samples. Returns 0 or an exit status after a message; rows that are
 * written stay whole. */
int results_add(struct results *results, const struct result *result);

/* 0 as long as the rows can still be found under the folder's name, else EXIT_WRONG after a
 * message. results_add asks it, too. */
int results_still_there(const struct results *results);

void results_close(struct results *results);

#endif
