#include "patterns/kernel/usual.h"

#define NAME       wrong_meaning
#define LOAD       e.index
#define STORE      e.index
#define IN_LENGTH  (s.elements + 1)
#define OUT_LENGTH s.elements
#define MEANING    (i ^ 1)

#include "patterns/kernel/generate.h"

ROW = {.name = "wrong_meaning", .help = "wrong", EXPRESSIONS};
