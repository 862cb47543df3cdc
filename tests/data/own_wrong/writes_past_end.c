#include "patterns/kernel/usual.h"

#define NAME       writes_past_end
#define LOAD       e.index
#define STORE      (2 * e.index)
#define IN_LENGTH  s.elements
#define OUT_LENGTH s.elements

#include "patterns/kernel/generate.h"

ROW = {.name = "writes_past_end", .help = "wrong", EXPRESSIONS};
