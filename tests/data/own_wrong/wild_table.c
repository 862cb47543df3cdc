#include "patterns/kernel/usual.h"

static const int64_t *const table = (const int64_t *)64;

#define NAME       wild_table
#define LOAD       (table[e.index] & 1)
#define STORE      e.index
#define IN_LENGTH  s.elements
#define OUT_LENGTH s.elements

#include "patterns/kernel/generate.h"

ROW = {.name = "wild_table", .help = "wrong", EXPRESSIONS};
