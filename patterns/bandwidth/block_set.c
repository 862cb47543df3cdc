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
        "One call sets the whole array. The C library chooses the stores by size: for large blocks "
        "they go around the caches and so avoid the reads of write-allocate. On a GPU the driver "
        "starts a separate kernel, so a small block costs as much as a launch.",
    .source = "C: block operations against element loops; D: bandwidth test",
    .loads = 0,
    .stores = 1,
    EXPRESSIONS,
};
