#include "patterns/kernel/usual.h"

#define NAME       far_load
#define LOAD       (e.index + e.load)
#define STORE      e.index
#define IN_LENGTH  (s.elements + 1)
#define OUT_LENGTH s.elements
#define LOADS      3
#define SIZES      4
#define RESULT     (VALUE(0) + VALUE(1) + VALUE(2))

#include "patterns/kernel/generate.h"

ROW = {.name = "far_load", .help = "wrong", EXPRESSIONS};
