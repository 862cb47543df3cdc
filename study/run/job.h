/* What the batch system says of this run: the node's name, the job, the GPUs that it was given. It
 * says it in variables of the environment, which are taken only where their names are known here.
 */
#ifndef WARPLINE_JOB_H
#define WARPLINE_JOB_H

#include "study/base/folders.h"

#include <stdbool.h>
#include <stdio.h>

enum { HOST_NAME_MAX_BYTES = 256 };

/* The name by which results know this machine: Slurm's name of the node (SLURMD_NODENAME), which
 * stays the same in a container, or else the host's. Returns text. */
const char *job_host(char text[HOST_NAME_MAX_BYTES]);

/* The folder of this machine below `under`: under/HOST, and under/HOST.gpuN where the job was given
 * GPUs by number (several: HOST.gpu0+1), since a job that is queued again may be given others. 0,
 * or EXIT_USAGE after a message where the name cannot be that of a folder. */
int job_folder(const char *under, char path[PATH_TEXT_MAX]);

/* Writes the header's lines `host` and `cpuset` (the CPUs that the process may use) and, as far as
 * they are set, `hostname` (where it is another name), `cluster`, `partition`, `node`, `job`,
 * `array_job`, `array_task`, `restarts`, `features`, `constraint` and `gpus_given`. */
void job_write_header(FILE *out);

/* Whether a header's line of that key says nothing of how rows were measured: all of the above but
 * the host. Which CPUs and GPU rows are of, the lines of the targets say. */
bool job_owns_key(const char *key);

#endif
