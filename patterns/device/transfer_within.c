#include "patterns/device/transfer.h"

#define NAME transfer_within
#define CALL omp_target_memcpy(args->out, args->in, bytes, 0, 0, device, device)

#include "patterns/kernel/generate.h"

ROW = {
    .name = "transfer_within",
    .help = "copy from the GPU's memory to itself by the driver",
    .formula = "omp_target_memcpy(gpu, gpu, bytes)",
    .lesson =
        "What the transfers are held against: the same call within the GPU's memory. Counted as a "
        "transfer, each byte once, though it is read and written.",
    .source = "D: bandwidth test, device to device",
    .loads = 1,
    .stores = 0,
    EXPRESSIONS,
};
