#include "study/measure/append.h"

#include "study/base/file.h"
#include "study/base/folders.h"
#include "study/base/message.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

int append_draft(struct draft *draft, int file, const char *name)
{
    char *text = draft_close(draft);
    const off_t before = lseek(file, 0, SEEK_END);
    const int error = before < 0 ? errno : file_write_all(file, text, draft->size);
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

static int cannot_write(const char *path, int error)
{
    return complain(EXIT_WRONG, "%s: cannot be written: %s", path, strerror(error));
}

static bool begins_with(int file, const struct draft *head)
{
    char *text = needed(malloc(head->size));
    const bool same = pread(file, text, head->size, 0) == (ssize_t)head->size &&
                      memcmp(text, head->text, head->size) == 0;
    free(text);
    return same;
}

/* Leaves the rows of a file with that head, and begins any other. */
static int begin(int file, const char *path, void (*write_head)(FILE *out), bool anew)
{
    struct draft head;
    write_head(draft_open(&head));
    if (!anew && fflush(head.out) == 0 && begins_with(file, &head)) {
        free(draft_close(&head));
        return 0;
    }
    if (ftruncate(file, 0) == 0)
        return append_draft(&head, file, path);
    free(draft_close(&head));
    return cannot_write(path, errno);
}

int append_open(const char *path, void (*write_head)(FILE *out), bool anew, int *file)
{
    char problem[PATH_TEXT_MAX + 128];
    *file = file_open_kept(path, NULL, problem, sizeof problem);
    if (*file < 0)
        return complain(EXIT_USAGE, "option --out: %s; name a folder that can", problem);
    const int error = cut_torn_line(*file);
    return error ? cannot_write(path, -error) : begin(*file, path, write_head, anew);
}
