#include "patterns/device/transfer.h"

#define NAME       transfer_out_pinned
#define CALL       TO_HOST
#define CALL_AFTER FROM_HOST

#include "patterns/kernel/generate.h"

ROW = {
    .name = "transfer_out_pinned",
    .help = "copy from the GPU to the host, to pinned memory",
    .formula = "cuMemHostRegister(host); omp_target_memcpy(host, gpu, bytes)",
    .lesson =
        "The GPU writes directly to the host's pinned memory, at the bandwidth of the bus. No copy "
        "on the host is needed. Compare with transfer_out.",
    .source = "D: bandwidth test; B: transfer overhead",
    .loads = 1,
    .stores = 0,
    .host_buffer = PINNED,
    EXPRESSIONS,
};
