#include "patterns/kernel/usual.h"

#define INNER(x)    (x) +
#define SHUFFLED(x) INNER((x))
#define NAME        deep_macro
#define LOAD        SHUFFLED(e.index)
#define STORE       e.index
#define IN_LENGTH   s.elements
#define OUT_LENGTH  s.elements

#include "patterns/kernel/generate.h"

ROW = {.name = "deep_macro", .help = "wrong", EXPRESSIONS};
