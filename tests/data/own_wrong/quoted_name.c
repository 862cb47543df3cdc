#include "patterns/kernel/usual.h"

#define NAME       "mine"
#define LOAD       e.index
#define STORE      e.index
#define IN_LENGTH  s.elements
#define OUT_LENGTH s.elements

#include "patterns/kernel/generate.h"

ROW = {.name = "mine", .help = "wrong", EXPRESSIONS};
