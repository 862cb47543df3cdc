/* What NVML, the management library of NVIDIA's driver, says of a GPU: its settings, and what slows
 * it down at the moment. It is loaded at run time if it is present. An older one lacks some
 * functions; what they would answer is unknown. Functions, numbers and structures are those of the
 * NVML API. */
#ifndef WARPLINE_NVML_H
#define WARPLINE_NVML_H

#include <stddef.h>
#include <stdint.h>

enum { NVML_UNKNOWN = -1, NVML_TEXT_MAX = 96 };

/* One GPU of an open library. */
struct nvml;

/* What does not change during a run; NVML_UNKNOWN, or an empty text, if the library does not
   say. */
struct nvml_facts {
    char driver[NVML_TEXT_MAX];
    int ecc, mig, persistence; /* 0 or 1 */
    int power_limit_w, power_default_w;
    int sm_clock_most_mhz, memory_clock_most_mhz;
};

/* The state at one moment; NVML_UNKNOWN where the library does not say. */
struct nvml_state {
    int others;           /* processes on the GPU besides this one, which is assumed to be on it */
    int64_t others_bytes; /* memory of these processes */
    int64_t used_bytes;   /* GPU memory in use by all processes, without the driver's own */
    int sm_clock_mhz, memory_clock_mhz;
    int64_t reasons;      /* why clocks are below the highest: enum nvml_reason, or-ed */
    int64_t held_back_ns; /* by power or heat, in total since the driver was loaded */
};

enum nvml_reason {
    NVML_IDLE = 0x1,
    NVML_SETTING = 0x2, /* a user or tool has set lower clocks */
    NVML_POWER_CAP = 0x4,
    NVML_HARDWARE = 0x8, /* heat, power or the power brake, by the hardware */
    NVML_SYNC_BOOST = 0x10,
    NVML_HEAT = 0x20,
    NVML_HARDWARE_HEAT = 0x40,
    NVML_POWER_BRAKE = 0x80,
};

/* Opens `library` (NULL: the driver's, by its name) and finds the GPU at the PCI address
 * "0000:00:06.0". NULL if there is no such library or GPU, or no memory. */
struct nvml *nvml_open(const char *library, const char *pci_address);

/* NULL may be closed. */
void nvml_close(struct nvml *nvml);

/* With NULL, everything is unknown. */
void nvml_describe(const struct nvml *nvml, struct nvml_facts *facts);
void nvml_look(const struct nvml *nvml, struct nvml_state *state);

/* Writes in words which of the reasons lower the clocks ("the power cap, heat"), except idleness
 * and settings of a user. An empty text if there is none. Returns text. */
const char *nvml_reasons_text(int64_t reasons, char *text, size_t size);

#endif
