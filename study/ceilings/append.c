#include "study/ceilings/append.h"

#include "study/base/message.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

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

int append_draft(struct draft *draft, int file, const char *name)
{
    char *text = draft_close(draft);
    if (!text)
        return complain(EXIT_WRONG, "%s: no memory for what is to be added", name);
    const off_t before = lseek(file, 0, SEEK_END);
    const int error = before < 0 ? errno : write_all(file, text, draft->size);
    free(text);
    if (!error)
        return 0;
    if (before >= 0 && ftruncate(file, before) != 0)
        complain(EXIT_WRONG, "%s: its last row may be cut off", name);
    return complain(EXIT_WRONG, "%s: cannot be written: %s; finished points are saved", name,
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
