#include "patterns/device/transfer.h"

#define NAME       transfer_out
#define CALL       TO_HOST
#define CALL_AFTER FROM_HOST

#include "patterns/kernel/generate.h"

ROW = {
    .name = "transfer_out",
    .help = "copy from the GPU to the host, to pageable memory",
    .formula = "omp_target_memcpy(host, gpu, bytes)",
    .lesson =
        "The result goes back through the driver's buffer. What a GPU saves has to pay for both "
        "directions. Only work that uses its data often enough, or keeps it on the "
        "GPU, is worth sending.",
    .source = "D: bandwidth test; B: transfer overhead",
    .loads = 1,
    .stores = 0,
    .host_buffer = PAGEABLE,
    EXPRESSIONS,
};
