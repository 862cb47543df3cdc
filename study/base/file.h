/* Files and folders: one way to read a whole file, one to write one, one to make a folder.
 *
 * All return 0 or a negative errno, with a line in `problem` that names the file and the reason;
 * `problem` may be NULL if `problem_size` is 0. */
#ifndef WARPLINE_FILE_H
#define WARPLINE_FILE_H

#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/types.h>

/* Reads a whole regular file. `*text`, which the caller frees, has `*length` bytes and a 0 after
 * them; `length` may be NULL. A folder (-EISDIR), a FIFO or a device (-EINVAL), and a file of more
 * than `bytes_most` bytes (-EFBIG) are refused; then, and after any other error, `*text` is
 * NULL. */
int file_read(const char *path, size_t bytes_most, char **text, size_t *length, char *problem,
              size_t problem_size);

/* A file that is written completely or not at all: it is written under another name in the same
 * folder, and renamed at the end. A full disk or a kill leaves the old file unchanged. */
struct whole_file {
    FILE *out;
    char path[PATH_MAX], part[PATH_MAX];
};

int whole_file_open(struct whole_file *file, const char *path, char *problem, size_t problem_size);

/* Renames it. After an error the partial file is removed and the old file is unchanged. */
int whole_file_close(struct whole_file *file, char *problem, size_t problem_size);

/* Leaves the old file unchanged. */
void whole_file_drop(struct whole_file *file);

/* Makes a folder, and the missing folders above it. `made_length`, if not NULL, is set to the
 * length of the name of the first folder that was made; 0: none was. */
int folder_make(const char *path, mode_t mode, size_t *made_length, char *problem,
                size_t problem_size);

#endif
