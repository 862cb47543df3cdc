#include "patterns/kernel/usual.h"

#define NAME       reads_past_end
#define LOAD       (e.index + 1)
#define STORE      e.index
#define IN_LENGTH  s.elements
#define OUT_LENGTH s.elements

#include "patterns/kernel/generate.h"

ROW = {.name = "reads_past_end", .help = "wrong", EXPRESSIONS};
