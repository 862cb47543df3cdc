/* What the batch system says about this run: the node's name, the job, the GPUs that it was given.
 * It is read from environment variables, and only from those whose names are known here. */
#ifndef WARPLINE_JOB_H
#define WARPLINE_JOB_H

#include "study/base/folders.h"

#include <stdbool.h>
#include <stdio.h>

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
