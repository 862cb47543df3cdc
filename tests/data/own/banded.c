#include "patterns/kernel/usual.h"

#define NAME       banded
#define LOADS      10
#define DIAGONAL   (e.load >> 1)
#define OF_MATRIX  (DIAGONAL * s.elements + e.index)
#define OF_VECTOR  (5 * s.elements + e.index + DIAGONAL)
#define LOAD       (e.load & 1 ? OF_VECTOR : OF_MATRIX)
#define STORE      e.index
#define IN_LENGTH  (6 * s.elements + 4)
#define OUT_LENGTH s.elements
#define MEANING    (k % 2 == 0 ? k / 2 * s.elements + i : 5 * s.elements + i + k / 2)
#define PAIR(k)    VALUE(2 * (k)) * VALUE(2 * (k) + 1)
#define RESULT     (PAIR(0) + PAIR(1) + PAIR(2) + PAIR(3) + PAIR(4))
#define NUMBERS

#include "patterns/kernel/generate.h"

ROW = {
    .name = "banded",
    .help = "a matrix of five diagonals times a vector",
    .formula = "y[i] = sum of a[d][i] * x[i + d]",
    .lesson = "The diagonals come from memory, the vector from a cache.",
    .loads = 6,
    .stores = 1,
    EXPRESSIONS,
};
