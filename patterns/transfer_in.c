#define NAME        transfer_in
#define BEFORE      omp_target_memcpy(args->host, args->in, bytes, 0, 0, HOST, device);
#define DRIVER_CALL omp_target_memcpy(args->out, args->host, bytes, 0, 0, device, HOST);
#define AFTER
#include "transfer.h"

#include "generate.h"

ROW = {
    .name = "transfer_in",
    .help = "copy from the host to the GPU, from pageable memory",
    .formula = "omp_target_memcpy(gpu, host, bytes)",
    .lesson =
        "Pageable memory may be moved or swapped out during a copy. The driver therefore first "
        "copies it to a buffer of its own and sends it from there, and that host copy limits the "
        "bandwidth. The link between host and GPU is slow: some hundredths of the bandwidth of the "
        "GPU's own memory.",
    .source = "D: bandwidth test; B: transfer overhead",
    .no_cpu = "a CPU works where its data already is",
    .host_buffer = PAGEABLE,
    EXPRESSIONS,
};
