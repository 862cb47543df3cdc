#include "patterns/kernel/usual.h"

#define NAME       my.pattern
#define LOAD       e.index
#define STORE      e.index
#define IN_LENGTH  s.elements
#define OUT_LENGTH s.elements

#include "patterns/kernel/generate.h"

ROW = {.name = "my.pattern", .help = "wrong", EXPRESSIONS};
