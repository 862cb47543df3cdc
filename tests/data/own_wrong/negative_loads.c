#include "patterns/kernel/usual.h"

#define NAME       negative_loads
#define LOAD       e.index
#define STORE      e.index
#define IN_LENGTH  s.elements
#define OUT_LENGTH s.elements

#include "patterns/kernel/generate.h"

ROW = {.name = "negative_loads", .help = "wrong", .loads = -1, EXPRESSIONS};
