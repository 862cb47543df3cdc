#include "patterns/kernel/usual.h"

#define NAME       triad
#define LOADS      2
#define LOAD       (e.load == 0 ? e.index : s.elements + e.index)
#define STORE      e.index
#define IN_LENGTH  (2 * s.elements)
#define OUT_LENGTH s.elements
#define MEANING    (k == 0 ? i : s.elements + i)
#define NUMBERS
#define SIZES  (4 | 8)
#define RESULT (VALUE(0) + 3 * VALUE(1))

#include "patterns/kernel/generate.h"

ROW = {
    .name = "triad",
    .help = "the stream triad: two arrays read, one written",
    .formula = "a[i] = b[i] + 3 * c[i]",
    .lesson =
        "The triad reads two arrays and writes one: the classical measure of memory bandwidth. It "
        "reads twice as much as it writes. That suits a CPU better than a copy, because each write "
        "there causes an additional read (write-allocate).",
    .source = "STREAM; likwid-bench: stream",
    .loads = 2,
    .stores = 1,
    .expect = expected_by_meaning,
    EXPRESSIONS,
};
