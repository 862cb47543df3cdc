#include "patterns/device/transfer.h"

#define NAME        transfer_in
#define CALL_BEFORE TO_HOST
#define CALL        FROM_HOST

#include "patterns/kernel/generate.h"

ROW = {
    .name = "transfer_in",
    .help = "copy from the host to the GPU, from pageable memory",
    .formula = "omp_target_memcpy(gpu, host, bytes)",
    .lesson =
        "Pageable memory may be moved or swapped out during a copy. The driver therefore first "
        "copies it to a separate buffer and sends it from there, and that host copy limits the "
        "bandwidth. The link between host and GPU is slow: some hundredths of the bandwidth of the "
        "GPU's own memory.",
    .source = "D: bandwidth test; B: transfer overhead",
    .loads = 1,
    .stores = 0,
    .host_buffer = PAGEABLE,
    EXPRESSIONS,
};
