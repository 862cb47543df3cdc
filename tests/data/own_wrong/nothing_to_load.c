#include "patterns/kernel/usual.h"

#define NAME       nothing_to_load
#define STORE      (e.index & 255)
#define OUT_LENGTH 256

#include "patterns/kernel/generate.h"

ROW = {.name = "nothing_to_load", .help = "wrong", EXPRESSIONS};
