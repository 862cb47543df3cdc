#include "patterns/kernel/usual.h"
#include <stdlib.h>

#define NAME       calls_exit
#define LOAD       (exit(3), e.index)
#define STORE      e.index
#define IN_LENGTH  s.elements
#define OUT_LENGTH s.elements

#include "patterns/kernel/generate.h"

ROW = {.name = "calls_exit", .help = "wrong", EXPRESSIONS};
