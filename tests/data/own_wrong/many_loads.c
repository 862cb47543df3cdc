#include "patterns/kernel/usual.h"

#define NAME       many_loads
#define LOAD       e.index
#define STORE      e.index
#define IN_LENGTH  s.elements
#define OUT_LENGTH s.elements

#include "patterns/kernel/generate.h"

ROW = {.name = "many_loads", .help = "wrong", .loads = 2, .stores = 1, EXPRESSIONS};
