#include "patterns/kernel/usual.h"

#define NAME       parameter_divides
#define LOAD       (e.index / s.value[0] * s.value[0] / 9)
#define STORE      e.index
#define IN_LENGTH  s.elements
#define OUT_LENGTH s.elements

#include "patterns/kernel/generate.h"

ROW = {.name = "parameter_divides",
       .help = "wrong",
       .parameters = {{.name = "group", .low = 0, .high = 8, .standard = 4}},
       EXPRESSIONS};
