#include "study/course/grade/own_file.h"

#include "study/folders.h"
#include "study/own/own.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SECONDS_MOST = 30, CHECK_TEXT_MAX = 16384 };

/* What begins with a dash is no option. */
static bool write_path(const char *folder, const char *file, char path[PATH_TEXT_MAX])
{
    return snprintf(path, PATH_TEXT_MAX, "%s%s/%s", folder[0] == '/' ? "" : "./", folder, file) <
           PATH_TEXT_MAX;
}

/* Its first line, without the folder of the hand-in, which a student need not know. */
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

/* Reads all that a process writes, and waits for its end. */
static int read_child(pid_t child, int from, char *bytes, size_t size, size_t *length)
{
    int status = 0;
    ssize_t got;
    *length = 0;
    while ((got = read(from, bytes + *length, size - *length)) > 0 || (got < 0 && errno == EINTR))
        *length += got > 0 ? (size_t)got : 0;
    close(from);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    return status;
}

/* A process whose ends are a pipe; -1 where there is none. In the child *end is to be written to.
 */
static pid_t begin_child(int *end)
{
    int ends[2];
    fflush(NULL);
    if (pipe(ends))
        return -1;
    const pid_t child = fork();
    if (child < 0)
        close(ends[0]);
    close(ends[child == 0 ? 0 : 1]);
    *end = ends[child == 0 ? 1 : 0];
    if (child == 0)
        alarm(SECONDS_MOST);
    return child;
}

static bool refuse_end(int status, char *problem, size_t size)
{
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM)
        snprintf(problem, size, "its file took longer than %d s", SECONDS_MOST);
    else if (WIFSIGNALED(status))
        snprintf(problem, size, "its file ended the program: %s", strsignal(WTERMSIG(status)));
    else
        snprintf(problem, size, "its file ended the program with status %d", WEXITSTATUS(status));
    return false;
}

bool own_file_apart(void (*work)(void *context), void *context, void *result, size_t size,
                    char *problem, size_t problem_size)
{
    int end;
    size_t length;
    const pid_t child = begin_child(&end);
    if (child < 0) {
        snprintf(problem, problem_size, "no process for its file: %s", strerror(errno));
        return false;
    }
    if (child == 0) {
        work(context);
        _exit(write(end, result, size) == (ssize_t)size ? 0 : 1);
    }
    const int status = read_child(child, end, result, size, &length);
    return (status == 0 && length == size) || refuse_end(status, problem, problem_size);
}

/* The line of a check that says what was wrong; else its last one. */
static void take_line(char *text, const char *folder, char *problem, size_t size)
{
    const char *failed = strstr(text, "FAILED");
    char *end = text + strlen(text);
    while (end > text && end[-1] == '\n')
        *--end = '\0';
    const char *last = strrchr(text, '\n');
    shorten(failed ? failed : last ? last + 1 : text, folder, problem, size);
}

/* Takes the place of the child: the program's own check, its words into the pipe. */
static void exec_check(const char *path, const char *target, int end)
{
    dup2(end, STDOUT_FILENO);
    dup2(end, STDERR_FILENO);
    execl("/proc/self/exe", "warpline", "check", path, "--on", target, (char *)NULL);
    _exit(127);
}

bool own_file_passes(const char *folder, const char *file, const char *target, char *problem,
                     size_t problem_size)
{
    char path[PATH_TEXT_MAX], text[CHECK_TEXT_MAX];
    int end;
    size_t length;
    if (!write_path(folder, file, path) || access(path, R_OK)) {
        snprintf(problem, problem_size, "there is no %s in the folder", file);
        return false;
    }
    const pid_t child = begin_child(&end);
    if (child < 0) {
        snprintf(problem, problem_size, "no process for its check: %s", strerror(errno));
        return false;
    }
    if (child == 0)
        exec_check(path, target, end);
    const int status = read_child(child, end, text, sizeof text - 1, &length);
    text[length] = '\0';
    if (WIFSIGNALED(status) || (WEXITSTATUS(status) && length == 0))
        return refuse_end(status, problem, problem_size);
    take_line(text, folder, problem, problem_size);
    return status == 0;
}
