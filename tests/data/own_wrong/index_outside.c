#include "patterns/kernel/usual.h"

#define NAME         index_outside
#define LOAD         INDEX(e.index)
#define STORE        e.index
#define IN_LENGTH    s.elements
#define OUT_LENGTH   s.elements
#define INDEX_VALUE  i
#define INDEX_LENGTH s.elements
#define INDEX_PLACE  (2 * i)
#define INDEX_COUNT  s.elements

#include "patterns/kernel/generate.h"

ROW = {.name = "index_outside", .help = "wrong", EXPRESSIONS};
