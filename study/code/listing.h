/* A listing of instructions, the hot loops in it, and what they do. x86 by objdump, PTX as gcc
 * makes it, and SASS by cuobjdump are known.
 *
 * The hot loops touch memory, have no other loop inside that does, and move at least an eighth of
 * the bytes of the one that moves the most: the others are what is left over at the end of a share.
 * There are several where a kernel has loop bodies for several parameter values, or the compiler
 * made versions of one: a stride of 1 is one. */
#ifndef WARPLINE_LISTING_H
#define WARPLINE_LISTING_H

#include <stdbool.h>
#include <stddef.h>

enum { TOUCHED_MAX = 256, LOOPS_MAX = 8, LABEL_MAX = 24 };

enum language { X86, PTX, SASS };

/* An instruction, or a label. Texts are in the listing's own. */
struct code_line {
    const char *text;
    char label[LABEL_MAX];  /* that stands here; "" */
    char target[LABEL_MAX]; /* that it may go to; "" */
    int loads, stores;      /* accesses of global memory */
    int load_bytes, store_bytes;
    int stack; /* accesses of the stack: spilled registers, mostly */
    bool is_instruction;
    bool has_frame; /* rbp is its function's frame; else a register like others */
};

struct listing {
    enum language language;
    struct code_line *lines;
    int count, room;
};

/* What a loop does in one turn. */
struct loop {
    int first, last; /* lines */
    int instructions, loads, stores, load_bytes, store_bytes, stack;
    int widest_load, widest_store;   /* of one instruction, in bytes */
    int registers, vector_registers; /* different ones that it names */
};

/* Reads the lines of a text, which is cut into them and must live as long. Only functions whose
 * name begins with `name` and goes on with no digit count. False without memory. */
bool listing_read(struct listing *listing, enum language language, char *text, const char *name);

/* The loops, the one that moves the most bytes first; returns how many there are. */
int listing_loops(const struct listing *listing, struct loop loops[LOOPS_MAX]);

void listing_free(struct listing *listing);

#endif
