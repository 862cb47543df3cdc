#include "patterns/kernel/usual.h"

#define NAME       wrong_example
#define LOAD       e.index
#define STORE      e.index
#define IN_LENGTH  s.elements
#define OUT_LENGTH s.elements
#define EXAMPLES \
    {0, 0, 0},   \
    {            \
        7, 8, 7  \
    }

#include "patterns/kernel/generate.h"

ROW = {.name = "wrong_example", .help = "wrong", EXPRESSIONS};
