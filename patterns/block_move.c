#define NAME       block_move
#define LOAD       e.index
#define STORE      e.index
#define IN_LENGTH  s.elements
#define OUT_LENGTH s.elements
#define ON_CPU     memmove(to, from, bytes)
#define ON_GPU     omp_target_memcpy(args->out, args->in, bytes, 0, 0, device, device);
#include "block.h"

#include "generate.h"

ROW = {
    .name = "block_move",
    .help = "copy memory that might overlap by one call",
    .formula = "memmove(out, in, bytes)",
    .lesson =
        "memmove first finds out whether source and destination overlap, and then starts at the "
        "safe end. That is one comparison. For blocks that do not overlap, memmove costs as much "
        "as memcpy.",
    .source = "C: block operations against element loops; D: bandwidth test",
    .no_gpu = "a driver has one copy for both: see block_copy",
    EXPRESSIONS,
};
