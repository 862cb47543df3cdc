#include "patterns/kernel/usual.h"

#define NAME       no_row_name
#define LOAD       e.index
#define STORE      e.index
#define IN_LENGTH  s.elements
#define OUT_LENGTH s.elements

#include "patterns/kernel/generate.h"

ROW = {.help = "wrong", EXPRESSIONS};
