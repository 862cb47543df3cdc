#include "patterns/kernel/usual.h"

#define NAME       reads_before_start
#define LOAD       (e.index - 1)
#define STORE      e.index
#define IN_LENGTH  s.elements
#define OUT_LENGTH s.elements

#include "patterns/kernel/generate.h"

ROW = {.name = "reads_before_start", .help = "wrong", EXPRESSIONS};
