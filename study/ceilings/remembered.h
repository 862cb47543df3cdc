/* The ceilings that were last measured on this machine, so that `show` predicts a time without
 * results at hand.
 *
 * They are in $XDG_STATE_HOME/warpline/ceilings-MACHINE (~/.local/state/warpline), a ceilings.csv
 * with the latest value of each resource. A folder that is missing or cannot be written is no
 * error: then nothing is remembered. */
#ifndef WARPLINE_REMEMBERED_H
#define WARPLINE_REMEMBERED_H

#include "patterns/target.h"
#include "study/ceilings/ceilings_file.h"

enum { MACHINE_DIGEST_MAX = 17 };

/* What must be equal for two runs to be of one machine: version, host, title and cores. */
void machine_digest(const struct target_facts *facts, char machine[MACHINE_DIGEST_MAX]);

/* Adds what is known of the target to what is remembered of it. */
void ceilings_remember(const struct target *target, const struct ceilings *known);

/* Reads what is remembered of the target of that name and facts. 0; -ENOENT if that is nothing; or
 * another negative errno with one line in `problem`. */
int ceilings_recall(const char *name, const struct target_facts *facts, struct ceilings *known,
                    char *problem, size_t problem_size);

#endif
