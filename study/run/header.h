/* The `# key: value` lines at the head of results.csv: the conditions under which the rows were
 * measured. */
#ifndef WARPLINE_HEADER_H
#define WARPLINE_HEADER_H

#include "study/base/folders.h"
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

/* Whether the header names a GPU: "gpu0_kind", "gpu0_detail". */
struct table;
bool header_has_gpu(const struct table *header);

/* Writes the value of a complete line `# key: value` into `value`; false if there is none. */
bool header_value(const char *text, const char *key, char *value, size_t value_size);

/* What the batch system says about this run: the node's name, the job, the GPUs that it was given.
 * It is read from environment variables, and only from those whose names are known here. */

/* The folder of this machine below `under`: under/HOST, or under/HOST.gpuN if the job was given
 * GPUs by number (several: HOST.gpu0+1), since a requeued job may be given others. Returns 0, or
 * EXIT_USAGE after a message if the name cannot be that of a folder. */
int job_folder(const char *under, char path[PATH_TEXT_MAX]);

/* Writes the header's lines `host` and `cpuset` (the CPUs that the process may use) and, if they
 * are set, `hostname` (if it is another name), `cluster`, `partition`, `node`, `job`, `array_job`,
 * `array_task`, `restarts`, `features`, `constraint` and `gpus_given`. */
void job_write_header(FILE *out);

/* Whether a header's line of that key does not affect the measurement: true for all of the above
 * except the host. The lines of the targets name the CPUs and GPU of the rows. */
bool job_owns_key(const char *key);

#endif
