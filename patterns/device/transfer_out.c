#include "patterns/device/transfer.h"

#define NAME       transfer_out
#define CALL       TO_HOST
#define CALL_AFTER FROM_HOST

#include "patterns/kernel/generate.h"

ROW = {
    .name = "transfer_out",
    .help = "copy from the GPU to the host, to ordinary memory",
    .formula = "omp_target_memcpy(host, gpu, bytes)",
    .lesson =
        "The way back, through the driver's buffer again. What a GPU gains has to pay for both "
        "ways: "
        "only work that passes over its data often enough, or stays on the GPU, is worth sending.",
    .source = "D: bandwidth test; B: transfer overhead",
    .loads = 1,
    .stores = 0,
    .host_buffer = PAGEABLE,
    EXPRESSIONS,
};
