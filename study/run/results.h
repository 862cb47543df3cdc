/* The results folder: results.csv, one row a point, and samples.csv, every sample.
 *
 * Both are CSV after `# key: value` lines. A row is written completely, with one write, when its
 * point ends. A run that was killed keeps all finished points, and opening the folder again
 * continues after them if the same command would measure the same points in the same way
 * (study/run/kept.h). Points that other load disturbed are then measured again, if the machine is
 * quieter than before; a row stays until a less disturbed one replaces it. One run at a time uses a
 * folder. Fields contain no commas; an absent value is `-`. */
#ifndef WARPLINE_RESULTS_H
#define WARPLINE_RESULTS_H

#include "study/measure/measure.h"
#include "study/model/demand.h"
#include "study/plan/plan.h"
#include "study/run/kept.h"

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
