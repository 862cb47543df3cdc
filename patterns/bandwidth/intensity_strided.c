#define NAME       intensity_strided
#define LOAD       (e.index * 2)
#define STORE      e.index
#define IN_LENGTH  (2 * s.elements)
#define OUT_LENGTH s.elements
#define MEANING    (i * 2)
#include "multiply_add.h"

#include "generate.h"

ROW = {
    .name = "intensity_strided",
    .help = "read every second element, with n multiply-adds on each",
    .formula = "s = f = in[2 * i]; n times: s = s * s + f; out[i] = s",
    .lesson =
        "With half of what moves wasted there is more time to compute in: the arithmetic is free "
        "for "
        "longer, and once it is what limits, the stride costs nothing any more and both curves "
        "meet.",
    .source = "A: stride_test",
    .parameters = {{.name = "iterations",
                    .help = "multiply-adds on each element",
                    .low = 0,
                    .high = 4096,
                    .standard = 8}},
    EXPRESSIONS,
};
