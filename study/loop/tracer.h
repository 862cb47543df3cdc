/* A process that runs the iterations of a loop and reports their accesses (patterns/loop/traced.h).
 * The loop may crash there, write anywhere or never end. */
#ifndef WARPLINE_TRACER_H
#define WARPLINE_TRACER_H

#include "patterns/loop/record.h"
#include "patterns/pattern.h"
#include "study/base/process.h"

#include <stdbool.h>
#include <stddef.h>

/* What the accesses of a pass depend on. */
struct pass {
    int64_t n, value[PARAMETERS_MAX];
};

struct tracer {
    struct process process;
    bool runs;
    struct pass pass;
    size_t from, to; /* what is left of `buffer` */
    char buffer[1 << 15];
};

/* The records of an order. Zeroed, it is empty; the owner frees `of`. */
struct records {
    struct record *of;
    int count, room;
};

struct pass pass_of(const struct shape *shape);
bool is_pass_of(const struct pass *pass, const struct shape *shape);

/* Starts the program for the passes of a shape, unless it already runs for them. False with a
 * sentence in `problem`. */
bool tracer_start(struct tracer *tracer, const char *program, const struct shape *shape,
                  char *problem, size_t problem_size);

/* Carries out an order of `bytes` bytes, with what follows it; the records end with RECORD_END or
 * with trouble. False if the process has ended: the last record then says why, if there is one. */
bool tracer_order(struct tracer *tracer, const struct order *order, size_t bytes,
                  struct records *records);

/* Reads what follows the records of ORDER_RESULT. */
bool tracer_read(struct tracer *tracer, void *to, size_t bytes);

/* Ends the process, if there is one. */
void tracer_end(struct tracer *tracer);

#endif
