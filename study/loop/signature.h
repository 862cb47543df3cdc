/* The form of a loop's file: plain C with one function that is an iteration,
 *
 *     void mine(long i, long n, float *out, const float *in, long stride)
 *
 * Its arrays are pointers, its parameters further integers. The function has the file's name, or is
 * the only one of that form that is not static. Only the text is read; the compiler checks it
 * later. */
#ifndef WARPLINE_LOOP_SIGNATURE_H
#define WARPLINE_LOOP_SIGNATURE_H

#include "patterns/pattern.h"

#include <stdbool.h>
#include <stddef.h>

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
    bool branches; /* the file has an `if` or a loop */
};

enum loop_form { LOOP_NONE, LOOP_WRONG, LOOP_FOUND };

/* Reads the signature of a file, which messages call `shown`. LOOP_NONE: there is no such function,
 * the file may be a pattern in macros. LOOP_WRONG: with a sentence in `problem`. */
enum loop_form loop_signature_read(const char *file, const char *shown,
                                   struct loop_signature *signature, char *problem,
                                   size_t problem_size);

#endif
