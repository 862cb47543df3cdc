#include "patterns/kernel/usual.h"

#define NAME       no_steps
#define LOAD       e.index
#define STORE      e.index
#define IN_LENGTH  s.elements
#define OUT_LENGTH s.elements
#define ELEMENTS   (s.value[0] - 4)

#include "patterns/kernel/generate.h"

ROW = {.name = "no_steps",
       .help = "wrong",
       .parameters = {{.name = "edge", .low = 4, .high = 8, .standard = 4}},
       EXPRESSIONS};
