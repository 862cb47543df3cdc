#define NAME   transfer_out
#define PINNED 0
#define BEFORE
#define DRIVER_CALL \
    omp_target_memcpy(host_buffer(bytes, PINNED), args->in, bytes, 0, 0, HOST, device);
#define AFTER omp_target_memcpy(args->out, host_buffer(bytes, PINNED), bytes, 0, 0, device, HOST);
#include "transfer.h"

#include "generate.h"

ROW = {
    .name = "transfer_out",
    .help = "copy from the GPU to the host, to ordinary memory",
    .formula = "omp_target_memcpy(host, gpu, bytes)",
    .lesson =
        "The way back, through the driver's buffer again. What a GPU gains has to pay for both "
        "ways: "
        "only work that passes over its data often enough, or stays on the GPU, is worth sending.",
    .source = "D: bandwidth test; B: transfer overhead",
    .no_cpu = "a CPU works where its data already is",
    EXPRESSIONS,
};
