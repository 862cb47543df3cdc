#include "patterns/kernel/usual.h"

#define NAME       writes_before_start
#define LOAD       e.index
#define STORE      (e.index - 1)
#define IN_LENGTH  s.elements
#define OUT_LENGTH s.elements

#include "patterns/kernel/generate.h"

ROW = {.name = "writes_before_start", .help = "wrong", EXPRESSIONS};
