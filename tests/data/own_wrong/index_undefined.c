#include "patterns/kernel/usual.h"

#define NAME       index_undefined
#define LOAD       INDEX(e.index)
#define STORE      e.index
#define IN_LENGTH  s.elements
#define OUT_LENGTH s.elements

#include "patterns/kernel/generate.h"

ROW = {.name = "index_undefined", .help = "wrong", EXPRESSIONS};
