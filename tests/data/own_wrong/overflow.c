#include "patterns/kernel/usual.h"

#define NAME       overflow
#define LOAD       ((int)e.index * 0x2000000 >> 25)
#define STORE      e.index
#define IN_LENGTH  s.elements
#define OUT_LENGTH s.elements

#include "patterns/kernel/generate.h"

ROW = {.name = "overflow", .help = "wrong", EXPRESSIONS};
