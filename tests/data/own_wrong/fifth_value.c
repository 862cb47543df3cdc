#include "patterns/kernel/usual.h"

#define NAME       fifth_value
#define LOAD       (e.index % s.value[4])
#define STORE      e.index
#define IN_LENGTH  s.elements
#define OUT_LENGTH s.elements

#include "patterns/kernel/generate.h"

ROW = {.name = "fifth_value",
       .help = "wrong",
       .parameters = {{.name = "part", .low = 1, .high = 8, .standard = 4}},
       EXPRESSIONS};
