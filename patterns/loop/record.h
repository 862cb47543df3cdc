/* How the program and the process that traces a loop talk: the program writes orders to its
 * standard input and reads records from its standard output. Both include this file. */
#ifndef WARPLINE_RECORD_H
#define WARPLINE_RECORD_H

#include <stdint.h>

enum order_kind {
    ORDER_WALK,   /* `count` iterations from `first` on: a record for each access */
    ORDER_RUN,    /* all iterations from `first` on, in order: their extents, counts and races */
    ORDER_RESULT, /* the same; after the order follow the lengths of all arrays, an int64_t each in
                     bytes, and after RECORD_END as much of their contents */
    ORDER_SAMPLE  /* counts alone, estimated from some iterations */
};

struct order {
    int64_t kind, first, count;
};

enum record_kind {
    RECORD_LOAD, /* place: array and byte */
    RECORD_STORE,
    RECORD_ATOMIC,    /* made: what it adds, modulo ADDED_MOST, plus 1; 0: another operation; or: */
    RECORD_ITERATION, /* place: its number; the accesses that follow are its own */
    RECORD_EXTENT,    /* place: the array and the end of what is accessed of it; code: the bytes of
                         an element; bytes: enum loop_fill */
    RECORD_ACCESSES,  /* place: accesses of the whole loop */
    RECORD_BYTES,     /* place: bytes of these accesses */
    RECORD_LONGEST,   /* place: accesses of the iteration that makes most */
    RECORD_ROWS,      /* place: iterations that a lane of a GPU executes together */
    RECORD_RACE,      /* two records: the access of the earlier iteration, and of the later one;
                         an iteration's number is in the record RECORD_ITERATION before it */
    RECORD_END,       /* the order is carried out */
    RECORD_BELOW,    /* trouble, the last record: an access before an array's first byte (place: how
                        many bytes before) ... */
    RECORD_BEYOND,   /* ... or behind the bytes (place) that an array may have */
    RECORD_CONST,    /* a store to an array that is declared const */
    RECORD_SHARED,   /* a store to a variable of the file, which all iterations have in common */
    RECORD_STACK,    /* to the stack beyond its end */
    RECORD_WILD,     /* to memory that does not exist */
    RECORD_DIVISION, /* by zero */
    RECORD_INSTRUCTION, /* one that the processor lacks, or a trap */
    RECORD_ABORT,
    RECORD_EXIT,
    RECORD_PRINT,
    RECORD_VARYING, /* a call of the function of that number (place) in varying.def */
    RECORD_ENDLESS, /* too many accesses, or none for too long */
    RECORD_LARGE    /* too much memory */
};

#define VARYING(type, name)    VARYING_##name,
#define UNSEEN(name, pointers) VARYING_##name,
enum {
#include "patterns/loop/varying.def"
    VARYING_FUNCTIONS
};
#undef VARYING
#undef UNSEEN

/* Atomic operations that only read or only write. */
enum { ADDED_MOST = 253, MADE_READ, MADE_WRITE };

/* A place is an array's number and the byte in it. */
enum { PLACE_BITS = 48 };

struct record {
    uint64_t place;
    uint32_t code; /* address of the instruction after the access, from the start of the code */
    uint16_t bytes;
    uint8_t kind;
    uint8_t made; /* RECORD_RACE and trouble: the kind of the access; RECORD_ATOMIC: above */
};

/* The number of an iteration before the first: `init`. */
#define IN_INIT UINT64_MAX

#endif
