/* What a pattern may define besides its addresses, and the defaults.
 *
 * A pattern includes this file (or the header of its loop body, which includes it), overrides
 * defaults by macros, and then includes generate.h: a macro hides the constant of its name.
 * Defaults whose value is a type or a file are in generate.h. Expressions may use `s` (struct
 * shape), `e` (struct step) and whatever else a line below names. The list is complete;
 * tests/patterns/knobs compares it with what the kernels read.
 *
 * Every pattern:
 *   NAME          its name, an identifier
 *   LOAD, STORE   element read and element written, over `s` and `e`
 *   IN_LENGTH, OUT_LENGTH   elements of the two arrays, over `s`
 *
 * Steps:
 *   SIZES         the element sizes there are: a sum of 1, 2, 4, 8 and 16 (all of them; of
 *                 numbers 4 and 8)
 *   NUMBERS       defined: elements are float or double, not words
 *   ELEMENTS      steps of a pass, over `s`, if the parameters determine it
 *   ROUND         steps, over `s`, after which the kernel is back at its start; for patterns whose
 *                 passes continue where the last one stopped
 *   RESULT        what step `i` stores, computed from VALUE(k), what its load k returned (VALUE(0);
 *                 0 if there are no loads)
 *   MEANING       element `k` of the input elements from which output element `i` is computed, over
 *                 `s`, `i` and `k`; -1: it must not be written. For rows with
 *                 .expect = expected_by_meaning
 *   EXAMPLES      {step, load, store}, ...: for some steps the elements that they read and write,
 *                 worked out by hand; -1: none. The pass has 1024 steps, or as near to that as the
 *                 pattern can, one thread and the standard parameters. For users' own patterns
 *   WHERE         where a user's own pattern runs: EVERYWHERE, NO_CPU, NO_GPU (for all others
 *                 patterns.def says it)
 *   WHY_ABSENT    one line: why it does not run on the CPU, or on a GPU
 *
 * An index array:
 *   INDEX_VALUE   its entry `i`, over `s` and `i`. LOAD and STORE read entry i by INDEX(i)
 *   INDEX_LENGTH  its length
 *   INDEX_PLACE   the place of the `i`-th entry that is written (i), if not all are written ...
 *   INDEX_COUNT   ... and the number of those that are
 *
 * Files, each of which says which macros it needs:
 *   BODY          the loop body: what a worker does with its tiles (load_store.h)
 *   WALK          the requests of the body, for the models (load_store.h)
 *   KERNEL        the kernel around the body (kernel.h; driver.h: calls of the driver)
 *   TILE_ROWS(unroll, lanes)   rows of LANES steps of a tile, if a lane has registers for `unroll`
 *                 elements and a worker has `lanes` logical threads; over `variant`
 *
 * The constants: */
#ifndef WARPLINE_USUAL_H
#define WARPLINE_USUAL_H

#include "patterns/pattern.h"
#include "patterns/random.h"

/* The schedule of tiles. DYNAMIC: the next tiles go to whichever worker is free. STATIC: each
 * worker's tiles are fixed from the start. */
enum schedule { DYNAMIC, STATIC, SCHEDULE = DYNAMIC };

/* Who can see a tile's stores before its warp continues (a memory fence). */
enum seen_by { NOBODY, THE_TEAM, THE_GPU, SEEN_BY = NOBODY };

enum {
    VARIANT = 1,  /* the loop body for a point, over `s`; the kernel holds ... */
    VARIANTS = 1, /* ... this many, 8 at most; in each, `variant` is a compile-time number */
    FIELDS = 1,   /* fields that a step touches, over `variant` */
    LOADS = 1,    /* loads of a step and field; LOAD sees the number of each in `e.load` */

    ACTIVE = 1,        /* whether a step is made, over `s` and `e` */
    ACCESSES = 0,      /* useful loads or stores of a pass, over `s`; 0: one a step and field */
    MULTIPLY_ADDS = 0, /* of a pass, over `s` */

    ALONE = 0,           /* 1: one worker makes all steps; on a GPU no other is even started */
    SIDE_LOAD = 0,       /* 1: the first worker makes all steps, while the others load the memory */
    CHOOSES_LAUNCH = 0,  /* 1: the first parameter is the number of teams for each multiprocessor,
                            the second the threads of each team, or on a CPU the cores used */
    WORKERS_MOST = 1024, /* workers of a team */
    CHUNK_TILES = 4,     /* tiles that a GPU's worker takes at a time (work.h) */

