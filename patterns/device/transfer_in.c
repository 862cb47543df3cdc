#define NAME   transfer_in
#define PINNED 0
#define BEFORE omp_target_memcpy(host_buffer(bytes, PINNED), args->in, bytes, 0, 0, HOST, device);
#define DRIVER_CALL \
    omp_target_memcpy(args->out, host_buffer(bytes, PINNED), bytes, 0, 0, device, HOST);
#define AFTER
#include "transfer.h"

#include "generate.h"

ROW = {
    .name = "transfer_in",
    .help = "copy from the host to the GPU, from ordinary memory",
    .formula = "omp_target_memcpy(gpu, host, bytes)",
    .lesson =
        "Ordinary memory may move or be swapped out while it is copied, so the driver first copies "
        "it "
        "to a buffer of its own and sends it from there: the host's copy is what limits. The way "
        "between host and GPU is a narrow one: some hundredths of what the GPU's own memory does.",
    .source = "D: bandwidth test; B: transfer overhead",
    .no_cpu = "a CPU works where its data already is",
    EXPRESSIONS,
};
