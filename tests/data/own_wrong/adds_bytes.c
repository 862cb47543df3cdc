#include "patterns/kernel/usual.h"

#define NAME         adds_bytes
#define LOAD         e.index
#define STORE        e.index
#define IN_LENGTH    s.elements
#define OUT_LENGTH   s.elements
#define STORE_ACCESS ACCESS_ATOMIC

#include "patterns/kernel/generate.h"

ROW = {.name = "adds_bytes", .help = "wrong", EXPRESSIONS};
