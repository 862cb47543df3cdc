#include "patterns/kernel/usual.h"

#define NAME       not_written
#define LOAD       e.index
#define STORE      e.index
#define IN_LENGTH  s.elements
#define OUT_LENGTH s.elements
#define MEANING    i
#define ACTIVE     (e.index % 3 > 0)

#include "patterns/kernel/generate.h"

ROW = {.name = "not_written", .help = "wrong", EXPRESSIONS};
