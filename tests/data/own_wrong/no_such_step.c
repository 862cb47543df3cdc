#include "patterns/kernel/usual.h"

#define NAME       no_such_step
#define LOAD       e.index
#define STORE      e.index
#define IN_LENGTH  s.elements
#define OUT_LENGTH s.elements
#define EXAMPLES   \
    {0, 0, 0},     \
    {              \
        1024, 0, 0 \
    }

#include "patterns/kernel/generate.h"

ROW = {.name = "no_such_step", .help = "wrong", EXPRESSIONS};
