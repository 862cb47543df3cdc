#include "study/base/process.h"

#include "study/base/array.h"
#include "study/base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { BYTES_USUAL = 64 << 20, TICK_MS = 20, CHUNK_BYTES = 1 << 16 };

static int64_t now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static bool is_same_name(const char *variable, const char *change)
{
    const size_t length = strcspn(change, "=");
    return strncmp(variable, change, length) == 0 && variable[length] == '=';
}

static bool is_changed(const char *variable, const char *const *changes)
{
    for (; *changes; changes++)
        if (is_same_name(variable, *changes))
            return true;
    return false;
}

/* Our environment with the changes. The caller frees the list but not its texts. */
static const char **changed_environment(const char *const *changes)
{
    size_t ours = 0, more = 0, count = 0;
    while (environ[ours])
        ours++;
    while (changes[more])
        more++;
    const char **list = needed(calloc(ours + more + 1, sizeof *list));
    for (size_t i = 0; i < ours; i++)
        if (!is_changed(environ[i], changes))
            list[count++] = environ[i];
    for (size_t i = 0; i < more; i++)
        if (strchr(changes[i], '='))
            list[count++] = changes[i];
    return list;
}

/* A file in memory, at its start; -1 with errno if that fails. */
static int open_input(const char *text)
{
    if (!text)
        return open("/dev/null", O_RDONLY | O_CLOEXEC);
    const int file = memfd_create("input", MFD_CLOEXEC);
    if (file >= 0 && file_write_all(file, text, strlen(text))) {
        close(file);
        return -1;
    }
    if (file >= 0)
        lseek(file, 0, SEEK_SET);
    return file;
}

static int plan_files(posix_spawn_file_actions_t *files, const struct process_order *order,
                      int input, const int to[PROCESS_STREAMS])
{
    int error = order->folder ? posix_spawn_file_actions_addchdir_np(files, order->folder) : 0;
    if (!error)
        error = posix_spawn_file_actions_adddup2(files, order->talks ? to[PROCESS_OUTPUT] : input,
                                                 STDIN_FILENO);
    if (!error)
        error = posix_spawn_file_actions_adddup2(files, to[PROCESS_OUTPUT], STDOUT_FILENO);
    if (error)
        return error;
    const int errors = to[PROCESS_ERRORS] >= 0 ? to[PROCESS_ERRORS]
                       : order->talks          ? STDERR_FILENO
                                               : STDOUT_FILENO;
    error = posix_spawn_file_actions_adddup2(files, errors, STDERR_FILENO);
    /* what our caller left open is not for others: a process may be a stranger's */
    return error ? error : posix_spawn_file_actions_addclosefrom_np(files, STDERR_FILENO + 1);
}

/* The kernel counts a user's processes, and one that has just ended may still count: sandboxes of
 * two programs at once had one user, and one could not start its compiler. */
enum { SPAWN_TRIES = 20, SPAWN_PAUSE_NS = 50000000 };

static int spawn(struct process *process, const struct process_order *order, int input,
                 const int to[PROCESS_STREAMS])
{
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    const char **environment = order->environment ? changed_environment(order->environment) : NULL;
    posix_spawn_file_actions_init(&files);
    posix_spawnattr_init(&attributes);
    int error = plan_files(&files, order, input, to);
    if (!error && order->seconds_most > 0) /* it leads a group, all of which can be killed */
        error = posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    bool again = !error;
    for (int i = 0; again && i < SPAWN_TRIES; i++) {
        if (i > 0)
            nanosleep(&(struct timespec){.tv_nsec = SPAWN_PAUSE_NS}, NULL);
        error = posix_spawnp(&process->id, order->arguments[0], &files, &attributes,
                             (char *const *)(void *)order->arguments,
                             environment ? (char *const *)(void *)environment : environ);
        again = error == EAGAIN;
    }
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
    free(environment);
    return error;
}

static void close_all(int files[PROCESS_STREAMS])
{
    for (int i = 0; i < PROCESS_STREAMS; i++)
        if (files[i] >= 0) {
            close(files[i]);
            files[i] = -1;
        }
}

/* Opens a pipe, or a pair of sockets of which ours waits for what the process says; the end for the
 * process is `to`. False with errno. */
static bool open_pipe(bool talks, int *from, int *to)
{
    int ends[2];
    if (talks ? socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) : pipe2(ends, O_CLOEXEC))
        return false;
    if (!talks)
        fcntl(ends[0], F_SETFL, O_NONBLOCK);
    *from = ends[0];
    *to = ends[1];
    return true;
}

static void begin(struct process *process, const struct process_order *order)
{
    *process = (struct process){.pipe = {-1, -1},
                                .bytes_most = order->bytes_most ? order->bytes_most : BYTES_USUAL,
                                .passed = order->passed,
                                .with = order->with};
    if (order->seconds_most > 0)
        process->deadline_ns = now_ns() + (int64_t)order->seconds_most * 1000000000;
}

