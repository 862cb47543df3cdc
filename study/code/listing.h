/* A listing of instructions, its hot loops, and statistics of them. It understands x86 by objdump,
 * PTX by gcc, and SASS by cuobjdump.
 *
 * A hot loop accesses memory, contains no other loop that does, and moves at least an eighth of the
 * bytes of the loop that moves the most: other loops process the rest at the end of a share. There
 * are several hot loops if a kernel has loop bodies for several parameter values, or if the
 * compiler made versions of one, for example for a stride of 1. */
#ifndef WARPLINE_LISTING_H
#define WARPLINE_LISTING_H

#include "patterns/pattern.h"

#include <stdbool.h>

enum { TOUCHED_MAX = 256, LOOPS_MAX = 8, LABEL_MAX = 24 };

enum language { X86, PTX, SASS };

/* An instruction, or a label. Texts point into the listing's text. */
struct code_line {
    const char *text;
    char label[LABEL_MAX];  /* the label of this line; "" */
    char target[LABEL_MAX]; /* the label that it may jump to; "" */
    int loads, stores;      /* accesses of global memory */
    int load_bytes, store_bytes;
    int stack; /* accesses to the stack, mostly spilled registers */
    bool is_instruction;
    bool has_frame; /* rbp is its function's frame pointer; else an ordinary register */
};

struct listing {
    enum language language;
    struct code_line *lines;
    int count, room;
};

/* The statistics of one iteration of a loop. */
struct loop {
    int first, last; /* lines */
    int instructions, loads, stores, load_bytes, store_bytes, stack;
    int widest_load, widest_store;   /* of one instruction, in bytes */
    int registers, vector_registers; /* number of different registers that it names */
};

/* Reads the lines of a text, which is cut into them and must live as long. Only functions count
 * whose name begins with `name`, not followed by another digit. */
void listing_read(struct listing *listing, enum language language, char *text, const char *name);

/* Finds the hot loops, the one that moves the most bytes first; returns their number. */
int listing_loops(const struct listing *listing, struct loop loops[LOOPS_MAX]);

void listing_free(struct listing *listing);

/* `show PATTERN --code`: the kernel's source after preprocessing, and the compilers'
 * instructions. */
/* Prints the pattern's kernels for that element size. If a tool or GPU code is missing, one line
 * says so. Returns the exit status. */
int code_print(const struct pattern *pattern, int element_bytes);

#endif
