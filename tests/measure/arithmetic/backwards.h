/* Each row of a matrix backwards: what two patterns of tests/measure/test_division.c do, one by
 * divisions and one by shifts. */
#include "patterns/kernel/usual.h"

enum { WHERE_backwards_divided = EVERYWHERE, WHERE_backwards_shifted = EVERYWHERE };

#define EDGE       s.value[0]
#define STORE      e.index
#define IN_LENGTH  s.elements
#define OUT_LENGTH s.elements

/* The row of facts, except for the differences between the two. */
#define BACKWARDS(name_)                                                                    \
    .name = name_, .help = "copy, each row of a matrix backwards",                          \
    .formula = "out[row][column] = in[row][edge - 1 - column]",                             \
    .lesson = "The same addresses can be cheap or dear to work out.", .source = "the test", \
    .parameters = {{.name = "edge",                                                         \
                    .help = "elements of a row",                                            \
                    .low = 32,                                                              \
                    .high = 4096,                                                           \
                    .standard = 64,                                                         \
                    .power_of_two = true}},                                                 \
    .loads = 1, .stores = 1
