#include "patterns/kernel/usual.h"

#define NAME         index_value_large
#define LOAD         INDEX(e.index)
#define STORE        e.index
#define IN_LENGTH    s.elements
#define OUT_LENGTH   s.elements
#define INDEX_VALUE  (i * i)
#define INDEX_LENGTH s.elements

#include "patterns/kernel/generate.h"

ROW = {.name = "index_value_large", .help = "wrong", EXPRESSIONS};
