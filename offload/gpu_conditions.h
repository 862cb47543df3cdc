/* What slows a GPU down: other processes on it, heat, power and low clocks. The driver's NVML
 * reports them. Where NVML hides other processes, runs of this program announce themselves to each
 * other. */
#ifndef WARPLINE_CONDITIONS_H
#define WARPLINE_CONDITIONS_H

#include "offload/cuda.h"
#include "offload/nvml.h"
#include "offload/presence.h"
#include "patterns/target.h"

struct gpu_watch {
    struct nvml *nvml; /* NULL if there is none */
    struct nvml_facts facts;
    struct presence presence;
    int64_t used_before_bytes; /* of the GPU's memory, before this program used any */
    int64_t held_back_ns;      /* at the last look */
};

/* To be called before the program uses the GPU: memory in use at that time belongs to others.
 * `library` is NVML's, NULL for the driver's. */
void gpu_watch_begin(struct gpu_watch *watch, const struct cuda_device *gpu, const char *library);

/* Adds the GPU's settings to the facts. */
void gpu_watch_describe(const struct gpu_watch *watch, struct target_facts *facts);

void gpu_watch_look(struct gpu_watch *watch, struct conditions *conditions);

void gpu_watch_end(struct gpu_watch *watch);

#endif
