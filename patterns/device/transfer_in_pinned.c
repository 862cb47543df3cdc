#define NAME   transfer_in_pinned
#define PINNED 1
#define BEFORE omp_target_memcpy(host_buffer(bytes, PINNED), args->in, bytes, 0, 0, HOST, device);
#define DRIVER_CALL \
    omp_target_memcpy(args->out, host_buffer(bytes, PINNED), bytes, 0, 0, device, HOST);
#define AFTER
#include "transfer.h"

#include "generate.h"

ROW = {
    .name = "transfer_in_pinned",
    .help = "copy from the host to the GPU, from pinned memory",
    .formula = "cuMemHostRegister(host); omp_target_memcpy(gpu, host, bytes)",
    .lesson =
        "Pinned memory stays where it is, so the GPU fetches from it directly, at what the bus "
        "gives. "
        "Pinning is a call for all pages, worth it for buffers that are used again and again.",
    .source = "D: bandwidth test; B: transfer overhead",
    .no_cpu = "a CPU works where its data already is",
    EXPRESSIONS,
};
