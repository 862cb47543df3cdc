#include "patterns/kernel/usual.h"

#define NAME       unknown_word
#define LOAD       (e.indx)
#define STORE      e.index
#define IN_LENGTH  s.elements
#define OUT_LENGTH s.elements

#include "patterns/kernel/generate.h"

ROW = {.name = "unknown_word", .help = "wrong", EXPRESSIONS};
