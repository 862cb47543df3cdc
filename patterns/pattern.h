/* What a pattern is: one way of touching memory, as a row of facts, address expressions and
 * kernels.
 *
 * A pattern file states its address expressions once, as macros over one step of one logical
 * thread. generate.h makes three things of them: the functions `load` and `store` below (read by
 * the models and by the check of every run) and, in a kernel module, the kernels themselves.
 *
 * Units: all addresses and array lengths are in elements, sizes in bytes where the name says so.
 */
#ifndef WARPLINE_PATTERN_H
#define WARPLINE_PATTERN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    WARP_LANES = 32,       /* lanes of a request in the models; kernels have LANES (cpu.h, gpu.h) */
    PARAMETERS_MAX = 4,    /* parameters of one pattern */
    LOOP_ARRAYS_MAX = 8,   /* arrays of a loop (study/loop/) */
    LOOP_SITES_MAX = 64,   /* places in its source that access them; `load` of their requests */
    ELEMENT_SIZES = 5,     /* 1, 2, 4, 8 and 16 bytes */
    ELEMENT_BYTES_MAX = 16 /* the widest access one lane can make */
};

enum {
    /* Iterations of a loop that a lane of a GPU executes together, at most (loop/loop_module.h). */
    LOOP_ROWS = 2,
    /* Chunks of tiles for each of a GPU's warps, at least, if the warps take them in turn: with
     * fewer, passes overlap too much (kernel/work.h). */
    CHUNKS_EACH = 8
};

/* Where a pattern runs (patterns.def). */
enum where { EVERYWHERE = 0, NO_CPU = 1, NO_GPU = 2, CALLS_DRIVER = 4 };

/* One parameter of a pattern. A value is valid when low <= value <= high and, where power_of_two
 * is set, it is a power of two. */
struct parameter {
    const char *name;
    const char *help;
    int64_t low, high;
    int64_t standard; /* the value when nobody sets one */
    bool power_of_two;
    const char *not_above; /* the parameter that is its upper bound; NULL: none */
};

struct loop; /* a user's plain loop (study/loop/) */

/* One point, as input of the address expressions. */
struct shape {
    int64_t elements;              /* element steps of one pass, over all threads */
    int64_t threads;               /* logical threads: lanes on a GPU, cores on a CPU */
    int64_t workers;               /* warps on a GPU, cores on a CPU */
    int64_t value[PARAMETERS_MAX]; /* parameter values, in the order of the row */
    /* One word, since gcc reserves no more private memory for a simd loop. */
    union {
        uint32_t *index;   /* in a kernel's arguments: the index array, if the pattern has one */
        struct loop *loop; /* in the program: the pattern's */
    };
};

/* One step of one logical thread. */
struct step {
    int64_t index;         /* the step's number in the whole pass, 0 to elements - 1 */
    int64_t row_index;     /* of the step of lane 0 in the same row: index - lane, written so that
                              the compiler sees that it is the same for the whole row */
    int64_t thread;        /* the logical thread, 0 to threads - 1 */
    int64_t iteration;     /* of this thread, 0 to elements / threads - 1 */
    int64_t row_iteration; /* `iteration` on a GPU; on a CPU the first iteration of its row */
    int64_t tile;          /* number of the tile: the rows of WARP_LANES steps that a warp executes
                              at once */
    int rows;              /* of that tile */
    int row, lane;         /* place in that tile */
    int field;             /* which field of a struct, 0 if the pattern has none */
    int load;              /* which of the loads of one step, 0 if there is one */
    int variant;           /* number of the loop body, 1 to 8 */
};

/* An address expression: the element of the array that the step touches. */
typedef int64_t address_expression(const struct shape *shape, struct step step);
/* The same for `count` successive steps of one thread and field, from `first` on: loads[i] and
 * stores[i] are those of step i. -1: the pattern has no such load, or the step is not executed. */
typedef void address_list(const struct shape *shape, struct step first, int count, int64_t *loads,
                          int64_t *stores);
/* Whether a step is executed. */
typedef bool step_condition(const struct shape *shape, struct step step);
/* A count that depends on the point: array length, fields. */
typedef int64_t count_expression(const struct shape *shape);

/* The accesses of the lanes of a row: on a GPU one request of a warp, on a CPU as many accesses of
 * one thread, in the order of the lanes. */
enum request_array { ARRAY_IN, ARRAY_OUT, ARRAY_INDEX, ARRAY_TILE, ARRAYS };
#define NO_ENTRY        INT64_MIN /* of the index array: none is read */
#define SEVERAL_ENTRIES (INT64_MIN + 1)
enum access { ACCESS_LOAD, ACCESS_STORE, ACCESS_ATOMIC, ACCESS_STREAM };
struct request {
    enum request_array array;
    enum access access;
    int element_bytes;
    bool one_sum;   /* of a loop's lanes, which one of them adds for all */
    int loop_array; /* of a loop: the number of its array */
    /* For steps, if each lane executes one; else 0. */
    uint32_t made; /* lanes whose step is executed, a bit each */
    int load;      /* number of the step's load, also for the accesses that come before that load */
    int64_t step;  /* of lane 0 */
    int64_t element[WARP_LANES]; /* of the array; -1: this lane makes no access */
};

