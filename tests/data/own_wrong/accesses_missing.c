#include "patterns/kernel/usual.h"

#define NAME       accesses_missing
#define LOAD       e.index
#define STORE      e.index
#define IN_LENGTH  s.elements
#define OUT_LENGTH s.elements
#define ACTIVE     (e.index % 3 == 0)

#include "patterns/kernel/generate.h"

ROW = {.name = "accesses_missing", .help = "wrong", EXPRESSIONS};
