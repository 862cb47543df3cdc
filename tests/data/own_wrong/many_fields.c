#include "patterns/kernel/usual.h"

#define NAME       many_fields
#define LOAD       e.index
#define STORE      e.index
#define IN_LENGTH  s.elements
#define OUT_LENGTH (9 * s.elements)
#define FIELDS     9

#include "patterns/kernel/generate.h"

ROW = {.name = "many_fields", .help = "wrong", EXPRESSIONS};
