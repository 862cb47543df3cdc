#include "patterns/kernel/usual.h"

#define NAME       standard_outside
#define LOAD       e.index
#define STORE      e.index
#define IN_LENGTH  s.elements
#define OUT_LENGTH s.elements

#include "patterns/kernel/generate.h"

ROW = {.name = "standard_outside",
       .help = "wrong",
       .parameters = {{.name = "run", .low = 2, .high = 8, .standard = 1}},
       EXPRESSIONS};
