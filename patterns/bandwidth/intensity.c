#define NAME       intensity
#define LOAD       e.index
#define STORE      e.index
#define IN_LENGTH  s.elements
#define OUT_LENGTH s.elements
#define MEANING    i
#include "multiply_add.h"

#include "generate.h"

ROW = {
    .name = "intensity",
    .help = "copy with n multiply-adds on every element",
    .formula = "s = f = in[i]; n times: s = s * s + f; out[i] = s",
    .lesson =
        "While the memory is busy anyway, arithmetic costs nothing: the time stays that of the "
        "copy "
        "until the multiply-adds alone take longer. The corner is where a machine's arithmetic and "
        "its memory are in balance, at so many operations for each byte; left of it the bandwidth "
        "decides, right of it the arithmetic.",
    .source = "A: unit_test",
    .parameters = {{.name = "iterations",
                    .help = "multiply-adds on each element",
                    .low = 0,
                    .high = 4096,
                    .standard = 8}},
    EXPRESSIONS,
};
