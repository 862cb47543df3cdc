#include "patterns/device/transfer.h"

#define NAME transfer_within
#define CALL omp_target_memcpy(args->out, args->in, bytes, 0, 0, device, device)

#include "patterns/kernel/generate.h"

ROW = {
    .name = "transfer_within",
    .help = "copy within the GPU's memory, by the driver",
    .formula = "omp_target_memcpy(gpu, gpu, bytes)",
    .lesson =
        "This is the reference for the transfers: the same call within the GPU's memory. Each byte "
        "counts once, as in a transfer, although it is both read and written. The ratio shows how "
        "slow the link between host and GPU is.",
    .source = "D: bandwidth test, device to device",
    .loads = 1,
    .stores = 0,
    EXPRESSIONS,
};
