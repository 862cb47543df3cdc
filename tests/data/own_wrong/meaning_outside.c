#include "patterns/kernel/usual.h"

#define NAME       meaning_outside
#define LOAD       e.index
#define STORE      e.index
#define IN_LENGTH  s.elements
#define OUT_LENGTH s.elements
#define MEANING    (i + 1)

#include "patterns/kernel/generate.h"

ROW = {.name = "meaning_outside", .help = "wrong", EXPRESSIONS};
