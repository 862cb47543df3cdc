#include "patterns/kernel/usual.h"

#define NAME         clear
#define LOADS        0
#define LOAD         0
#define STORE        e.index
#define IN_LENGTH    0
#define OUT_LENGTH   s.elements
#define WORKERS_MOST FEW_WORKERS
#define CHUNK_TILES  8 /* half as many bytes as a copy's tile moves */

#include "patterns/kernel/generate.h"

ROW = {
    .name = "clear",
    .help = "set every element of an array to zero, in order",
    .formula = "out[i] = 0",
    .lesson =
        "This pattern only writes. A GPU writes whole sectors without reading them first. A CPU "
        "reads each line before it changes it (write-allocate), unless the core detects that whole "
        "lines are written. With that read, a store moves twice the bytes that it writes.",
    .source = "C: clear a vector, one element a thread; likwid-bench: store",
    .loads = 0,
    .stores = 1,
    EXPRESSIONS,
};
