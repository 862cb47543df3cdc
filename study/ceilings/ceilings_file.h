/* ceilings.csv in a results folder: a row for each probe, added as it ends; of several rows for one
 * resource the last counts. */
#ifndef WARPLINE_CEILINGS_FILE_H
#define WARPLINE_CEILINGS_FILE_H

#include "study/measure/statistics.h"
#include "study/model/demand.h"
#include "study/plan/point.h"

enum { CEILING_TEXT_MAX = 32 };

/* What a run knows of a target's ceilings. */
struct ceiling_set {
    struct ceilings known;
    bool needed[RESOURCES];     /* by the points to come */
    double probed_s[RESOURCES]; /* when, in seconds since 1970; 0: not yet */
};

struct ceilings_file {
    int file;           /* descriptor, -1 where it is closed: rows are not kept then */
    const char *folder; /* not owned */
};

/* Nothing known. */
struct ceilings ceilings_unknown(void);

/* "36 ns", "110 GB/s": returns text. */
const char *ceiling_text(enum resource resource, double ns_each, char text[CEILING_TEXT_MAX]);

/* Opens the folder's file for more rows: a row that was cut off is taken away, and a file of other
 * columns is emptied, as it is with `anew`. 0, or an exit status after a message. */
int ceilings_file_open(struct ceilings_file *file, const char *folder, bool anew);

void ceilings_file_close(struct ceilings_file *file);

/* Adds the row of a probe, whole or not at all: what one unit took in ns (NaN: that could not be
 * measured), and the probe's passes (then not looked at). 0, or an exit status after a message. */
int ceilings_file_add(struct ceilings_file *file, const struct point *point, enum resource resource,
                      double ns_each, const struct summary *ns);

/* Reads those of a target of that name from folder/ceilings.csv. 0, -ENOENT where the folder has
 * none of that target, or another negative errno, with a line in `problem`; nothing is known then.
 */
int ceilings_read(const char *folder, const char *target, struct ceilings *ceilings, char *problem,
                  size_t problem_size);

/* The same of the first target of that name's kind: one GPU of a kind is like the other. */
int ceilings_like(const char *folder, const char *target, struct ceilings *ceilings, char *problem,
                  size_t problem_size);

/* The same as ceilings_read with the times of probing; what is needed is not known yet. */
int ceilings_read_set(const char *folder, const char *target, struct ceiling_set *set,
                      char *problem, size_t problem_size);

#endif
