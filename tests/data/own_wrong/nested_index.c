#include "patterns/kernel/usual.h"

#define NAME         nested_index
#define LOAD         INDEX(INDEX(e.index))
#define STORE        e.index
#define IN_LENGTH    s.elements
#define OUT_LENGTH   s.elements
#define INDEX_VALUE  (s.elements - 1 - i)
#define INDEX_LENGTH s.elements

#include "patterns/kernel/generate.h"

ROW = {.name = "nested_index", .help = "wrong", EXPRESSIONS};
