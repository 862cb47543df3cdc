#include "patterns/kernel/usual.h"

#define NAME       element_parameter
#define LOAD       e.index
#define STORE      e.index
#define IN_LENGTH  s.elements
#define OUT_LENGTH s.elements

#include "patterns/kernel/generate.h"

ROW = {.name = "element_parameter",
       .help = "wrong",
       .parameters = {{.name = "element", .low = 1, .high = 8, .standard = 4}},
       EXPRESSIONS};
