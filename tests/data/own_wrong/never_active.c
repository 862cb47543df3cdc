#include "patterns/kernel/usual.h"

#define NAME       never_active
#define LOAD       e.index
#define STORE      e.index
#define IN_LENGTH  s.elements
#define OUT_LENGTH s.elements
#define ACTIVE     0

#include "patterns/kernel/generate.h"

ROW = {.name = "never_active", .help = "wrong", EXPRESSIONS};
