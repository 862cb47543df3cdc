#include "patterns/kernel/usual.h"

#define NAME       divides_by_zero
#define LOAD       (e.index / (e.index - 20) * 0 + e.index)
#define STORE      e.index
#define IN_LENGTH  s.elements
#define OUT_LENGTH s.elements

#include "patterns/kernel/generate.h"

ROW = {.name = "divides_by_zero", .help = "wrong", EXPRESSIONS};
