#include "patterns/kernel/usual.h"

#define NAME       other_variant
#define LOAD       e.index
#define STORE      e.index
#define IN_LENGTH  s.elements
#define OUT_LENGTH s.elements
#define VARIANT    (s.elements > 1000 ? 2 : 1)

#include "patterns/kernel/generate.h"

ROW = {.name = "other_variant", .help = "wrong", EXPRESSIONS};
