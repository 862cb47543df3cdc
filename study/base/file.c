#include "study/base/file.h"

#include "study/base/message.h"
#include "study/base/units.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { CHUNK_BYTES = 1 << 16, WHY_MAX = 128 };

/* The contents may be larger than the file's size, as with files of /proc. */
static int read_all(int file, size_t bytes_most, char **text, size_t *length)
{
    size_t room = 0;
    *length = 0;
    for (;;) {
        if (room - *length < 2) {
            room = room ? 2 * room : CHUNK_BYTES;
            *text = needed(realloc(*text, room));
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

int file_write_all(int file, const void *bytes, size_t count)
{
    for (const char *at = bytes; count > 0;) {
        const ssize_t written = write(file, at, count);
        if (written == 0 || (written < 0 && errno != EINTR))
            return written ? errno : ENOSPC;
        at += written > 0 ? written : 0;
        count -= written > 0 ? (size_t)written : 0;
    }
    return 0;
}

static const char *kind_of(mode_t mode)
{
    return S_ISDIR(mode)    ? "it is a folder"
           : S_ISFIFO(mode) ? "it is a FIFO, not a regular file"
           : S_ISSOCK(mode) ? "it is a socket, not a regular file"
                            : "it is a device, not a regular file";
}

/* 0 if it is a regular file, not too large. */
static int check_kind(const struct stat *facts, size_t bytes_most, char why[WHY_MAX])
{
    char most[SIZE_TEXT_MAX];
    if (!S_ISREG(facts->st_mode)) {
        snprintf(why, WHY_MAX, "%s", kind_of(facts->st_mode));
        return S_ISDIR(facts->st_mode) ? -EISDIR : -EINVAL;
    }
    if ((uintmax_t)facts->st_size <= bytes_most)
        return 0;
    snprintf(why, WHY_MAX, "it is larger than %s, the most that is read",
             size_text((int64_t)bytes_most, most));
    return -EINVAL;
}

static int tell_errno(int error, char why[WHY_MAX])
{
    snprintf(why, WHY_MAX, "%s", strerror(error));
    return -error;
}

/* Opens without blocking, which matters for a FIFO. What is checked is what was opened, so nobody
 * can exchange it in between. A socket cannot be opened (ENXIO). Returns the file's number, or a
 * negative errno with the reason. */
static int open_regular(const char *path, int flags, size_t bytes_most, char why[WHY_MAX])
{
    struct stat facts;
    const int file = open(path, flags | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0666);
    if (file < 0) {
        const int error = errno;
        return error == ENXIO && stat(path, &facts) == 0 ? check_kind(&facts, bytes_most, why)
                                                         : tell_errno(error, why);
    }
    const int code =
        fstat(file, &facts) ? tell_errno(errno, why) : check_kind(&facts, bytes_most, why);
    if (code)
        close(file);
    return code ? code : file;
}

static int tell(int code, const char *path, const char *why, char *problem, size_t problem_size)
{
    if (code < 0)
        snprintf(problem, problem_size, "%s: %s", path, why);
    return code;
}

int file_open(const char *path, size_t bytes_most, FILE **file, char *problem, size_t problem_size)
{
    char why[WHY_MAX];
    int code = open_regular(path, O_RDONLY, bytes_most, why);
    *file = code < 0 ? NULL : fdopen(code, "r");
    if (*file)
        return 0;
    if (code >= 0) {
        const int error = errno;
        close(code);
        code = tell_errno(error, why);
    }
    return tell(code, path, why, problem, problem_size);
}

int file_read(const char *path, size_t bytes_most, char **text, size_t *length, char *problem,
              size_t problem_size)
{
    size_t bytes;
    char why[WHY_MAX];
    *text = NULL;
    const int file = open_regular(path, O_RDONLY, bytes_most, why);
    int code = file < 0 ? file : read_all(file, bytes_most, text, length ? length : &bytes);
    if (file >= 0) {
        close(file);
        code = code ? tell_errno(-code, why) : 0;
    }
    if (code) {
        free(*text);
        *text = NULL;
    }
    return tell(code, path, why, problem, problem_size);
}

int file_read_text(const char *path, size_t bytes_most, char **text, char *problem,
                   size_t problem_size)
{
    size_t length;
    int line = 1;
    const int code = file_read(path, bytes_most, text, &length, problem, problem_size);
    const char *nul = code ? NULL : memchr(*text, '\0', length);
    if (!nul)
        return code;
    for (const char *c = *text; c < nul; c++)
        line += *c == '\n';
    snprintf(problem, problem_size, "%s:%d: the line has a NUL byte, which ends a text; remove it",
             path, line);
    free(*text);
    *text = NULL;
    return -EILSEQ;
}

static int refuse_write(const char *path, int code, const char *why, char *problem,
                        size_t problem_size)
{
    snprintf(problem, problem_size, "%s: cannot be written: %s", path, why);
    return code;
}

int file_open_kept(const char *path, bool *made, char *problem, size_t problem_size)
{
    enum { FLAGS = O_RDWR | O_APPEND | O_NOFOLLOW };
    char why[WHY_MAX];
    int file = open_regular(path, FLAGS | O_CREAT | O_EXCL, SIZE_MAX, why);
    if (made)
        *made = file >= 0;
    if (file == -EEXIST)
        file = open_regular(path, FLAGS, SIZE_MAX, why);
    return file >= 0
               ? file
               : refuse_write(path, file,
                              file == -ELOOP ? "it is a link, which another file may hide behind"
                                             : why,
                              problem, problem_size);
}

static int refuse_whole(const struct whole_file *file, int error, char *problem,
                        size_t problem_size)
{
    return refuse_write(file->path, -error, strerror(error), problem, problem_size);
}

int whole_file_open(struct whole_file *file, const char *path, char *problem, size_t problem_size)
{
    *file = (struct whole_file){.out = NULL};
    snprintf(file->path, sizeof file->path, "%s", path);
    if (snprintf(file->part, sizeof file->part, "%s.part", path) >= PATH_MAX)
        return refuse_whole(file, ENAMETOOLONG, problem, problem_size);
    (void)unlink(file->part); /* what a killed run left, or a link that somebody laid there */
    file->out = fopen(file->part, "wx");
    return file->out ? 0 : refuse_whole(file, errno, problem, problem_size);
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
    return refuse_whole(file, error ? error : EIO, problem, problem_size);
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
    char *copy = needed(strdup(path));
    if (made_length)
        *made_length = 0;
    int code = *copy ? make_each(copy, mode, made_length) : -ENOENT;
    free(copy);
    if (code == -EEXIST)
        code = stat(path, &facts) ? -errno : S_ISDIR(facts.st_mode) ? 0 : -ENOTDIR;
    if (code)
        snprintf(problem, problem_size, "%s: cannot be made: %s", path, strerror(-code));
    return code;
}

bool path_is_link(const char *path)
{
    struct stat facts;
    return lstat(path, &facts) == 0 && S_ISLNK(facts.st_mode);
}

int folder_make_in(const char *under, const char *name, char path[PATH_MAX], char *problem,
                   size_t problem_size)
{
    const int length = snprintf(path, PATH_MAX, "%s/%s", under, name);
    if (length >= PATH_MAX)
        return refuse_write(path, -ENAMETOOLONG, strerror(ENAMETOOLONG), problem, problem_size);
    for (size_t end = strlen(under) + 1; end <= (size_t)length; end++) {
        char part[PATH_MAX];
        snprintf(part, sizeof part, "%.*s", (int)end, path);
        if ((path[end] == '/' || path[end] == '\0') && path_is_link(part))
            return refuse_write(part, -ELOOP, "it is a link; remove it", problem, problem_size);
    }
    return folder_make(path, 0777, NULL, problem, problem_size);
}

void folder_remove(const char *path)
{
    char file[PATH_MAX];
    const struct dirent *entry;
    DIR *files = opendir(path);
    while (files && (entry = readdir(files)))
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0 &&
            snprintf(file, sizeof file, "%s/%s", path, entry->d_name) < PATH_MAX)
            unlink(file);
    if (files)
        closedir(files);
    rmdir(path);
}
