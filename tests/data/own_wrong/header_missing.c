#include "patterns/kernel/usual.h"

#include "distance_of_mine.h"
#define NAME       header_missing
#define LOAD       e.index
#define STORE      e.index
#define IN_LENGTH  s.elements
#define OUT_LENGTH s.elements

#include "patterns/kernel/generate.h"

ROW = {.name = "header_missing", .help = "wrong", EXPRESSIONS};
