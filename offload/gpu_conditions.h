/* What makes a GPU slower than it is: others on it, heat, power and low clocks. Its driver's NVML
 * says, and runs of this program say of each other where NVML hides them. */
#ifndef WARPLINE_CONDITIONS_H
#define WARPLINE_CONDITIONS_H

#include "offload/cuda.h"
#include "offload/nvml.h"
#include "offload/presence.h"
#include "patterns/target.h"

struct gpu_watch {
    struct nvml *nvml; /* NULL where there is none */
    struct nvml_facts facts;
    struct presence presence;
    int64_t used_before_bytes; /* of the GPU's memory, before this program had any */
    int64_t held_back_ns;      /* when it was last looked */
};

/* To be called before the program uses the GPU: what is in use then is others'. `library` is
 * NVML's, NULL for the driver's. */
void gpu_watch_begin(struct gpu_watch *watch, const struct cuda_device *gpu, const char *library);

/* Adds to the facts what is set on the GPU. */
void gpu_watch_describe(const struct gpu_watch *watch, struct target_facts *facts);

void gpu_watch_look(struct gpu_watch *watch, struct conditions *conditions);

void gpu_watch_end(struct gpu_watch *watch);

#endif
