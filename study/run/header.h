/* The `# key: value` lines at the head of results.csv: what the rows were measured with. */
#ifndef WARPLINE_HEADER_H
#define WARPLINE_HEADER_H

#include "study/plan/plan.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Writes a line `# key: value`, control characters as blanks. */
__attribute__((format(printf, 3, 4))) void header_put(FILE *out, const char *key,
                                                      const char *format, ...);

/* Writes all lines, the last one a digest of those before. `command` is the command line that the
 * rows answer. 0 or -ENOMEM, nothing written. */
int header_write(FILE *out, const char *command, const struct target_list *targets,
                 const struct plan *plan);

/* Writes the lines of `header`, a whole one, with the date of `old`, where both have one: that of
 * the first row. 0 or -ENOMEM, nothing written. */
int header_write_dated(FILE *out, const char *header, const char *old);

/* Writes a line `# environment: NAME=VALUE` for each variable of `environment` (ended by NULL) that
 * a result may depend on: all of OpenMP, libgomp, CUDA and hwloc, and of Slurm's those that name
 * job, array, node, partition, CPUs and GPUs. None whose name hints at a secret. */
void header_write_environment(FILE *out, char *const *environment);

/* Compares the header of results that are there with the one that they would get now, both as
 * texts that begin with it; `may_grow`: ours may ask for more points. Lines that say nothing of how
 * rows were measured, such as the date, are left out; a header that was cut off is compared as far
 * as it goes. Writes what differs into `text` ("host was a, is b; ..."), "" where nothing does.
 * Returns text. */
const char *header_differences(const char *theirs, const char *ours, bool may_grow, char *text,
                               size_t text_size);

/* Writes the value of a whole line `# key: value` into `value`; false where there is none. */
bool header_value(const char *text, const char *key, char *value, size_t value_size);

#endif
