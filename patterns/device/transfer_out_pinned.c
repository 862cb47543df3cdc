#define NAME   transfer_out_pinned
#define PINNED 1
#define BEFORE
#define DRIVER_CALL \
    omp_target_memcpy(host_buffer(bytes, PINNED), args->in, bytes, 0, 0, HOST, device);
#define AFTER omp_target_memcpy(args->out, host_buffer(bytes, PINNED), bytes, 0, 0, device, HOST);
#include "transfer.h"

#include "generate.h"

ROW = {
    .name = "transfer_out_pinned",
    .help = "copy from the GPU to the host, to pinned memory",
    .formula = "cuMemHostRegister(host); omp_target_memcpy(host, gpu, bytes)",
    .lesson = "The GPU writes to the host's memory by itself, at what the bus gives.",
    .source = "D: bandwidth test; B: transfer overhead",
    .no_cpu = "a CPU works where its data already is",
    EXPRESSIONS,
};
