#include "patterns/kernel/usual.h"

#define NAME       stores_twice
#define LOAD       e.index
#define STORE      (e.index >> 1)
#define IN_LENGTH  s.elements
#define OUT_LENGTH s.elements

#include "patterns/kernel/generate.h"

ROW = {.name = "stores_twice", .help = "wrong", EXPRESSIONS};
