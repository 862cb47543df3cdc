#include "patterns/device/transfer.h"

#define NAME        transfer_in
#define CALL_BEFORE TO_HOST
#define CALL        FROM_HOST

#include "patterns/kernel/generate.h"

ROW = {
    .name = "transfer_in",
    .help = "copy from the host to the GPU, from ordinary memory",
    .formula = "omp_target_memcpy(gpu, host, bytes)",
    .lesson =
        "Ordinary memory may move or be swapped out while it is copied, so the driver first copies "
        "it "
        "to a buffer of its own and sends it from there: the host's copy is what limits. The way "
        "between host and GPU is a narrow one: some hundredths of what the GPU's own memory does.",
    .source = "D: bandwidth test; B: transfer overhead",
    .loads = 1,
    .stores = 0,
    .host_buffer = PAGEABLE,
    EXPRESSIONS,
};
