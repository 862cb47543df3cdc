#include "patterns/kernel/usual.h"

#define NAME       negative_length
#define LOAD       e.index
#define STORE      e.index
#define IN_LENGTH  s.elements
#define OUT_LENGTH (s.elements - 2000000)

#include "patterns/kernel/generate.h"

ROW = {.name = "negative_length", .help = "wrong", EXPRESSIONS};
