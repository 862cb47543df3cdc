/* What the CUDA driver knows of a GPU. The driver's library is loaded at run time if it is present,
 * so neither building nor running needs it. The functions and attribute numbers are those of the
 * CUDA Driver API. */
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
    int64_t tile_most_bytes; /* largest shared memory of a multiprocessor */
    double peak_gbps; /* double data rate * memory clock * bus width; 0 if the driver won't say */
    int major, minor; /* compute capability */
    int pci_domain, pci_bus, pci_device;
    int driver_version; /* 1000 * major + 10 * minor of the CUDA version that the driver supports */
};

/* Describes the driver's device `number`, which libgomp numbers the same. False if there is no
 * driver or no such device; *device is zero then. */
bool cuda_describe(int number, struct cuda_device *device);

/* Bytes that could be allocated now on the device whose context is current in the calling thread
 * (libgomp leaves its own current after a target region); -1 if the driver does not say. */
int64_t cuda_free_bytes(void);

/* Sets the stack size of a lane in that context. libgomp calls kernels' bodies through pointers, so
 * the driver cannot know their depth and leaves 1 KiB; beyond that, lanes overwrite each other's
 * stacks. False if the driver refuses. */
bool cuda_set_stack(int64_t bytes);

/* Sets every byte of that GPU memory. Returns before it is done, but all later work of the GPU
 * waits for it. False if the driver refuses. */
bool cuda_set(void *memory, int byte, size_t bytes);

/* Pins pages of the host, so that the GPU can read them by itself, and unpins them. False if the
 * driver refuses. */
bool cuda_pin(void *memory, size_t bytes);
bool cuda_unpin(void *memory);

#endif
