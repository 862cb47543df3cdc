#include "study/course/grade/hand_in.h"

#include "study/base/folders.h"
#include "study/base/process.h"
#include "study/own/own.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { SECONDS_MOST = 30, CHECK_TEXT_MAX = 16384 };

/* The path starts with the folder, so a name with a dash is no option. */
static bool write_path(const char *folder, const char *file, char path[PATH_TEXT_MAX])
{
    return snprintf(path, PATH_TEXT_MAX, "%s%s/%s", folder[0] == '/' ? "" : "./", folder, file) <
           PATH_TEXT_MAX;
}

/* Copies the first line, without the path of the hand-in's folder, which a student need not
 * know. */
static void shorten(const char *text, const char *folder, char *problem, size_t size)
{
    const char *at = strstr(text, folder);
    if (at && at[strlen(folder)] == '/')
        text = at + strlen(folder) + 1;
    snprintf(problem, size, "%.*s", (int)strcspn(text, "\n"), text);
}

const struct pattern *own_file_load(const char *folder, const char *file, char *problem,
                                    size_t problem_size)
{
    static char text[OWN_PROBLEM_MAX];
    char path[PATH_TEXT_MAX];
    if (!write_path(folder, file, path) || access(path, R_OK)) {
        snprintf(problem, problem_size, "there is no %s in the folder", file);
        return NULL;
    }
    const struct pattern *pattern = own_load(path, text, sizeof text);
    if (!pattern)
        shorten(text, folder, problem, problem_size);
    return pattern;
}

static bool refuse_end(const struct process_end *end, char *problem, size_t size)
{
    if (end->late)
        snprintf(problem, size, "its file took longer than %d s", SECONDS_MOST);
    else if (end->signal)
        snprintf(problem, size, "its file ended the program: %s", strsignal(end->signal));
    else
        snprintf(problem, size, "its file ended the program with status %d", end->status);
    return false;
}

bool own_file_apart(void (*work)(void *context), void *context, void *result, size_t size,
                    char *problem, size_t problem_size)
{
    struct process_end end;
    const int code = process_call(work, context, result, size, SECONDS_MOST, &end);
    if (code && code != -EIO)
        snprintf(problem, problem_size, "no process for its file: %s", strerror(-code));
    return code == 0 || (code == -EIO && refuse_end(&end, problem, problem_size));
}

/* Takes the line of a check that describes the fault; else its last line. */
static void take_line(char *text, const char *folder, char *problem, size_t size)
{
    const char *failed = strstr(text, "FAILED");
    char *end = text + strlen(text);
    while (end > text && end[-1] == '\n')
        *--end = '\0';
    const char *last = strrchr(text, '\n');
    shorten(failed ? failed : last ? last + 1 : text, folder, problem, size);
}

bool own_file_passes(const char *folder, const char *file, const char *target, char *problem,
                     size_t problem_size)
{
    char path[PATH_TEXT_MAX];
    const char *const arguments[] = {"/proc/self/exe", "check", path, "--on", target, NULL};
    const struct process_order order = {
        .arguments = arguments, .bytes_most = CHECK_TEXT_MAX, .seconds_most = SECONDS_MOST};
    struct process_end end;
    if (!write_path(folder, file, path) || access(path, R_OK)) {
        snprintf(problem, problem_size, "there is no %s in the folder", file);
        return false;
    }
    const int code = process_run(&order, &end);
    if (code)
        snprintf(problem, problem_size, "no process for its check: %s", strerror(-code));
    else if (end.signal || (end.status && end.length[PROCESS_OUTPUT] == 0))
        refuse_end(&end, problem, problem_size);
    else
        take_line(end.text[PROCESS_OUTPUT], folder, problem, problem_size);
    const bool passes = !code && process_succeeded(&end);
    process_end_free(&end);
    return passes;
}
