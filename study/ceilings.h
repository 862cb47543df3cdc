/* The ceilings of a target, measured before the points of a run: what a unit takes of each thing
 * that a target can run out of (demand.h).
 *
 * Each has its probe, a point that asks for little else: a copy in each level, a chase through
 * each, a tile with all lanes in one bank. A ceiling is the probe's time over what the model says
 * that it asks for, so model and measurement share their units; of waits, what is known of the
 * others is taken off before. A results folder keeps them in ceilings.csv.
 */
#ifndef WARPLINE_CEILINGS_H
#define WARPLINE_CEILINGS_H

#include "study/arrays.h"
#include "study/demand.h"
#include "study/study.h"

#include <stdio.h>

/* The first line of ceilings.csv after its `#` lines: the names of its columns. */
extern const char ceiling_columns[];

/* Nothing known. */
struct ceilings ceilings_unknown(void);

/* Measures those of a target that points of the plan need: of no level beyond the one that the
 * farthest of them lives in. The arrays are the target's own. Writes a row for each to `out`, in
 * the order of ceiling_columns. 0, or an exit status after a message. */
int ceilings_measure(struct target *target, const struct plan *plan, struct arrays *arrays,
                     uint64_t seed, FILE *out, struct ceilings *ceilings);

/* Measures them again, in the middle of a run, but for those of memory, which does not go with the
 * clock as caches and arithmetic do: a CPU's falls when it has been busy for some time. What cannot
 * be measured now stays as it was. Writes rows, which stand for the earlier ones. */
int ceilings_renew(struct target *target, const struct plan *plan, struct arrays *arrays,
                   uint64_t seed, FILE *out, struct ceilings *ceilings);

/* Takes the ceiling of a target's memory anew, from the copies that studies compare with: `copy` is
 * one of them, and so many of its like took times_ns a pass. What they took over some time is
 * nearer to what points will find than one probe is. Writes a row, which stands for the earlier
 * one. */
void ceilings_take_copies(const struct point *copy, const double *times_ns, int count,
                          uint64_t seed, FILE *out, struct ceilings *ceilings);

/* Reads those of a target of that name from folder/ceilings.csv: of several rows of one the last.
 * 0, -ENOENT where the folder has none of that target, or another negative errno, with a line in
 * `problem`. */
int ceilings_read(const char *folder, const char *target, struct ceilings *ceilings, char *problem,
                  size_t problem_size);

#endif
