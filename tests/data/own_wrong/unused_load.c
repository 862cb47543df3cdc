#include "patterns/kernel/usual.h"

#define NAME       unused_load
#define LOAD       e.index
#define STORE      e.index
#define IN_LENGTH  s.elements
#define OUT_LENGTH s.elements
#define SIZES      4
#define LOADS      3
#define RESULT     (VALUE(0) ^ VALUE(2))

#include "patterns/kernel/generate.h"

ROW = {.name = "unused_load", .help = "wrong", .loads = 3, .stores = 1, EXPRESSIONS};
