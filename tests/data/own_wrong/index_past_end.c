#include "patterns/kernel/usual.h"

#define NAME         index_past_end
#define LOAD         INDEX(e.index + 1)
#define STORE        e.index
#define IN_LENGTH    (2 * s.elements)
#define OUT_LENGTH   s.elements
#define INDEX_VALUE  i
#define INDEX_LENGTH s.elements

#include "patterns/kernel/generate.h"

ROW = {.name = "index_past_end", .help = "wrong", EXPRESSIONS};
