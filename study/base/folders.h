/* Folders that came with the program. */
#ifndef WARPLINE_FOLDERS_H
#define WARPLINE_FOLDERS_H

#include <stdbool.h>

enum { PATH_TEXT_MAX = 4096 };

/* A folder that came with the program, either where it is installed or in the build tree: both
 * names are relative to the executable's folder unless absolute. Returns `path`, or NULL if neither
 * exists. */
const char *program_folder(const char *installed, const char *built, char path[PATH_TEXT_MAX]);

/* The default folder of results. */
extern const char results_default[];

/* The name of the recorded results that stand in on a machine without a GPU. */
extern const char recorded_default[];

/* The folder of recorded results of that name, or else a results folder of the user's that contains
 * `file`. False if neither exists. */
bool recorded_results(const char *name, const char *file, char path[PATH_TEXT_MAX]);

#endif
