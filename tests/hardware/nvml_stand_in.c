/* Stands in for the driver's NVML: answers what a test has written down. With OLD_DRIVER it has no
 * more than libraries had years ago. */
#include "tests/hardware/nvml_stand_in.h"

#include <stdio.h>

extern struct nvml_script nvml_script;
struct nvml_script nvml_script;

static int device;

int nvmlInit_v2(void);
int nvmlShutdown(void);
int nvmlDeviceGetHandleByPciBusId_v2(const char *address, void **handle);
int nvmlSystemGetDriverVersion(char *text, unsigned size);
int nvmlDeviceGetClockInfo(void *handle, int which, unsigned *mhz);
int nvmlDeviceGetMaxClockInfo(void *handle, int which, unsigned *mhz);
int nvmlDeviceGetCurrentClocksThrottleReasons(void *handle, unsigned long long *reasons);

int nvmlInit_v2(void)
{
    nvml_script.opened += nvml_script.init_error == 0;
    return nvml_script.init_error;
}

int nvmlShutdown(void)
{
    nvml_script.opened--;
    return 0;
}

int nvmlDeviceGetHandleByPciBusId_v2(const char *address, void **handle)
{
    snprintf(nvml_script.address, sizeof nvml_script.address, "%s", address);
    if (!nvml_script.handle_error)
        *handle = &device;
    return nvml_script.handle_error;
}

int nvmlSystemGetDriverVersion(char *text, unsigned size)
{
    snprintf(text, size, "580.0");
    return nvml_script.error;
}

int nvmlDeviceGetClockInfo(void *handle, int which, unsigned *mhz)
{
    *mhz = which == 1 ? nvml_script.sm_mhz : nvml_script.memory_mhz;
    return handle == &device ? nvml_script.error : 2;
}

int nvmlDeviceGetMaxClockInfo(void *handle, int which, unsigned *mhz)
{
    *mhz = which == 1 ? 2000 : 3000;
    return handle == &device ? nvml_script.error : 2;
}

int nvmlDeviceGetCurrentClocksThrottleReasons(void *handle, unsigned long long *reasons)
{
    *reasons = nvml_script.reasons;
    return handle == &device ? nvml_script.error : 2;
}

#ifndef OLD_DRIVER

struct violation {
    unsigned long long reference, ns;
};
struct memory {
    unsigned version;
    unsigned long long total, reserved, free, used;
};
struct process {
    unsigned pid;
    unsigned long long bytes;
    unsigned instances[2];
};

int nvmlDeviceGetEccMode(void *handle, unsigned *current, unsigned *pending);
int nvmlDeviceGetMigMode(void *handle, unsigned *current, unsigned *pending);
int nvmlDeviceGetPersistenceMode(void *handle, unsigned *mode);
int nvmlDeviceGetEnforcedPowerLimit(void *handle, unsigned *mw);
int nvmlDeviceGetPowerManagementDefaultLimit(void *handle, unsigned *mw);
int nvmlDeviceGetViolationStatus(void *handle, int policy, struct violation *violation);
int nvmlDeviceGetMemoryInfo_v2(void *handle, struct memory *memory);
int nvmlDeviceGetComputeRunningProcesses_v3(void *handle, unsigned *count, struct process *list);
int nvmlDeviceGetGraphicsRunningProcesses_v2(void *handle, unsigned *count, struct process *list);

int nvmlDeviceGetEccMode(void *handle, unsigned *current, unsigned *pending)
{
    *current = nvml_script.ecc;
    *pending = !*current;
    return handle == &device ? nvml_script.error : 2;
}

int nvmlDeviceGetMigMode(void *handle, unsigned *current, unsigned *pending)
{
    *current = nvml_script.mig;
    *pending = !*current;
    return handle == &device ? nvml_script.error : 2;
}

int nvmlDeviceGetPersistenceMode(void *handle, unsigned *mode)
{
    *mode = nvml_script.persistence;
    return handle == &device ? nvml_script.error : 2;
}

int nvmlDeviceGetEnforcedPowerLimit(void *handle, unsigned *mw)
{
    *mw = nvml_script.limit_mw;
    return handle == &device ? nvml_script.error : 2;
}

int nvmlDeviceGetPowerManagementDefaultLimit(void *handle, unsigned *mw)
{
    *mw = nvml_script.default_mw;
    return handle == &device ? nvml_script.error : 2;
}

int nvmlDeviceGetViolationStatus(void *handle, int policy, struct violation *violation)
{
    violation->ns = policy == 0 ? nvml_script.power_ns : nvml_script.heat_ns;
    return handle == &device && policy < 2 ? nvml_script.error : 2;
}

int nvmlDeviceGetMemoryInfo_v2(void *handle, struct memory *memory)
{
    memory->used = nvml_script.used_bytes;
    return handle == &device && memory->version == 0x2000028 ? nvml_script.error : 2;
}

static int give(const unsigned *pids, int there, unsigned *room, struct process *list)
{
    const int most = (int)*room;
    *room = (unsigned)there;
    if (there > most)
        return SCRIPT_TOO_SMALL;
    for (int i = 0; i < there; i++)
        list[i] = (struct process){.pid = pids[i], .bytes = nvml_script.process_bytes};
    return nvml_script.processes_error;
}

int nvmlDeviceGetComputeRunningProcesses_v3(void *handle, unsigned *count, struct process *list)
{
    (void)handle;
    return give(nvml_script.compute, nvml_script.compute_count, count, list);
}

int nvmlDeviceGetGraphicsRunningProcesses_v2(void *handle, unsigned *count, struct process *list)
{
    (void)handle;
    return give(nvml_script.graphics, nvml_script.graphics_count, count, list);
}

#endif
