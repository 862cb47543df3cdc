#include "patterns/kernel/usual.h"

#define NAME       second_load
#define LOAD       e.index
#define STORE      e.index
#define IN_LENGTH  s.elements
#define OUT_LENGTH s.elements
#define LOADS      2

#include "patterns/kernel/generate.h"

ROW = {.name = "second_load", .help = "wrong", .loads = 2, .stores = 1, EXPRESSIONS};
