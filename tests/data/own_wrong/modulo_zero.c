#include "patterns/kernel/usual.h"

#define NAME       modulo_zero
#define LOAD       (e.index % (s.value[0] - 5) % 1)
#define STORE      e.index
#define IN_LENGTH  s.elements
#define OUT_LENGTH s.elements

#include "patterns/kernel/generate.h"

ROW = {.name = "modulo_zero",
       .help = "wrong",
       .parameters = {{.name = "part", .low = 1, .high = 8, .standard = 4}},
       EXPRESSIONS};
