/* What is known of a loop; for the files of this folder. */
#ifndef WARPLINE_LOOP_STATE_H
#define WARPLINE_LOOP_STATE_H

#include "patterns/loop/contents.h"
#include "patterns/loop/record.h"
#include "patterns/pattern.h"
#include "study/base/folders.h"
#include "study/base/process.h"
#include "study/loop/loop.h"

#include <stdbool.h>
#include <stddef.h>

/* The first iterations of a pass, in which races are looked for. */
enum { LOOP_RACES_MOST = 1 << 16 };

/* What the accesses of a pass depend on. */
struct pass {
    int64_t n, value[PARAMETERS_MAX];
};

/* A process that runs the iterations of a loop and reports their accesses (patterns/loop/traced.h).
 * The loop may crash there, write anywhere or never end. */
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

enum {
    LOOP_CHUNKS = 64,        /* traced iterations that are stored, ... */
    LOOP_CHUNK_ROWS = 16,    /* ... each of that many rows of WARP_LANES */
    LOOP_EACH_MOST = 1 << 14 /* accesses of an iteration that can be followed */
};

/* Of all iterations of a pass. */
struct loop_extent {
    struct pass pass;
    int64_t end[LOOP_ARRAYS_MAX]; /* of each array, in bytes */
    int64_t accesses, bytes;
    int64_t longest; /* accesses of the iteration that makes most, of those that were run */
    bool exact;      /* all were run */
    char *trouble;   /* NULL: none; owned by the loop */
    bool too_few;    /* the trouble is that of a loop that has less than a row of its arrays */
};

struct loop_line {
    uint32_t code;
    int line;
};

struct loop {
    struct loop_signature signature;
    const char *file, *shown;
    char program[PATH_TEXT_MAX + 16];
    struct loop_line *lines; /* by address */
    int line_count, line_room;
    struct loop_site sites[LOOP_SITES_MAX];
    int site_count;
    int element_bytes[LOOP_ARRAYS_MAX]; /* 0: not yet known */
    int lane_rows; /* that a lane of a GPU executes together; 0: not yet known */
    enum loop_fill fill[LOOP_ARRAYS_MAX];
    struct tracer of_few, of_many; /* iterations */
    struct records records;
    struct loop_extent *extents;
    int extent_count, extent_room;
    struct chunk {
        int64_t number; /* -1: nothing */
        struct records records;
        int begin[LOOP_CHUNK_ROWS + 1]; /* of each row, and the end, in the records */
    } chunks[LOOP_CHUNKS];
    struct pass chunk_pass; /* of all chunks */
    unsigned char *result;  /* the contents of the output after a pass, of result_pass */
    struct pass result_pass;
    double magnitude[LOOP_ARRAYS_MAX]; /* of the numbers in each array of the result, typically */
    char trouble[1024];                /* a sentence about the last trouble; "": none */
    char *endless; /* that about iterations that do not end, which run once; NULL: none; owned */
    struct parameter parameters[PARAMETERS_MAX + 1];
};

/* Carries out an order for a pass. False with a sentence in loop->trouble. */
bool loop_order(struct loop *loop, const struct shape *shape, struct order order,
                struct records *records);

/* Write a sentence to loop->trouble: about the last of the records of an order, or about the four
 * of a race. */
void loop_tell_trouble(struct loop *loop, const struct shape *shape, const struct records *records);
void loop_tell_race(struct loop *loop, const struct shape *shape, const struct record *records);

/* What the iterations of a pass reach. Zeros where they cannot be run: loop->trouble says why. */
struct loop_extent loop_extent(struct loop *loop, const struct shape *shape);

/* The line of an address; 0: none of the loop's file. */
int loop_line_of(const struct loop *loop, uint32_t code);

/* The line that may read a variable before it has a value, and its name; 0: none. */
int loop_unset(const struct loop *loop, char name[LOOP_NAME_MAX]);

/* The array of that number; NULL: there is none. */
const struct loop_argument *loop_array(const struct loop *loop, int number);

/* The array that 4-byte element `element` of the output belongs to, in which it is at `*byte`;
 * NULL: to none. */
const struct loop_argument *loop_argument_at(const struct shape *shape, int64_t element,
                                             int64_t *byte);

/* The number of the site of an access. */
int loop_site_of(struct loop *loop, const struct record *record);

/* The pattern's functions. */
tile_walk loop_walk;
expectation loop_expect;
bool loop_close(const struct shape *shape, int64_t element, const void *found,
                const void *expected);
loop_placement loop_places;
int64_t loop_elements(const struct shape *shape, int64_t elements);

#endif
