#include "patterns/bandwidth/block.h"

#define NAME       block_copy
#define LOAD       e.index
#define STORE      e.index
#define IN_LENGTH  s.elements
#define OUT_LENGTH s.elements
#define ON_CPU     memcpy(to, from, bytes)
#define CALL       omp_target_memcpy(args->out, args->in, bytes, 0, 0, device, device)

#include "patterns/kernel/generate.h"

ROW = {
    .name = "block_copy",
    .help = "copy memory by one call",
    .formula = "memcpy(out, in, bytes); cuMemcpyDtoD on a GPU",
    .lesson =
        "The C library's copy chooses its code for the machine it runs on: wide registers, and for "
        "large blocks stores that go around the caches. A compiler's element loop uses wide "
        "registers too, but not such stores. On a GPU this is the driver's copy, the reference for "
        "all other copies.",
    .source = "C: block operations against element loops; D: bandwidth test",
    .loads = 1,
    .stores = 1,
    EXPRESSIONS,
};
