#include "patterns/kernel/usual.h"

#include <stdlib.h>
#define NAME       aborts
#define LOAD       (e.index < 5 ? e.index : (abort(), 0))
#define STORE      e.index
#define IN_LENGTH  s.elements
#define OUT_LENGTH s.elements

#include "patterns/kernel/generate.h"

ROW = {.name = "aborts", .help = "wrong", EXPRESSIONS};
