/* Transfers between the GPU and the host's buffer, args->host. */
#ifndef WARPLINE_TRANSFER_H
#define WARPLINE_TRANSFER_H

#include "patterns/kernel/usual.h"

#define WHY_ABSENT "a CPU works where its data already is"
#define LOAD       e.index
#define STORE      e.index
#define IN_LENGTH  s.elements
#define OUT_LENGTH s.elements
#define SIZES      4
#define KERNEL     "patterns/device/driver.h"
#define WALK       "patterns/device/driver.h"
#define HOST       omp_get_initial_device()
#define TO_HOST    omp_target_memcpy(args->host, args->in, bytes, 0, 0, HOST, device)
#define FROM_HOST  omp_target_memcpy(args->out, args->host, bytes, 0, 0, device, HOST)

#endif
