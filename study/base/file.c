#include "study/base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { CHUNK_BYTES = 1 << 16 };

/* The contents may be larger than the file's size, as with files of /proc. */
static int read_all(int file, size_t bytes_most, char **text, size_t *length)
{
    size_t room = 0;
    *length = 0;
    for (;;) {
        if (room - *length < 2) {
            room = room ? 2 * room : CHUNK_BYTES;
            char *more = realloc(*text, room);
            if (!more)
                return -ENOMEM;
            *text = more;
        }
        const ssize_t got = read(file, *text + *length, room - *length - 1);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return -errno;
        if (got == 0)
            break;
        *length += (size_t)got;
        if (*length > bytes_most)
            return -EFBIG;
    }
    (*text)[*length] = '\0';
    return 0;
}

/* Opens without blocking, which matters for a FIFO. */
static int read_regular(const char *path, size_t bytes_most, char **text, size_t *length)
{
    struct stat facts;
    const int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (file < 0)
        return -errno;
    int code = fstat(file, &facts) ? -errno : 0;
    if (!code && !S_ISREG(facts.st_mode))
        code = S_ISDIR(facts.st_mode) ? -EISDIR : -EINVAL;
    if (!code)
        code = read_all(file, bytes_most, text, length);
    close(file);
    return code;
}

int file_read(const char *path, size_t bytes_most, char **text, size_t *length, char *problem,
              size_t problem_size)
{
    size_t bytes;
    *text = NULL;
    const int code = read_regular(path, bytes_most, text, length ? length : &bytes);
    if (!code)
        return 0;
    free(*text);
    *text = NULL;
    if (code == -EFBIG)
        snprintf(problem, problem_size, "%s: larger than %zu bytes", path, bytes_most);
    else
        snprintf(problem, problem_size, "%s: %s", path,
                 code == -EINVAL   ? "is no regular file"
                 : code == -EISDIR ? "is a folder"
                                   : strerror(-code));
    return code;
}

static int refuse_write(const struct whole_file *file, int error, char *problem,
                        size_t problem_size)
{
    snprintf(problem, problem_size, "%s: cannot be written: %s", file->path, strerror(error));
    return -error;
}

int whole_file_open(struct whole_file *file, const char *path, char *problem, size_t problem_size)
{
    *file = (struct whole_file){.out = NULL};
    snprintf(file->path, sizeof file->path, "%s", path);
    if (snprintf(file->part, sizeof file->part, "%s.part", path) >= PATH_MAX)
        return refuse_write(file, ENAMETOOLONG, problem, problem_size);
    file->out = fopen(file->part, "w");
    return file->out ? 0 : refuse_write(file, errno, problem, problem_size);
}

int whole_file_close(struct whole_file *file, char *problem, size_t problem_size)
{
    errno = 0;
    /* Flushed before ferror is called: fclose would lose the reason of a failed write. */
    bool broken = fflush(file->out) != 0 || ferror(file->out);
    int error = broken ? errno : 0;
    if (fclose(file->out) != 0 && !broken) {
        broken = true;
        error = errno;
    }
    if (!broken && rename(file->part, file->path) == 0)
        return 0;
    if (!broken)
        error = errno;
    unlink(file->part);
    return refuse_write(file, error ? error : EIO, problem, problem_size);
}

void whole_file_drop(struct whole_file *file)
{
    fclose(file->out);
    unlink(file->part);
}

/* Whether the last of the folders could be made is what counts: one above may be there already, or
 * be one that cannot be looked into. Where one above is missing, the reason is why it was not made.
 */
static int make_each(char *path, mode_t mode, size_t *made_length)
{
    int error = 0, first = 0;
    const size_t length = strlen(path);
    for (size_t i = 1; i <= length; i++) {
        const char end = path[i];
        if (end != '/' && end != '\0')
            continue;
        path[i] = '\0';
        error = mkdir(path, mode) == 0 ? 0 : -errno;
        if (!error && made_length && !*made_length)
            *made_length = i;
        if (error && error != -EEXIST && !first)
            first = error;
        path[i] = end;
    }
    return error == -ENOENT ? first : error;
}

int folder_make(const char *path, mode_t mode, size_t *made_length, char *problem,
                size_t problem_size)
{
    struct stat facts;
    char *copy = strdup(path);
    if (made_length)
        *made_length = 0;
    int code = !copy ? -ENOMEM : *copy ? make_each(copy, mode, made_length) : -ENOENT;
    free(copy);
    if (code == -EEXIST)
        code = stat(path, &facts) ? -errno : S_ISDIR(facts.st_mode) ? 0 : -ENOTDIR;
    if (code)
        snprintf(problem, problem_size, "%s: cannot be made: %s", path, strerror(-code));
    return code;
}
