#include "patterns/kernel/usual.h"

#define NAME       undefined_number
#define LOAD       (e.index + THINGS)
#define STORE      e.index
#define IN_LENGTH  s.elements
#define OUT_LENGTH s.elements

#include "patterns/kernel/generate.h"

ROW = {.name = "undefined_number", .help = "wrong", EXPRESSIONS};
