/* What a pattern may say besides its addresses, and what holds where it does not.
 *
 * A pattern includes this file, defines what it says otherwise as macros, and then includes
 * generate.h: a macro hides the constant of its name. What has a type or a file for its value is
 * defined in generate.h where a pattern has not done so. Expressions see `s` (struct shape), `e`
 * (struct step) and, where it says so, what else. This is the list of all there is;
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
 *   ELEMENTS      steps of a pass, over `s`, where the parameters say how many
 *   ROUND         steps, over `s`, after which the kernel is back where its first pass began, where
 *                 a pass goes on where the last one stopped
 *   RESULT        what step `i` of those at hand stores, made of VALUE(k), what its load k has
 *                 brought (VALUE(0); 0 where there are no loads)
 *   MEANING       element `k` of those that output element `i` is made of, over `s`, `i` and `k`;
 *                 -1: it must not be written. For rows with .expect = expected_by_meaning
 *   EXAMPLES      {step, load, store}, ...: of some steps by hand which element is read and which
 *                 is written, -1 where none is; in a pass of 1024 steps, or as near to that as the
 *                 pattern can, by one thread, with the standard parameters. For one's own patterns
 *   WHERE         where one's own pattern runs: EVERYWHERE, NO_CPU, NO_GPU (patterns.def says it of
 *                 all others)
 *   WHY_ABSENT    one line: why there is no counterpart on the side where it does not run
 *
 * An index array:
 *   INDEX_VALUE   its entry `i`, over `s` and `i`. LOAD and STORE ask for entry i by INDEX(i)
 *   INDEX_LENGTH  its length
 *   INDEX_PLACE   where the entry of number `i` is (i), where not every one is written ...
 *   INDEX_COUNT   ... and how many are
 *
 * Files, each of which says which macros it needs:
 *   BODY          what a worker makes of its blocks (body/load_store.h)
 *   WALK          the same as requests, for the models (body/load_store_walk.h)
 *   KERNEL        what makes a kernel of that (kernel.h; driver.h: calls of the driver)
 *   BLOCK_ROWS(unroll, lanes)   rows of WARP_LANES steps of a block, where a lane has room for
 *                 `unroll` elements and a worker is so many logical threads; over `variant`
 *
 * The constants: */
#ifndef WARPLINE_USUAL_H
#define WARPLINE_USUAL_H

#include "patterns/kernel/sides.h"
#include "patterns/pattern.h"
#include "patterns/random.h"

/* How blocks are shared out: dynamic, the next ones to whichever worker is free, or static, each
 * worker's from the start. */
enum schedule { DYNAMIC, STATIC, SCHEDULE = DYNAMIC };

/* Who would see a block's stores before its warp goes on. */
enum seen_by { NOBODY, THE_TEAM, THE_GPU, SEEN_BY = NOBODY };

enum {
    VARIANT = 1,  /* the loop body that serves a point, over `s`; the kernel holds ... */
    VARIANTS = 1, /* ... so many, 8 at most, in which `variant` is a compile-time number */
    FIELDS = 1,   /* fields that a step touches, over `variant` */
    LOADS = 1,    /* loads of a step and field; LOAD sees the number of each in `e.load` */

    ACTIVE = 1,        /* whether a step is made, over `s` and `e` */
    ACCESSES = 0,      /* useful loads or stores of a pass, over `s`; 0: one a step and field */
    MULTIPLY_ADDS = 0, /* of a pass, over `s` */

    ALONE = 0,          /* 1: one worker makes all steps; on a GPU no other is even started */
    CHOOSES_LAUNCH = 0, /* 1: the first two parameters are teams for each multiprocessor and threads
                           of each team, on a CPU the second the cores used */
    WORKERS_MOST = 1024, /* workers of a team */
    CHUNK_BLOCKS = 4,    /* blocks that a GPU's worker takes at a time (kernel/gpu/chunks.h) */

    BYTES_MOST = 1024,           /* most bytes that a lane may load before it stores any */
    PLACES_FIRST = 0,            /* 1: where elements go comes from memory, and all of a block's
                                    places are loaded before the first store, which no later load
                                    would be moved before */
    STORE_ACCESS = ACCESS_STORE, /* ACCESS_ATOMIC: 1 is added to what is there; ACCESS_STREAM: on
                                    a CPU past the caches */
    TAIL = 1,                    /* 0: nothing is left after whole blocks */
    WALK_BLOCKS = 0,             /* of a pass, where that does not follow from its elements */
    INDEX_HAS_POINTERS = 0,      /* 1: an entry is a pointer to the place that is its value */
};

/* The same of what the bodies' own lists and the list above explain. */
enum {
    FETCH_AHEAD = 0,
    READ_ONLY = 0,
    BLOCKS_AHEAD = 2,
    BORDER_ROWS = 0,
    BORDER_ACTIVE = 1,
    CALL_BEFORE = 0,
    CALL_AFTER = 0,
    MEANING = -1,
    WHY_ABSENT = 0,
    WHERE = EVERYWHERE
};

/* What load `k` of step `i` has brought: for RESULT. */
#define VALUE(k) value[LOADS * i + (k)]

#endif
