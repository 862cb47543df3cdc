/* What slows a GPU down: other processes on it, heat, power and low clocks. The driver's NVML
 * reports them. Where NVML hides other processes, runs of this program announce themselves to each
 * other. */
#ifndef WARPLINE_CONDITIONS_H
#define WARPLINE_CONDITIONS_H

#include "offload/cuda.h"
#include "offload/nvml.h"
#include "patterns/target.h"

/* Runs of this program detect each other on one device where the driver's library hides other
 * people's processes: each announces itself on the machine under the device's name. An announcement
 * ends with its process, however that ends, and leaves no file. */
enum { PRESENCE_MOST = 16, PRESENCE_NONE = -1 };

/* One process on one device. */
struct presence {
    char name[64];  /* of the device, the same in all processes of the machine */
    int descriptor; /* PRESENCE_NONE: no place is left, or announcing is not possible */
    int place;
};

/* Announces this process; the count of others is right even if that failed. */
struct presence presence_begin(const char *name);

/* How many other processes have announced themselves on the device. */
int presence_others(const struct presence *presence);

void presence_end(struct presence *presence);

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
