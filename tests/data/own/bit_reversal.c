#include "patterns/kernel/usual.h"

INLINED int64_t reversed(int64_t i, int64_t elements)
{
    uint64_t x = (uint64_t)i;
    x = (x >> 1 & 0x55555555) | (x & 0x55555555) << 1;
    x = (x >> 2 & 0x33333333) | (x & 0x33333333) << 2;
    x = (x >> 4 & 0x0f0f0f0f) | (x & 0x0f0f0f0f) << 4;
    x = (x >> 8 & 0x00ff00ff) | (x & 0x00ff00ff) << 8;
    x = (x >> 16 | x << 16) & 0xffffffff;
    return (int64_t)(x >> (32 - __builtin_ctzll((uint64_t)elements)));
}

#define NAME       bit_reversal
#define LOAD       e.index
#define STORE      reversed(e.index, s.elements)
#define IN_LENGTH  s.elements
#define OUT_LENGTH s.elements
#define EXAMPLES                                                          \
    {0, 0, 0}, {1, 1, 512}, {2, 2, 256}, {3, 3, 768}, {1023, 1023, 1023}, \
    {                                                                     \
        6, 6, 384                                                         \
    }

#include "patterns/kernel/generate.h"

ROW = {
    .name = "bit_reversal",
    .help = "put elements in the order of their reversed bits, as an FFT does",
    .formula = "out[reversed bits of i] = in[i]",
    .lesson = "No two neighbours stay on one line.",
    .loads = 1,
    .stores = 1,
    .rounding = POWER_OF_TWO,
    EXPRESSIONS,
};
