#include "patterns/kernel/usual.h"

/* Numbers of 32 bits and of more, of both signs, by values and by constants: each sum is e.index.
 */
#define NAME divisions
#define WIDE (s.value[0] << 31)
#define UP   (e.index * WIDE)
#define BY_VALUE \
    ((e.index & 1 ? UP / WIDE : -(-UP / WIDE)) + (UP + 3) % WIDE + (-UP - 5) % WIDE + 2)
#define ODD        (UP + e.index - (e.index & 2 ? WIDE << 12 : 0))
#define BY_7       (ODD / 7 * 7 + ODD % 7)
#define BY_70001   (ODD / 70001 * 70001 + ODD % 70001)
#define LOAD       (BY_VALUE + 2 * BY_7 - BY_70001 - ODD)
#define STORE      (e.index / s.value[1] * s.value[1] + e.index % s.value[1])
#define IN_LENGTH  s.elements
#define OUT_LENGTH s.elements
#define SIZES      4
#define MEANING    i

#include "patterns/kernel/generate.h"

ROW = {
    .name = "divisions",
    .help = "find an element by divisions that cancel each other",
    .formula = "out[i / n * n + i % n] = in[i * m / m]",
    .lesson = "A GPU divides 64-bit numbers by calls; 32 bits or a constant take less.",
    .parameters = {{.name = "wide",
                    .help = "2^31 times this is a divisor",
                    .low = 1,
                    .high = 64,
                    .standard = 3},
                   {.name = "narrow", .help = "a divisor", .low = 1, .high = 99999, .standard = 7}},
    .loads = 1,
    .stores = 1,
    EXPRESSIONS,
};
