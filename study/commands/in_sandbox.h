/* `--sandbox`: a command on a stranger's pattern, run in a sandbox (study/sandbox/). */
#ifndef WARPLINE_IN_SANDBOX_H
#define WARPLINE_IN_SANDBOX_H

#include "study/commands/options.h"

/* Takes --sandbox out of the words and runs them in a sandbox that shows the files and the folders
 * of results which they name, and can write to that of --out. Prints its output when it has ended,
 * and returns its exit status. */
int in_sandbox(const struct options *options, char **words);

#endif
