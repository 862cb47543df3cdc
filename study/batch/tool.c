#include "study/batch/tool.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { OUT, ERR, STREAMS };

static int plan_files(posix_spawn_file_actions_t *files, const char *folder, const int to[STREAMS])
{
    int error = folder ? posix_spawn_file_actions_addchdir_np(files, folder) : 0;
    if (!error)
        error = posix_spawn_file_actions_addopen(files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    if (!error)
        error = posix_spawn_file_actions_adddup2(files, to[OUT], STDOUT_FILENO);
    return error ? error : posix_spawn_file_actions_adddup2(files, to[ERR], STDERR_FILENO);
}

static int spawn(const char *const arguments[], const char *folder, const int to[STREAMS],
                 int *status)
{
    posix_spawn_file_actions_t files;
    pid_t child = 0;
    int error = posix_spawn_file_actions_init(&files);
    if (error)
        return -error;
    error = plan_files(&files, folder, to);
    if (!error)
        error = posix_spawnp(&child, arguments[0], &files, NULL, (char *const *)arguments, environ);
    posix_spawn_file_actions_destroy(&files);
    if (error)
        return -error;
    while (waitpid(child, status, 0) < 0)
        if (errno != EINTR)
            return -errno;
    return 0;
}

/* All of a file, with a 0 behind it; NULL without memory. */
static char *read_back(int file)
{
    const off_t size = lseek(file, 0, SEEK_END);
    char *text = malloc(size < 0 ? 1 : (size_t)size + 1);
    ssize_t length = text ? pread(file, text, size < 0 ? 0 : (size_t)size, 0) : 0;
    if (text)
        text[length < 0 ? 0 : length] = '\0';
    return text;
}

/* The last line that says something. */
static void take_problem(int file, struct answer *answer)
{
    char *text = read_back(file), *rest = text;
    answer->problem[0] = '\0';
    for (char *line; text && (line = strsep(&rest, "\n"));)
        if (*line)
            snprintf(answer->problem, sizeof answer->problem, "%s", line);
    free(text);
}

int tool_run(const char *const arguments[], const char *folder, struct answer *answer)
{
    const int to[STREAMS] = {memfd_create("stdout", MFD_CLOEXEC),
                             memfd_create("stderr", MFD_CLOEXEC)};
    int status = 0, error = to[OUT] < 0 || to[ERR] < 0 ? -errno : 0;
    if (!error)
        error = spawn(arguments, folder, to, &status);
    if (!error) {
        answer->status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
        answer->text = read_back(to[OUT]);
        take_problem(to[ERR], answer);
        error = answer->text ? 0 : -ENOMEM;
    }
    for (int i = 0; i < STREAMS; i++)
        if (to[i] >= 0)
            close(to[i]);
    return error;
}

void answer_free(struct answer *answer)
{
    free(answer->text);
    answer->text = NULL;
}
