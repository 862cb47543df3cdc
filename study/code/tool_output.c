#include "study/code/tool_output.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { NOT_FOUND = 127, STEP_BYTES = 1 << 16 };

/* All that comes out of a pipe; NULL without memory. */
static char *read_all(int file)
{
    char *text = NULL;
    size_t length = 0, room = 0;
    for (ssize_t got = 1; got != 0;) {
        if (room - length < STEP_BYTES) {
            char *more = realloc(text, room += 2 * (size_t)STEP_BYTES);
            if (!more) {
                free(text);
                return NULL;
            }
            text = more;
        }
        got = read(file, text + length, STEP_BYTES - 1);
        if (got < 0 && errno != EINTR)
            break;
        length += got > 0 ? (size_t)got : 0;
    }
    text[length] = '\0';
    return text;
}

static int start(char *const arguments[], int both, int out, pid_t *child)
{
    posix_spawn_file_actions_t files;
    int error = posix_spawn_file_actions_init(&files);
    if (error)
        return error;
    error = posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    if (!error)
        error = posix_spawn_file_actions_adddup2(&files, out, STDOUT_FILENO);
    if (!error)
        error = both ? posix_spawn_file_actions_adddup2(&files, out, STDERR_FILENO)
                     : posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null",
                                                        O_WRONLY, 0);
    if (!error)
        error = posix_spawnp(child, arguments[0], &files, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&files);
    return error;
}

/* Its exit status; -1 where it was ended. */
static int wait_for(pid_t child)
{
    int status;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

char *tool_output(char *const arguments[], int both, char *problem, size_t problem_size)
{
    int ends[2], status = NOT_FOUND;
    char *text = NULL;
    pid_t child;
    if (pipe2(ends, O_CLOEXEC)) {
        snprintf(problem, problem_size, "%s: %s", arguments[0], strerror(errno));
        return NULL;
    }
    const int error = start(arguments, both, ends[1], &child);
    close(ends[1]);
    if (!error) {
        text = read_all(ends[0]);
        status = wait_for(child);
    }
    close(ends[0]);
    if (text && status == 0)
        return text;
    free(text);
    if (error == ENOENT || status == NOT_FOUND)
        snprintf(problem, problem_size, "%s is not there", arguments[0]);
    else
        snprintf(problem, problem_size, "%s failed", arguments[0]);
    return NULL;
}