/* A tile of one pass and its worker. `visit` is called with each request of the tile, in the
 * kernel's order. */
struct walk {
    const struct shape *shape;
    int64_t tile;   /* 0 to tiles - 1 */
    int64_t nth;    /* number of the tile among those of its worker */
    int64_t thread; /* the logical thread of lane 0 */
    int rows;       /* of a tile */
    int element_bytes;
    bool lanes_are_threads; /* true on a GPU */
    void (*visit)(void *with, const struct request *request);
    void *with;
};
typedef void tile_walk(const struct walk *walk);
/* Rows of a tile on a CPU or a GPU; the number of whole tiles, of a given number of rows, in a
 * pass. */
typedef int row_count(const struct shape *shape, int element_bytes, bool lanes_are_threads);
typedef int64_t tile_counter(const struct shape *shape, int rows);

struct input; /* random.h */

/* The element of that size that a step stores, computed from what its loads return. The step is the
 * one `number` steps after `first`, as in address_list. */
typedef void step_result(const struct shape *shape, struct step first, int number,
                         const struct input *input, int element_bytes, void *element);

/* The expected output after one pass over that input: `count` elements from `first` on, 1 to
 * EXPECT_MOST of them. For each element that the pass must write, `written` becomes true and the
 * value goes to its place in `expected`, which is aligned as elements are. The places of the others
 * stay unchanged. */
enum { EXPECT_MOST = 32 };
typedef void expectation(const struct shape *shape, const struct input *input, int64_t first,
                         int count, int element_bytes, void *expected, bool *written);

/* Which numbers of elements a pass may have. */
enum rounding {
    ANY_NUMBER,
    WHOLE_TURNS,  /* every thread has the same number of iterations, a multiple of the first
                     value */
    WHOLE_BLOCKS, /* a multiple of WARP_LANES rows of WARP_LANES */
    POWER_OF_TWO
};

/* What the bits of the input are: see random.h. */
enum data { DATA_WORDS, DATA_NUMBERS };

/* Page size that a CPU should use for an array. */
enum pages { PAGES_AS_THE_SYSTEM_HAS_IT, PAGES_SMALL, PAGES_LARGE };

/* The type of a buffer on the host besides the arrays, as a GPU's driver distinguishes them. */
enum host_buffer { NO_HOST_BUFFER, PAGEABLE, PINNED };

/* Where an array of a loop is: those that the loop writes are in the output, the others in the
 * index array. */
struct loop_place {
    int64_t offset, bytes; /* multiples of 8 */
};
typedef void loop_placement(const struct shape *shape, struct loop_place place[LOOP_ARRAYS_MAX]);

/* The row of facts. Useful bytes of a pass: accesses * (loads + stores) * element bytes. Entries of
 * an index array do not count. */
struct pattern {
    const char *name;
    const char *help;    /* one line, for lists */
    const char *formula; /* the loop body, as a course would write it */
    const char *lesson;  /* a few sentences: what it costs on a CPU and on a GPU, and why */
    const char *source;  /* where the kernel comes from */
    const char *no_cpu;  /* one line: why it does not run on a CPU; NULL: it does */
    const char *no_gpu;
    struct parameter parameters[PARAMETERS_MAX]; /* ends at the first without a name */
    int loads, stores; /* accesses of one step and field; with 0 loads it stores zeros */
    int sizes;         /* element sizes that have kernels: a sum of 1, 2, 4, 8 and 16 */
    enum data data;
    enum rounding rounding;
    enum pages pages;             /* of the index array */
    bool each_pass_a_launch;      /* the launch itself is measured */
    bool adds;                    /* a step adds 1 to its element, atomically */
    bool has_tail;                /* the steps after the last whole tile are executed, too */
    bool alone;                   /* one worker executes all steps */
    bool loads_beside;            /* while the others load the memory */
    bool writes_beside;           /* and write it, too */
    bool calls_driver;            /* on a GPU; the driver then determines the requests */
    enum host_buffer host_buffer; /* buffer on the host that a kernel transfers from or to */
    bool relaxes;                 /* output and input are the same grid, one sweep apart */
    bool chooses_launch;          /* the first two parameters are teams for each multiprocessor and
                                     workers for each team; on a CPU the second is the number of
                                     cores used */
    bool pair; /* two workers run it: the first two parameters are their numbers, rising */
    address_expression *load, *store;
    address_list *addresses;
    step_condition *active;
    step_result *result; /* NULL: the value of its load */
    row_count *rows;
    tile_counter *tiles;
    tile_walk *walk;                 /* NULL: no accesses, or calls of the driver */
    count_expression *variant;       /* the loop body for this point */
    count_expression *fields;        /* fields that one step touches */
    count_expression *accesses;      /* loads or stores of a pass, over all steps and fields */
    count_expression *multiply_adds; /* of a pass */
    count_expression *elements;      /* steps of a pass; NULL: any number */
    count_expression *round;         /* steps until a pass begins where the first one did; NULL:
                                        each pass does */
    count_expression *in_length;     /* elements of the array read */
    count_expression *out_length;    /* elements of the array written */
    count_expression *index_length;  /* entries of the index array; NULL: there is none */
    expectation *expect;             /* NULL: each step stores what it loads */
    /* Whether an element of the output is as good as the expected one, though its bits differ;
     * NULL: it is not. Both point into arrays, at the same element. */
    bool (*close)(const struct shape *shape, int64_t element, const void *found,
                  const void *expected);
    struct loop *loop;      /* NULL: the pattern is made of address expressions */
    loop_placement *places; /* of a loop */
    /* Of a loop: the iterations that access as many bytes as a copy of `elements` steps. */
    int64_t (*iterations)(const struct shape *shape, int64_t elements);
    int warps; /* of a loop: those that are on a GPU's multiprocessor together */
    /* Of a loop: the iterations that a GPU's lane executes together. */
    int (*lane_rows)(const struct shape *shape);
    /* Tiles that a GPU's warp takes at a time in a long pass, whichever is free; 0: each warp's are
     * fixed from the start (kernel/work.h). */
    int chunk_tiles;
};

