#include "patterns/kernel/usual.h"

#define NAME       length_divides
#define LOAD       e.index
#define STORE      e.index
#define IN_LENGTH  (s.elements + s.elements / (s.elements - 1) * 0)
#define OUT_LENGTH s.elements

#include "patterns/kernel/generate.h"

ROW = {.name = "length_divides", .help = "wrong", EXPRESSIONS};
