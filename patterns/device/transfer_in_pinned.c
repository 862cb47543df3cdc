#include "patterns/device/transfer.h"

#define NAME        transfer_in_pinned
#define CALL_BEFORE TO_HOST
#define CALL        FROM_HOST

#include "patterns/kernel/generate.h"

ROW = {
    .name = "transfer_in_pinned",
    .help = "copy from the host to the GPU, from pinned memory",
    .formula = "cuMemHostRegister(host); omp_target_memcpy(gpu, host, bytes)",
    .lesson =
        "Pinned memory stays where it is, so the GPU reads from it directly, at the bandwidth of "
        "the bus. Pinning is a call that visits all pages. It pays for buffers "
        "that are used repeatedly.",
    .source = "D: bandwidth test; B: transfer overhead",
    .loads = 1,
    .stores = 0,
    .host_buffer = PINNED,
    EXPRESSIONS,
};
