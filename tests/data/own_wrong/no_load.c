#include "patterns/kernel/usual.h"

#define NAME       no_load
#define STORE      e.index
#define IN_LENGTH  s.elements
#define OUT_LENGTH s.elements

#include "patterns/kernel/generate.h"

ROW = {.name = "no_load", .help = "wrong", EXPRESSIONS};