    BYTES_MOST = 1024,           /* most bytes that a lane may load before it stores any */
    PLACES_FIRST = 0,            /* 1: places come from memory; all places of a tile are loaded
                                    before its first store, since no later load would be moved
                                    before it */
    STORE_ACCESS = ACCESS_STORE, /* ACCESS_ATOMIC: 1 is added to what is there; ACCESS_STREAM: on
                                    a CPU a non-temporal store */
    TAIL = 1,                    /* 0: no steps are left after the last whole tile */
    WALK_TILES = 0,              /* of a pass, if that does not follow from its elements */
    INDEX_HAS_POINTERS = 0,      /* 1: an entry is a pointer to the place that is its value */
};

/* Defaults of macros that the bodies' own lists and the list above explain. */
enum {
    FETCH_AHEAD = 0,
    READ_ONLY = 0,
    TILES_AHEAD = 2,
    BORDER_ROWS = 0,
    BORDER_ACTIVE = 1,
    CALL_BEFORE = 0,
    CALL_AFTER = 0,
    MEANING = -1,
    WHY_ABSENT = 0,
    WHERE = EVERYWHERE
};

/* What load `k` of step `i` returned; for RESULT. */
#define VALUE(k) value[LOADS * i + (k)]

/* Inlines all functions of a kernel: otherwise the variant and the lengths of loops are not
 * compile-time numbers, and a lane's values do not stay in registers. */
#define INLINED static inline __attribute__((always_inline))

/* A value that hides its origin from the compiler. */
static inline int64_t opaque(int64_t value)
{
    __asm__("" : "+r"(value));
    return value;
}

/* Elements that a lane loads before its first store.
 *
 * GPU: registers limit the warps of a team, by the largest function of the module, and the calling
 * convention leaves a function only every fourth register for loaded values: this allows 8 to 28
 * warps. So memory bandwidth depends on the bytes that each lane has in flight. 128 bytes reach the
 * limit at every element size from 4 bytes up; of smaller elements a lane loads as many as its
 * registers hold. CPU: four vectors of 64 bytes; more at a time reach the L2 cache out of order and
 * cost up to a quarter of its bandwidth. */
#define GPU_UNROLL(bytes) ((bytes) <= 2 ? 64 : 128 / (bytes))
#define CPU_UNROLL(bytes) ((bytes) < 8 ? 8 / (bytes) : 1)

/* Shared memory of one warp. It needs no barrier of the team: the end of a simd loop synchronizes
 * the warp's lanes. On a CPU it is an array that stays in the core's L1. */
enum {
    BANKS = 32,       /* of 4 bytes each, on every GPU since 2010 */
    SHARED_ROWS = 33, /* of 32 banks: 32 x 32 elements of 4 bytes and a padding column */
    SHARED_BYTES = SHARED_ROWS * BANKS * 4,
    SHARED_WORKERS = 10 /* 42240 bytes; a kernel may have 48 KiB, of which 5 are libgomp's own */
};

#ifdef WARPLINE_MODULE_GPU
#include "patterns/kernel/gpu.h"
#else
#include "patterns/kernel/cpu.h"
#endif

/* Only a kernel module has kernels; only the program has walks. */
#ifdef WARPLINE_MODULE
#define PROGRAM_OR_MODULE(program, module) module
#else
#define PROGRAM_OR_MODULE(program, module) program
#endif

/* A pattern of the catalogue, or a user's own. */
#ifdef WARPLINE_OWN
#define BUILTIN_OR_OWN(builtin, own) own
#else
#define BUILTIN_OR_OWN(builtin, own) builtin
#endif

/* The parameters of a pattern with CHOOSES_LAUNCH. */
#define TEAMS_PARAMETER                                                                    \
    {                                                                                      \
        .name = "teams", .help = "teams for each multiprocessor; a CPU has one", .low = 0, \
        .high = 8, .standard = 0                                                           \
    }
#define THREADS_PARAMETER                                                                      \
    {                                                                                          \
        .name = "threads", .help = "warps of a team, or cores; 0: as many as can run at once", \
        .low = 0, .high = 1024, .standard = 0                                                  \
    }

#endif