/* How a target launches a kernel. A worker is one OpenMP thread: a warp on a GPU, a core's thread
 * on a CPU. */
struct launch {
    int device;           /* OpenMP device number; omp_get_initial_device() is the host */
    int teams;            /* OpenMP teams: thread blocks */
    int threads;          /* workers in each team */
    int64_t first_worker; /* number of this launch's first worker among all workers */
    int64_t worker_step;  /* on a CPU, from one worker's core to the next one's; 0 means 1 */
    bool any_cores;       /* on a CPU: some of its cores, close or spread as --bind says */
    int64_t workers; /* all workers that share the pass; 0: as many as the runtime starts. A GPU
                        kernel with many registers gets fewer warps than were requested */
};

/* What a region reports of itself, in the device's memory. Zero before a launch. */
struct notes {
    int32_t where;   /* RAN_ON_HOST or RAN_ON_DEVICE */
    int32_t workers; /* number of workers that were started */
    int64_t taken;   /* chunks of tiles that workers have taken so far (kernel/work.h) */
    int64_t loaded;  /* bytes that the loading workers of a SIDE_LOAD have moved */
};

/* A kernel's arguments. Pointers are the device's; nothing is owned. */
struct kernel_args {
    void *out;
    const void *in;
    struct notes *notes;
    struct shape shape;
    struct launch launch;
    int64_t passes;       /* number of passes; 0 measures the launch alone */
    int64_t launches;     /* regions in a row, with that number of passes each; 0 means 1 */
    bool only_checked;    /* the pass is executed for its result: its time does not matter */
    int64_t round_passes; /* pattern_round_passes, for measurements; 0 means 1 */
    void *host;           /* host buffer of a pattern that has one: as large as `in` */
    struct loop_place place[LOOP_ARRAYS_MAX]; /* of a loop's arrays */
    /* Sets memory of the device to a byte; false if it cannot. NULL: on the host. */
    bool (*set_memory)(void *memory, int byte, size_t bytes);
};

enum { RAN_NOWHERE = 0, RAN_ON_HOST = 1, RAN_ON_DEVICE = 2 };

typedef void kernel_function(const struct kernel_args *args);

/* The data that a kernel module exports, under the name warpline_kernels: one kernel for each
 * element size of the pattern. */
struct kernel_module {
    const struct pattern *pattern;
    int lane_threads;         /* logical threads in one worker: WARP_LANES on a GPU, 1 on a CPU */
    kernel_function *prepare; /* writes the index array, shape.index; NULL: the pattern has none */
    struct kernel {
        int element_bytes;
        kernel_function *run;
    } kernels[ELEMENT_SIZES];
};

/* Number of the parameters that the pattern has. */
int pattern_parameter_count(const struct pattern *pattern);

/* Useful bytes of one pass (what the algorithm requested). */
int64_t pattern_useful_bytes(const struct pattern *pattern, const struct shape *shape,
                             int element_bytes);

/* The number of passes after which the kernel has accessed all its places; 1 if each pass begins at
 * the same place. */
int64_t pattern_round_passes(const struct pattern *pattern, const struct shape *shape);

/* All built-in patterns, in the order of patterns.def, ended by NULL. */
extern const struct pattern *const pattern_catalogue[];

/* Adds a pattern that is not built in; the caller must keep it until the program ends. False
 * without memory. */
bool pattern_add(const struct pattern *pattern);

/* The pattern with that number among those that were added; NULL: no such number. */
const struct pattern *pattern_added(int number);

/* The pattern of that exact name, built in or added, or NULL. */
const struct pattern *pattern_find(const char *name);

#endif