int process_start(struct process *process, const struct process_order *order)
{
    int to[PROCESS_STREAMS] = {-1, -1};
    begin(process, order);
    const int input = open_input(order->input);
    bool open =
        input >= 0 && open_pipe(order->talks, &process->pipe[PROCESS_OUTPUT], &to[PROCESS_OUTPUT]);
    if (open && order->errors_apart)
        open = open_pipe(false, &process->pipe[PROCESS_ERRORS], &to[PROCESS_ERRORS]);
    const int error = open ? spawn(process, order, input, to) : errno;
    close_all(to);
    if (input >= 0)
        close(input);
    if (error)
        close_all(process->pipe);
    return -error;
}

/* The text read from a stream so far. */
struct reader {
    struct process_end *end;
    int room[PROCESS_STREAMS];
};

static void keep_bytes(struct reader *reader, int stream, const char *bytes, size_t count)
{
    struct process_end *end = reader->end;
    for (size_t i = 0; i < count; i++) {
        array_make_room(end->text[stream], end->length[stream] + 1, reader->room[stream]);
        end->text[stream][end->length[stream]++] = bytes[i];
    }
}

/* Reads the available bytes of a stream. Closes a pipe at its end. */
static void read_stream(struct process *process, struct reader *reader, int stream)
{
    char bytes[CHUNK_BYTES];
    ssize_t got = 1;
    while (process->pipe[stream] >= 0 && got > 0) {
        got = read(process->pipe[stream], bytes, sizeof bytes);
        const size_t left = process->bytes_most - reader->end->length[stream];
        if (got > 0)
            keep_bytes(reader, stream, bytes, (size_t)got < left ? (size_t)got : left);
    }
    if (process->pipe[stream] >= 0 && got == 0) {
        close(process->pipe[stream]);
        process->pipe[stream] = -1;
    }
}

static void read_streams(struct process *process, struct reader *reader)
{
    for (int i = 0; i < PROCESS_STREAMS; i++)
        read_stream(process, reader, i);
}

/* Waits until there is something to read, or for a tick. */
static void wait_for_streams(const struct process *process)
{
    struct pollfd files[PROCESS_STREAMS];
    for (int i = 0; i < PROCESS_STREAMS; i++)
        files[i] = (struct pollfd){.fd = process->pipe[i], .events = POLLIN};
    poll(files, PROCESS_STREAMS, TICK_MS);
}

/* Whether the process has ended; waits for that if there is nothing else to do. */
static bool has_ended(const struct process *process, int *status)
{
    const bool is_busy = process->pipe[PROCESS_OUTPUT] >= 0 || process->pipe[PROCESS_ERRORS] >= 0 ||
                         process->deadline_ns;
    const pid_t ended = waitpid(process->id, status, is_busy ? WNOHANG : 0);
    return ended == process->id || (ended < 0 && errno != EINTR);
}

/* Kills it at its limits. */
static void hold_limits(struct process *process, struct process_end *end)
{
    if (!process->deadline_ns || end->late || end->passed)
        return;
    end->late = now_ns() >= process->deadline_ns;
    end->passed = process->passed ? process->passed(process->id, process->with) : NULL;
    if (!end->late && !end->passed)
        return;
    kill(-process->id, SIGKILL);
    kill(process->id, SIGKILL);
}

/* Ends each captured text with a 0. */
static void end_texts(struct reader *reader, const bool captured[PROCESS_STREAMS])
{
    for (int i = 0; i < PROCESS_STREAMS; i++) {
        if (captured[i]) {
            keep_bytes(reader, i, "", 1);
            reader->end->length[i]--;
        }
    }
}

void process_wait(struct process *process, struct process_end *end)
{
    struct reader reader = {.end = end};
    const bool captured[PROCESS_STREAMS] = {process->pipe[PROCESS_OUTPUT] >= 0,
                                            process->pipe[PROCESS_ERRORS] >= 0};
    int status = 0;
    *end = (struct process_end){.status = -1};
    while (!has_ended(process, &status)) {
        wait_for_streams(process);
        read_streams(process, &reader);
        hold_limits(process, end);
    }
    read_streams(process, &reader);
    close_all(process->pipe);
    end_texts(&reader, captured);
    if (WIFEXITED(status))
        end->status = WEXITSTATUS(status);
    else
        end->signal = WTERMSIG(status);
}

void process_kill(struct process *process)
{
    close_all(process->pipe);
    kill(process->id, SIGKILL);
    while (waitpid(process->id, NULL, 0) < 0 && errno == EINTR)
        ;
}

int process_run(const struct process_order *order, struct process_end *end)
{
    struct process process;
    *end = (struct process_end){.status = -1};
    const int code = process_start(&process, order);
    if (!code)
        process_wait(&process, end);
    return code;
}

bool process_succeeded(const struct process_end *end)
{
    return end->status == 0;
}

void process_end_free(struct process_end *end)
{
    for (int i = 0; i < PROCESS_STREAMS; i++) {
        free(end->text[i]);
        end->text[i] = NULL;
        end->length[i] = 0;
    }
}
