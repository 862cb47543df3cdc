/* What a loop's body takes, for the files that are compiled with it. The program names the body and
 * its arguments in macros of the compiler's command line:
 *
 *   LOOP_FILE   the file with the body
 *   LOOP_NAME   the body: void LOOP_NAME(long i, long n, ...)
 *   LOOP_EACH(A, P, S)   its further arguments, in order: A(number, name, declaration, written) for
 *               an array, P(number, name) for a parameter, S(number, name, type) for another number
 *   LOOP_WARPS  the warps that are on a GPU's multiprocessor together
 *   LOOP_INLINED  what follows the file, for its compilation; may be left out
 *   LOOP_INIT   defined: its file has void init(long n, ...), with the same further arguments */
#ifndef WARPLINE_LOOP_FILE_H
#define WARPLINE_LOOP_FILE_H

#ifndef LOOP_INLINED
#define LOOP_INLINED
#endif
/* Its data is a GPU's, too. It is compiled with -fvisibility=hidden: hidden functions may be
 * inlined, others may be replaced by a program. */
#pragma omp declare target
#include LOOP_FILE
LOOP_INLINED
#pragma omp end declare target
#pragma GCC visibility push(default)

/* Until apart.h only words of the loop's file, and our own that begin with loop. */
#define LOOP_NOTHING(...)
#define LOOP_DECLARE(number, name, declaration, written) declaration;
struct loop_pointers {
    LOOP_EACH(LOOP_DECLARE, LOOP_NOTHING, LOOP_NOTHING)
};
#define LOOP_TYPEDEF(number, name, declaration, written) \
    typedef __typeof__(((struct loop_pointers *)0)->name) loop_pointer_##number;
LOOP_EACH(LOOP_TYPEDEF, LOOP_NOTHING, LOOP_NOTHING)

/* Other numbers than parameters. */
#define LOOP_SCALAR 0.5

/* How the body is called: LOOP_CALL says whether it is inlined. The program has proven that the
 * arrays do not overlap, so each pointer is `restrict`. */
#define LOOP_POINTER(number, name, declaration, written) \
    , loop_pointer_##number restrict loop_array_##number
#define LOOP_POINTER_NAME(number, name, declaration, written) , loop_array_##number
#define LOOP_INTEGER(number, name)                            , const long loop_value_##number
#define LOOP_INTEGER_NAME(number, name)                       , loop_value_##number
#define LOOP_OTHER(number, name, type)                        , (type)LOOP_SCALAR
LOOP_CALL void loop_body(const long loop_i,
                         const long loop_n LOOP_EACH(LOOP_POINTER, LOOP_INTEGER, LOOP_NOTHING))
{
    LOOP_NAME(loop_i, loop_n LOOP_EACH(LOOP_POINTER_NAME, LOOP_INTEGER_NAME, LOOP_OTHER));
}

/* Arguments from `array`, an array of pointers, and `value`, an array of parameters' values. */
#define LOOP_ARRAY(number, name, declaration, written) , (void *)loop_arrays[number]
#define LOOP_VALUE(number, name)                       , loop_values[number]
#ifdef LOOP_INIT
/* Each process fills alike, and each time, also by the C library's random numbers. */
extern void srand(unsigned), srand48(long);
static void loop_init(const long loop_n, char *const *loop_arrays, const long *loop_values)
{
    (void)loop_values;
    srand(1);
    srand48(1);
    init(loop_n LOOP_EACH(LOOP_ARRAY, LOOP_VALUE, LOOP_OTHER));
}
#endif

#include "patterns/loop/apart.h"

#include "patterns/loop/contents.h"
#include "patterns/pattern.h"

#define LOOP_TYPE(number, name, declaration, written) LOOP_TYPE_OF((loop_pointer_##number)0),
#pragma omp declare target
static const struct loop_type loop_types[] = {LOOP_EACH(LOOP_TYPE, LOOP_NOTHING, LOOP_NOTHING)};
#pragma omp end declare target
/* A GPU combines stores to one line as long as no others come between: two iterations of a lane
 * that store six fields of a struct each took 3.2 times as long together as one after another, and
 * left 12.6 million sectors to the L2 instead of 3.6 (H200). */
enum { LOOP_STRUCT = 12, LOOP_LARGE_BYTES = 16 }; /* a struct: by __builtin_classify_type */
#define LOOP_STORES_LARGE(number, name, declaration, written)              \
    +((written) && sizeof(*(loop_pointer_##number)0) > LOOP_LARGE_BYTES && \
      __builtin_classify_type(*(loop_pointer_##number)0) == LOOP_STRUCT)
enum {
    LOOP_ARRAYS = sizeof loop_types / sizeof *loop_types,
    LOOP_LANE_ROWS = 0 LOOP_EACH(LOOP_STORES_LARGE, LOOP_NOTHING, LOOP_NOTHING) > 0 ? 1 : LOOP_ROWS
};

#endif
