#include "study/append.h"

#include "study/message.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

bool addition_begin(struct addition *addition)
{
    *addition = (struct addition){.stream = NULL};
    addition->stream = open_memstream(&addition->bytes, &addition->length);
    return addition->stream != NULL;
}

bool addition_finish(struct addition *addition)
{
    const bool whole = !ferror(addition->stream);
    if (fclose(addition->stream) == 0 && whole && addition->bytes)
        return true;
    free(addition->bytes);
    addition->bytes = NULL;
    return false;
}

static int write_all(int file, const char *bytes, size_t length)
{
    while (length > 0) {
        const ssize_t n = write(file, bytes, length);
        if (n <= 0)
            return n < 0 ? errno : ENOSPC;
        bytes += n;
        length -= (size_t)n;
    }
    return 0;
}

int addition_write(struct addition *addition, int file, const char *name)
{
    if (!addition_finish(addition))
        return complain(EXIT_WRONG, "%s: no memory for what is to be added", name);
    const off_t before = lseek(file, 0, SEEK_END);
    const int error = before < 0 ? errno : write_all(file, addition->bytes, addition->length);
    free(addition->bytes);
    if (!error)
        return 0;
    if (before >= 0 && ftruncate(file, before) != 0)
        complain(EXIT_WRONG, "%s: its last row may be cut off", name);
    return complain(EXIT_WRONG, "%s: cannot be written: %s; finished points are kept", name,
                    strerror(error));
}

int cut_torn_line(int file)
{
    char last;
    const off_t size = lseek(file, 0, SEEK_END);
    off_t end = size;
    while (end > 0 && pread(file, &last, 1, end - 1) == 1 && last != '\n')
        end--;
    return size < 0 || (end < size && ftruncate(file, end) != 0) ? -errno : 0;
}
