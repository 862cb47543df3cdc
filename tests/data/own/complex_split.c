#include "patterns/kernel/usual.h"

#define NAME       complex_split
#define HALF       ((s.elements + 1) >> 1)
#define LOAD       e.index
#define STORE      ((e.index >> 1) + (e.index & 1 ? HALF : 0))
#define IN_LENGTH  s.elements
#define OUT_LENGTH s.elements
#define MEANING    (i < (s.elements + 1) / 2 ? 2 * i : 2 * (i - (s.elements + 1) / 2) + 1)
#define EXAMPLES                       \
    {0, 0, 0}, {1, 1, 512}, {2, 2, 1}, \
    {                                  \
        1023, 1023, 1023               \
    }

#include "patterns/kernel/generate.h"

ROW = {
    .name = "complex_split",
    .help = "part complex numbers into real and imaginary ones",
    .formula = "re[i] = in[2 * i]; im[i] = in[2 * i + 1]",
    .lesson = "A warp writes to two places at a time.",
    .loads = 1,
    .stores = 1,
    EXPRESSIONS,
};
