#define NAME        transfer_in_pinned
#define BEFORE      omp_target_memcpy(args->host, args->in, bytes, 0, 0, HOST, device);
#define DRIVER_CALL omp_target_memcpy(args->out, args->host, bytes, 0, 0, device, HOST);
#define AFTER
#include "transfer.h"

#include "generate.h"

ROW = {
    .name = "transfer_in_pinned",
    .help = "copy from the host to the GPU, from pinned memory",
    .formula = "cuMemHostRegister(host); omp_target_memcpy(gpu, host, bytes)",
    .lesson =
        "Pinned memory stays where it is, so the GPU reads from it directly, at the bandwidth of "
        "the bus. Pinning is a call that visits all pages. It pays for buffers "
        "that are used repeatedly.",
    .source = "D: bandwidth test; B: transfer overhead",
    .no_cpu = "a CPU works where its data already is",
    .host_buffer = PINNED,
    EXPRESSIONS,
};
