/* Folders that came with the program, and who may write to a folder. */
#ifndef WARPLINE_FOLDERS_H
#define WARPLINE_FOLDERS_H

#include <stdbool.h>
#include <stddef.h>

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

/* The user's folder `warpline` in that of an XDG variable or, if that is not set or, as the
 * standard has it, is a relative name, in $HOME/`standard`. The path has at most PATH_TEXT_MAX / 2
 * bytes. 0, -ENOENT if the environment names none, or -ENAMETOOLONG. */
int user_folder(const char *variable, const char *standard, char path[PATH_TEXT_MAX]);

/* Whether this user and root alone can change what is at an absolute path without links, which is a
 * file or a folder: it and all folders above it are theirs, and nobody else may write to them.
 * Folders above it may be like /tmp, where the sticky bit protects what one owns. What is in a
 * folder that nobody else may enter is not looked at. If so, it stays as it is until it is used.
 * The end of the path may be missing; look again when it has been made, since there somebody else
 * could be quicker. False with a reason: "/x belongs to user 7", "others may write to /x". */
bool path_is_guarded(const char *path, char *problem, size_t problem_size);

/* Whether what is at an absolute path may be run or believed: it is no link, it belongs to this
 * user or root even where nobody else may enter, and path_is_guarded. False with a sentence. */
bool path_is_trusted(const char *path, char *problem, size_t problem_size);

/* Whether its group or all others may write to a file or folder; false if it does not exist. */
bool others_may_write(const char *path);

#endif
