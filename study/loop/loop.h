/* A user's plain loop: a pattern whose requests are the traced accesses of its iterations, and
 * whose arrays are as long as its iterations reach. See patterns/loop/ for the code that is
 * compiled with it, and contents.h there for what the arrays contain. */
#ifndef WARPLINE_LOOP_H
#define WARPLINE_LOOP_H

#include "patterns/pattern.h"

#include <stdbool.h>
#include <stddef.h>

/* The form of a loop's file: plain C with one function that is an iteration,
 *
 *     void mine(long i, long n, float *out, const float *in, long stride)
 *
 * Its arrays are pointers, its parameters further integers. The function has the file's name, or is
 * the only one of that form that is not static. Only the text is read; the compiler checks it
 * later. */
enum { LOOP_ARGUMENTS_MAX = 16, LOOP_NAME_MAX = 64, LOOP_DECLARATION_MAX = 128 };

enum loop_kind { LOOP_ARRAY, LOOP_PARAMETER, LOOP_NUMBER };

struct loop_argument {
    enum loop_kind kind;
    int number;   /* of the arrays, or of the parameters */
    bool written; /* an array without `const` */
    char name[LOOP_NAME_MAX];
    char declaration[LOOP_DECLARATION_MAX]; /* "const float *in"; a number's type: "float" */
    int64_t standard;                       /* of a parameter */
};

struct loop_signature {
    char name[LOOP_NAME_MAX];
    int line;       /* of the function */
    char form[512]; /* as it is written */
    struct loop_argument arguments[LOOP_ARGUMENTS_MAX];
    int count, arrays, parameters;
    bool has_init;
    int init[2]; /* its first and last line */
    int warps;   /* that are on a GPU's multiprocessor together */
};

enum loop_form { LOOP_NONE, LOOP_WRONG, LOOP_FOUND };

/* Reads the signature of a file, which messages call `shown`. LOOP_NONE: there is no such function,
 * the file may be a pattern in macros. LOOP_WRONG: with a sentence in `problem`. */
enum loop_form loop_signature_read(const char *file, const char *shown,
                                   struct loop_signature *signature, char *problem,
                                   size_t problem_size);

/* The macros for the compiler (patterns/loop/loop_file.h), ended by NULL. The caller frees each and
 * the list. */
char **loop_macros(const struct loop_signature *signature, const char *file);

/* A loop that was compiled into a folder: the pattern's functions below work with it. NULL with a
 * sentence in `problem`. It lives until the program ends. */
struct loop *loop_open(const struct loop_signature *signature, const char *file, const char *shown,
                       const char *folder, char *problem, size_t problem_size);

/* Its row. */
struct pattern loop_pattern(struct loop *loop);

/* Whether its iterations of a pass stay in their memory and do not race; else a sentence in
 * `problem`. */
bool loop_holds(const struct shape *shape, char *problem, size_t problem_size);

/* The array and element in which element `element` of the output is: "out[5]", and what it should
 * be. False if there is no reference. */
bool loop_explain(const struct shape *shape, int64_t element, char *text, size_t text_size);

/* Element `i` of an array that the loop writes, in the output of a pass of that shape. Its bytes; 0
 * if no iteration reaches it, or it is no number. Whole numbers are read with a sign. */
int loop_number(const struct shape *shape, const char *array, int64_t i, const void *output,
                double *number, bool *whole);

/* A source position with an access. Requests have its number as their `load`. */
struct loop_site {
    int line; /* 0: not in the loop's file */
    uint32_t code;
    int array;
    uint8_t kind; /* of its records */
    enum access access;
    int bytes;
    /* Whether all accesses so far add one number to one element: one lane does it for its warp
     * (offload/assembler/as). */
    bool one_sum;
    uint64_t place;
    uint8_t added;
};
const char *loop_array_name(const struct loop *loop, int array);

/* Lists the lines of the file that divide whole numbers by a value, not by a constant: "5 and 7";
 * "": none. Those of init are not timed. Returns text. */
const char *loop_divisions(const struct loop *loop, char *text, size_t text_size);

#endif
