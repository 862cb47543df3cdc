#include "patterns/kernel/usual.h"

#define NAME       misspelled_macro
#define LOAD       e.index
#define STORE      e.index
#define IN_LENGTH  s.elements
#define OUT_LENGTH s.elements
#define MEANNG     i

#include "patterns/kernel/generate.h"

ROW = {.name = "misspelled_macro", .help = "wrong", EXPRESSIONS};
