#include "patterns/kernel/usual.h"

#define NAME       accesses_too_large
#define LOAD       e.index
#define STORE      e.index
#define IN_LENGTH  s.elements
#define OUT_LENGTH s.elements
#define ACCESSES   (40 * s.elements)

#include "patterns/kernel/generate.h"

ROW = {.name = "accesses_too_large", .help = "wrong", EXPRESSIONS};
