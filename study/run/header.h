/* The `# key: value` lines at the head of results.csv: the conditions under which the rows were
 * measured. */
#ifndef WARPLINE_HEADER_H
#define WARPLINE_HEADER_H

#include "study/plan/plan.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Writes a line `# key: value`, with control characters as blanks. */
__attribute__((format(printf, 3, 4))) void header_put(FILE *out, const char *key,
                                                      const char *format, ...);

/* Writes all lines, the last one a digest of those before. `command` is the command line that
 * produces the rows. */
void header_write(FILE *out, const char *command, const struct target_list *targets,
                  const struct plan *plan);

/* Writes the lines of `header`, which is complete. If both have a date, that of `old` replaces it:
 * the date of the first row. */
void header_write_dated(FILE *out, const char *header, const char *old);

/* Writes a line `# environment: NAME=VALUE` for each variable of `environment` (ended by NULL) that
 * a result may depend on: all of OpenMP, libgomp, CUDA and hwloc, and those of Slurm that name job,
 * array, node, partition, CPUs and GPUs. Variables whose names hint at a secret are left out. */
void header_write_environment(FILE *out, char *const *environment);

/* Compares the header of existing results with the one that they would get now. Both are texts that
 * begin with it; `may_grow`: ours may request more points. Lines that do not affect the
 * measurement, such as the date, are ignored; a header that was cut off is compared as far as it
 * goes. Writes the differences into `text` ("host was a, is b; ..."), "" if there are none. Returns
 * text. */
const char *header_differences(const char *theirs, const char *ours, bool may_grow, char *text,
                               size_t text_size);

/* Writes the value of a complete line `# key: value` into `value`; false if there is none. */
bool header_value(const char *text, const char *key, char *value, size_t value_size);

#endif
