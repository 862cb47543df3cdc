#include "patterns/kernel/usual.h"

#define NAME       undefined_function
#define LOAD       twisted(e.index)
#define STORE      e.index
#define IN_LENGTH  s.elements
#define OUT_LENGTH s.elements

#include "patterns/kernel/generate.h"

ROW = {.name = "undefined_function", .help = "wrong", EXPRESSIONS};
