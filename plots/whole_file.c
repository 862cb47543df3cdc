#include "plots/whole_file.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

static int fail(const struct whole_file *file, int error, char *problem, size_t problem_size)
{
    snprintf(problem, problem_size, "%s: cannot be written: %s", file->path, strerror(error));
    return -error;
}

int whole_file_open(struct whole_file *file, const char *path, char *problem, size_t problem_size)
{
    *file = (struct whole_file){.out = NULL};
    snprintf(file->path, sizeof file->path, "%s", path);
    if (snprintf(file->part, sizeof file->part, "%s.part", path) >= PATH_MAX)
        return fail(file, ENAMETOOLONG, problem, problem_size);
    file->out = fopen(file->part, "w");
    return file->out ? 0 : fail(file, errno, problem, problem_size);
}

int whole_file_close(struct whole_file *file, char *problem, size_t problem_size)
{
    errno = 0;
    /* Flushed before ferror is asked: fclose would lose the reason of a failed write. */
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
    return fail(file, error ? error : EIO, problem, problem_size);
}

void whole_file_drop(struct whole_file *file)
{
    fclose(file->out);
    unlink(file->part);
}
