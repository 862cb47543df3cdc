#include "patterns/kernel/usual.h"

#define NAME         wrong_count
#define LOAD         e.index
#define STORE        e.index
#define IN_LENGTH    s.elements
#define OUT_LENGTH   s.elements
#define STORE_ACCESS ACCESS_ATOMIC
#define SIZES        (4 | 8)
#define MEANING      2
#define LOADS        0

#include "patterns/kernel/generate.h"

ROW = {.name = "wrong_count", .help = "wrong", EXPRESSIONS};
