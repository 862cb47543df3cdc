/* Files and folders: one way to read a file, one to write one, one to make a folder.
 *
 * A file may be a stranger's: it comes with an archive or a hand-in. Only regular files are read,
 * or links to one: reading of a FIFO or a device may never end. Nothing is written through a link.
 *
 * All return 0 or a negative errno, with a line in `problem` that names the file and the reason;
 * `problem` may be NULL if `problem_size` is 0. */
#ifndef WARPLINE_FILE_H
#define WARPLINE_FILE_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/types.h>

/* Opens a regular file of at most `bytes_most` bytes to read it. A folder (-EISDIR), and
 * a FIFO, a socket, a device or a larger file (-EINVAL) are refused at once; then, and after any
 * other error, `*file` is NULL. */
int file_open(const char *path, size_t bytes_most, FILE **file, char *problem, size_t problem_size);

/* The same for its whole contents. `*text`, which the caller frees, has `*length` bytes and a 0
 * after them; `length` may be NULL. After an error `*text` is NULL. */
int file_read(const char *path, size_t bytes_most, char **text, size_t *length, char *problem,
              size_t problem_size);

/* The same for a text: -EILSEQ if it has a NUL byte, whose line the problem names. */
int file_read_text(const char *path, size_t bytes_most, char **text, char *problem,
                   size_t problem_size);

/* Opens a regular file to read it and to append to it, and makes it if it does not exist; *made
 * says whether it did, and may be NULL. Returns its number, or a negative errno: -ELOOP for a link,
 * else as file_open. */
int file_open_kept(const char *path, bool *made, char *problem, size_t problem_size);

/* Writes all bytes to an open file. Returns 0 or an errno. */
int file_write_all(int file, const void *bytes, size_t count);

/* Whether the name is one of a link. */
bool path_is_link(const char *path);

/* A file that is written completely or not at all: it is written under another name in the same
 * folder, and renamed at the end. A full disk or a kill leaves the old file unchanged. A link there
 * is replaced; the file that it names is unchanged. */
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

/* Makes the folders `name` ("report/data") in `under`, whose path is then in `path`. If one of them
 * is a link, it is refused with -ELOOP: a folder that came with an archive may have links to what
 * is the user's. */
int folder_make_in(const char *under, const char *name, char path[PATH_MAX], char *problem,
                   size_t problem_size);

/* Removes a folder and the files in it; folders in it stay, and so does it then. */
void folder_remove(const char *path);

#endif
