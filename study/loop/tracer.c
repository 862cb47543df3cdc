#include "study/loop/tracer.h"

#include "study/base/array.h"

#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { NUMBER_MAX = 24 };

void tracer_end(struct tracer *tracer)
{
    if (tracer->socket == 0)
        return;
    close(tracer->socket);
    kill(tracer->id, SIGKILL);
    while (waitpid(tracer->id, NULL, 0) < 0 && errno == EINTR)
        ;
    tracer->socket = 0;
    tracer->from = tracer->to = 0;
}

static bool runs_with(const struct tracer *tracer, int64_t n, const int64_t value[PARAMETERS_MAX])
{
    return tracer->socket && tracer->n == n &&
           memcmp(tracer->value, value, sizeof tracer->value) == 0;
}

/* Starts the program with one end of a pair of sockets as its input and output. */
static int spawn(struct tracer *tracer, const char *program, char *const *arguments, int end)
{
    extern char **environ;
    posix_spawn_file_actions_t actions;
    int error = posix_spawn_file_actions_init(&actions);
    if (error)
        return error;
    error = posix_spawn_file_actions_adddup2(&actions, end, STDIN_FILENO);
    if (!error)
        error = posix_spawn_file_actions_adddup2(&actions, end, STDOUT_FILENO);
    if (!error)
        error = posix_spawn(&tracer->id, program, &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

bool tracer_start(struct tracer *tracer, char *program, int64_t n,
                  const int64_t value[PARAMETERS_MAX], char *problem, size_t problem_size)
{
    char text[PARAMETERS_MAX + 1][NUMBER_MAX];
    char *arguments[PARAMETERS_MAX + 3] = {program};
    int ends[2];
    if (runs_with(tracer, n, value))
        return true;
    tracer_end(tracer);
    for (int i = 0; i <= PARAMETERS_MAX; i++) {
        snprintf(text[i], NUMBER_MAX, "%lld", (long long)(i ? value[i - 1] : n));
        arguments[i + 1] = text[i];
    }
    int error = socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) ? errno : 0;
    if (!error) {
        error = spawn(tracer, program, arguments, ends[1]);
        close(ends[1]);
        if (error)
            close(ends[0]);
    }
    if (error) {
        snprintf(problem, problem_size, "%s cannot be started: %s", program, strerror(error));
        return false;
    }
    tracer->socket = ends[0];
    tracer->n = n;
    memcpy(tracer->value, value, sizeof tracer->value);
    return true;
}

static bool receive(struct tracer *tracer)
{
    ssize_t more;
    do
        more = recv(tracer->socket, tracer->buffer, sizeof tracer->buffer, 0);
    while (more < 0 && errno == EINTR);
    tracer->from = 0;
    tracer->to = more > 0 ? (size_t)more : 0;
    return more > 0;
}

bool tracer_read(struct tracer *tracer, void *to, size_t bytes)
{
    for (char *at = to; bytes > 0;) {
        if (tracer->from == tracer->to && !receive(tracer))
            return false;
        const size_t there = tracer->to - tracer->from, some = bytes < there ? bytes : there;
        memcpy(at, tracer->buffer + tracer->from, some);
        tracer->from += some;
        at += some;
        bytes -= some;
    }
    return true;
}

bool tracer_order(struct tracer *tracer, const struct order *order, size_t bytes,
                  struct records *records)
{
    records->count = 0;
    bool well = send(tracer->socket, order, bytes, MSG_NOSIGNAL) == (ssize_t)bytes;
    do {
        well = well && array_has_room(records->of, records->count, records->room) &&
               tracer_read(tracer, &records->of[records->count], sizeof *records->of);
        records->count += well;
    } while (well && records->of[records->count - 1].kind < RECORD_END);
    if (well && records->of[records->count - 1].kind == RECORD_END)
        return true;
    tracer_end(tracer);
    return false;
}
