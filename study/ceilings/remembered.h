/* The ceilings that were last measured on this machine, so that `show` predicts a time without
 * results at hand, and that a quick run need not measure again what takes seconds.
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

/* Adds what is known of the target to what is remembered of it, except what other load disturbed if
 * an earlier value is faster. */
void ceilings_remember(const struct target *target, const struct ceiling_set *set);

/* Reads what is remembered of the target of that name and facts, by memory policy and page sizes.
 * 0; -ENOENT if that is nothing; or another negative errno with one line in `problem`. */
int ceilings_recall(const char *name, const struct target_facts *facts, struct ceiling_set *set,
                    char *problem, size_t problem_size);

/* Takes from what is remembered the ceilings of memory and of the last cache's capacity that are
 * needed and missing, if they are at most a day old and cores and memory were as fast then as
 * set->speed_now says. Adds their rows to the file, with the time when they were measured. *reused
 * is their number. Returns 0, or an exit status after a message. */
int ceilings_reuse(struct target *target, struct ceilings_file *file, struct ceiling_set *set,
                   int *reused);

#endif
