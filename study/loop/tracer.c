#include "study/loop/loop_state.h"

#include "study/base/array.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

enum { NUMBER_MAX = 24 };

void tracer_end(struct tracer *tracer)
{
    if (tracer->runs)
        process_kill(&tracer->process);
    tracer->runs = false;
    tracer->from = tracer->to = 0;
}

struct pass pass_of(const struct shape *shape)
{
    struct pass pass = {.n = shape->elements};
    memcpy(pass.value, shape->value, sizeof pass.value);
    return pass;
}

bool is_pass_of(const struct pass *pass, const struct shape *shape)
{
    return pass->n == shape->elements && memcmp(pass->value, shape->value, sizeof pass->value) == 0;
}

bool tracer_start(struct tracer *tracer, const char *program, const struct shape *shape,
                  char *problem, size_t problem_size)
{
    char text[PARAMETERS_MAX + 1][NUMBER_MAX];
    const char *arguments[PARAMETERS_MAX + 3] = {program};
    if (tracer->runs && is_pass_of(&tracer->pass, shape))
        return true;
    tracer_end(tracer);
    for (int i = 0; i <= PARAMETERS_MAX; i++) {
        snprintf(text[i], NUMBER_MAX, "%lld",
                 (long long)(i ? shape->value[i - 1] : shape->elements));
        arguments[i + 1] = text[i];
    }
    const int error = process_start(&tracer->process,
                                    &(struct process_order){.arguments = arguments, .talks = true});
    if (error) {
        snprintf(problem, problem_size, "%s cannot be started: %s", program, strerror(-error));
        return false;
    }
    tracer->runs = true;
    tracer->pass = pass_of(shape);
    return true;
}

static bool receive(struct tracer *tracer)
{
    ssize_t more;
    do
        more = recv(tracer->process.pipe[PROCESS_OUTPUT], tracer->buffer, sizeof tracer->buffer, 0);
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
    /* If `init` has crashed, nobody reads the order any more, but a record says why. */
    const bool sent =
        send(tracer->process.pipe[PROCESS_OUTPUT], order, bytes, MSG_NOSIGNAL) == (ssize_t)bytes;
    bool well = true;
    records->count = 0;
    do {
        array_make_room(records->of, records->count, records->room);
        well = well && tracer_read(tracer, &records->of[records->count], sizeof *records->of);
        records->count += well;
    } while (well && records->of[records->count - 1].kind < RECORD_END);
    if (well && sent && records->of[records->count - 1].kind == RECORD_END)
        return true;
    tracer_end(tracer);
    return false;
}
