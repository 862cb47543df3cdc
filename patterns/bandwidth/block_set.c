#include "patterns/bandwidth/block.h"

#define NAME       block_set
#define LOADS      0
#define LOAD       0
#define STORE      e.index
#define IN_LENGTH  0
#define OUT_LENGTH s.elements
#define ON_CPU     memset(to, 0, bytes)
#define CALL       args->set_memory(args->out, 0, bytes)

#include "patterns/kernel/generate.h"

ROW = {
    .name = "block_set",
    .help = "set memory to zero by one call",
    .formula = "memset(out, 0, bytes); cuMemsetD8 on a GPU",
    .lesson =
        "One call for everything. The C library chooses the store that suits the size: from some "
        "size on it goes around the caches and saves the reads that come with ordinary stores. On "
        "a GPU the driver starts a kernel of its own, so a small block costs a launch.",
    .source = "C: block operations against element loops; D: bandwidth test",
    .loads = 0,
    .stores = 1,
    EXPRESSIONS,
};
