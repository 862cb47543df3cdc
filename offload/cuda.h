/* What the CUDA driver knows of a GPU. The driver's library is loaded at run time if it is there,
 * so that neither building nor running needs it. The functions and attribute numbers are those of
 * the CUDA Driver API. */
#ifndef WARPLINE_CUDA_H
#define WARPLINE_CUDA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct cuda_device {
    char name[128];
    int64_t memory_bytes;
    int multiprocessors;
    int64_t l2_bytes;
    int64_t tile_most_bytes; /* shared memory of a multiprocessor, as large as it can be */
    double
        peak_gbps; /* double data rate * memory clock * bus width; 0 where the driver won't say */
    int major, minor; /* compute capability */
    int pci_domain, pci_bus, pci_device;
    int driver_version; /* 1000 * major + 10 * minor, of the CUDA that the driver speaks */
};

/* Describes the driver's device `number`, the same number that libgomp gives it. False where there
 * is no driver or no such device; *device is zero then. */
bool cuda_describe(int number, struct cuda_device *device);

/* Bytes that could be allocated now on the device whose context the calling thread holds (libgomp
 * leaves it its own after a target region); -1 where the driver won't say. */
int64_t cuda_free_bytes(void);

/* Sets the stack of a lane in that context. libgomp calls kernels' bodies through pointers, so the
 * driver cannot know how deep they go and leaves 1 KiB, past which lanes overwrite each other's.
 * False where the driver won't. */
bool cuda_set_stack(int64_t bytes);

/* Sets every byte of the GPU's memory there; goes on before it is done, but whatever the GPU is
 * told to do afterwards waits for it. False where the driver won't. */
bool cuda_set(void *memory, int byte, size_t bytes);

/* Keeps pages of the host where they are, so that the GPU can fetch from them itself, and lets them
 * go again. False where the driver won't. */
bool cuda_pin(void *memory, size_t bytes);
bool cuda_unpin(void *memory);

#endif
