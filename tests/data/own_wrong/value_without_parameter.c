#include "patterns/kernel/usual.h"

#define NAME       value_without_parameter
#define LOAD       (e.index * s.value[0])
#define STORE      e.index
#define IN_LENGTH  s.elements
#define OUT_LENGTH s.elements

#include "patterns/kernel/generate.h"

ROW = {.name = "value_without_parameter", .help = "wrong", EXPRESSIONS};
