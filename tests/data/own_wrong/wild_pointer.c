#include "patterns/kernel/usual.h"

#define NAME       wild_pointer
#define LOAD       (e.index + *(const int *)(s.value[0] - 1))
#define STORE      e.index
#define IN_LENGTH  s.elements
#define OUT_LENGTH s.elements

#include "patterns/kernel/generate.h"

ROW = {.name = "wild_pointer",
       .help = "wrong",
       .parameters = {{.name = "part", .low = 1, .high = 8, .standard = 4}},
       EXPRESSIONS};
