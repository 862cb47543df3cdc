#define NAME transfer_out_pinned
#define BEFORE
#define DRIVER_CALL omp_target_memcpy(args->host, args->in, bytes, 0, 0, HOST, device);
#define AFTER       omp_target_memcpy(args->out, args->host, bytes, 0, 0, device, HOST);
#include "transfer.h"

#include "generate.h"

ROW = {
    .name = "transfer_out_pinned",
    .help = "copy from the GPU to the host, to pinned memory",
    .formula = "cuMemHostRegister(host); omp_target_memcpy(host, gpu, bytes)",
    .lesson =
        "The GPU writes directly to the host's pinned memory, at the bandwidth of the bus. No copy "
        "on the host is needed. Compare with transfer_out.",
    .source = "D: bandwidth test; B: transfer overhead",
    .no_cpu = "a CPU works where its data already is",
    .host_buffer = PINNED,
    EXPRESSIONS,
};
