#define NAME transfer_out
#define BEFORE
#define DRIVER_CALL omp_target_memcpy(args->host, args->in, bytes, 0, 0, HOST, device);
#define AFTER       omp_target_memcpy(args->out, args->host, bytes, 0, 0, device, HOST);
#include "transfer.h"

#include "generate.h"

ROW = {
    .name = "transfer_out",
    .help = "copy from the GPU to the host, to pageable memory",
    .formula = "omp_target_memcpy(host, gpu, bytes)",
    .lesson =
        "The result goes back through the driver's buffer. What a GPU saves has to pay for both "
        "directions. Only work that uses its data often enough, or keeps it on the "
        "GPU, is worth sending.",
    .source = "D: bandwidth test; B: transfer overhead",
    .no_cpu = "a CPU works where its data already is",
    .host_buffer = PAGEABLE,
    EXPRESSIONS,
};
