#include "patterns/kernel/usual.h"

#define LOAD       e.index
#define STORE      e.index
#define IN_LENGTH  s.elements
#define OUT_LENGTH s.elements

#include "patterns/kernel/generate.h"

ROW = {.name = "no_name", .help = "wrong", EXPRESSIONS};
