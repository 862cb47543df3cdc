#include "patterns/kernel/usual.h"

#define NAME       two_patterns
#define LOAD       e.index
#define STORE      e.index
#define IN_LENGTH  s.elements
#define OUT_LENGTH s.elements

#include "patterns/kernel/generate.h"

ROW = {.name = "two_patterns", .help = "wrong", EXPRESSIONS};

#include "patterns/kernel/usual.h"

#define NAME       another
#define LOAD       e.index
#define STORE      e.index
#define IN_LENGTH  s.elements
#define OUT_LENGTH s.elements

#include "patterns/kernel/generate.h"

ROW = {.name = "another", .help = "wrong", EXPRESSIONS};
