#include "offload/nvml.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { INSUFFICIENT_SIZE = 7, PROCESSES_MOST = 256, CLOCK_SM = 1, CLOCK_MEMORY = 2 };

/* Functions of the library return 0 on success. */
typedef int plain_function(void);
typedef int handle_function(const char *pci_address, void **device);
typedef int text_function(char *text, unsigned size);
typedef int number_function(void *device, unsigned *value);
typedef int pair_function(void *device, unsigned *current, unsigned *pending);
typedef int chosen_function(void *device, int which, unsigned *value);
typedef int wide_function(void *device, unsigned long long *value);

struct violation {
    unsigned long long reference_us, violation_ns;
};
typedef int violation_function(void *device, int policy, struct violation *violation);

struct memory {
    unsigned version;
    unsigned long long total, reserved, free, used;
};
typedef int memory_function(void *device, struct memory *memory);

struct process {
    unsigned pid;
    unsigned long long bytes; /* all ones if unknown */
    unsigned gpu_instance, compute_instance;
};
typedef int processes_function(void *device, unsigned *count, struct process *processes);

struct nvml {
    void *library;
    bool started;
    void *device;
};

/* The function of that name; NULL: the library lacks it. */
static void *call(const struct nvml *nvml, const char *name)
{
    return nvml->library ? dlsym(nvml->library, name) : NULL;
}

/* The same by its newest name, or by an older one with the same meaning. */
static void *newest(const struct nvml *nvml, const char *name, const char *older)
{
    void *function = call(nvml, name);
    return function ? function : call(nvml, older);
}

static bool find_device(struct nvml *nvml, const char *pci_address)
{
    plain_function *start = newest(nvml, "nvmlInit_v2", "nvmlInit");
    handle_function *find =
        newest(nvml, "nvmlDeviceGetHandleByPciBusId_v2", "nvmlDeviceGetHandleByPciBusId");
    nvml->started = start && find && start() == 0;
    return nvml->started && find(pci_address, &nvml->device) == 0;
}

struct nvml *nvml_open(const char *library, const char *pci_address)
{
    struct nvml *nvml = calloc(1, sizeof *nvml);
    if (!nvml)
        return NULL;
    nvml->library = dlopen(library ? library : "libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL);
    if (nvml->library && find_device(nvml, pci_address))
        return nvml;
    nvml_close(nvml);
    return NULL;
}

void nvml_close(struct nvml *nvml)
{
    if (nvml && nvml->library) {
        plain_function *end = call(nvml, "nvmlShutdown");
        if (nvml->started && end)
            end();
        dlclose(nvml->library);
    }
    free(nvml);
}

static int number(const struct nvml *nvml, const char *name)
{
    unsigned value;
    number_function *ask = call(nvml, name);
    return ask && ask(nvml->device, &value) == 0 ? (int)value : NVML_UNKNOWN;
}

/* The current state of a mode that may change at the next start. */
static int mode(const struct nvml *nvml, const char *name)
{
    unsigned current, pending;
    pair_function *ask = call(nvml, name);
    return ask && ask(nvml->device, &current, &pending) == 0 ? (int)current : NVML_UNKNOWN;
}

static int clock_mhz(const struct nvml *nvml, const char *name, int which)
{
    unsigned value;
    chosen_function *ask = call(nvml, name);
    return ask && ask(nvml->device, which, &value) == 0 ? (int)value : NVML_UNKNOWN;
}

static int whole_watts(int milliwatts)
{
    return milliwatts == NVML_UNKNOWN ? NVML_UNKNOWN : (milliwatts + 500) / 1000;
}

void nvml_describe(const struct nvml *nvml, struct nvml_facts *facts)
{
    static const struct nvml nothing;
    const struct nvml *n = nvml ? nvml : &nothing;
    text_function *version = call(n, "nvmlSystemGetDriverVersion");
    *facts = (struct nvml_facts){
        .ecc = mode(n, "nvmlDeviceGetEccMode"),
        .mig = mode(n, "nvmlDeviceGetMigMode"),
        .persistence = number(n, "nvmlDeviceGetPersistenceMode"),
        .power_limit_w = whole_watts(number(n, "nvmlDeviceGetEnforcedPowerLimit")),
        .power_default_w = whole_watts(number(n, "nvmlDeviceGetPowerManagementDefaultLimit")),
        .sm_clock_most_mhz = clock_mhz(n, "nvmlDeviceGetMaxClockInfo", CLOCK_SM),
        .memory_clock_most_mhz = clock_mhz(n, "nvmlDeviceGetMaxClockInfo", CLOCK_MEMORY),
    };
    if (!version || version(facts->driver, sizeof facts->driver) != 0)
        facts->driver[0] = '\0';
}

static int64_t reasons_of(const struct nvml *nvml)
{
    unsigned long long value;
    wide_function *ask = newest(nvml, "nvmlDeviceGetCurrentClocksEventReasons",
                                "nvmlDeviceGetCurrentClocksThrottleReasons");
    return ask && ask(nvml->device, &value) == 0 ? (int64_t)value : NVML_UNKNOWN;
}

/* NVML_PERF_POLICY_POWER and _THERMAL are the first two. */
static int64_t held_back_ns(const struct nvml *nvml)
{
    violation_function *ask = call(nvml, "nvmlDeviceGetViolationStatus");
    int64_t sum_ns = NVML_UNKNOWN;
    for (int policy = 0; ask && policy < 2; policy++) {
        struct violation v;
        if (ask(nvml->device, policy, &v) == 0)
            sum_ns = (sum_ns == NVML_UNKNOWN ? 0 : sum_ns) + (int64_t)v.violation_ns;
    }
    return sum_ns;
}

/* Not from the first version of this function, which includes the driver's own share. */
static int64_t used_bytes(const struct nvml *nvml)
{
    struct memory memory = {.version = sizeof memory | 2U << 24};
    memory_function *ask = call(nvml, "nvmlDeviceGetMemoryInfo_v2");
    return ask && ask(nvml->device, &memory) == 0 ? (int64_t)memory.used : NVML_UNKNOWN;
}

#define COMPUTE  "nvmlDeviceGetComputeRunningProcesses"
#define GRAPHICS "nvmlDeviceGetGraphicsRunningProcesses"
#define MPS      "nvmlDeviceGetMPSComputeRunningProcesses"

/* All processes on the GPU, each once. */
struct users {
    int count;
    struct process list[PROCESSES_MOST];
};

static bool is_among(const struct users *users, int count, unsigned pid)
{
    while (count > 0)
        if (users->list[--count].pid == pid)
            return true;
    return false;
}

/* A pid of 0 stands for a process that this one may not see: each counts as a separate one. */
static void add_users(const struct nvml *nvml, processes_function *ask, struct users *users)
{
    struct process *list = users->list + users->count;
    unsigned count = (unsigned)(PROCESSES_MOST - users->count);
    const int before = users->count;
    const int error = ask && count > 0 ? ask(nvml->device, &count, list) : -1;
    if (error == INSUFFICIENT_SIZE) /* some hundred */
        users->count = PROCESSES_MOST;
    for (unsigned i = 0; error == 0 && i < count; i++)
        if (list[i].pid == 0 || !is_among(users, before, list[i].pid))
            users->list[users->count++] = list[i];
}

/* In a container the library may report pids from outside of it; then one of the reported processes
 * is taken for this one. If none is reported, the library hides them. */
static void count_others(const struct users *users, struct nvml_state *state)
{
    const unsigned own = (unsigned)getpid();
    const bool is_reported = is_among(users, users->count, own);
    int64_t bytes = 0;
    for (int i = 0; i < users->count; i++)
        if (users->list[i].pid != own && (int64_t)users->list[i].bytes > 0)
            bytes += (int64_t)users->list[i].bytes;
    state->others = users->count > 0 ? users->count - 1 : NVML_UNKNOWN;
    state->others_bytes = is_reported ? bytes : NVML_UNKNOWN;
}

void nvml_look(const struct nvml *nvml, struct nvml_state *state)
{
    static const struct nvml nothing;
    const struct nvml *n = nvml ? nvml : &nothing;
    struct users users = {.count = 0};
    add_users(n, newest(n, COMPUTE "_v3", COMPUTE "_v2"), &users);
    add_users(n, newest(n, GRAPHICS "_v3", GRAPHICS "_v2"), &users);
    add_users(n, newest(n, MPS "_v3", MPS "_v2"), &users);
    *state = (struct nvml_state){
        .used_bytes = used_bytes(n),
        .sm_clock_mhz = clock_mhz(n, "nvmlDeviceGetClockInfo", CLOCK_SM),
        .memory_clock_mhz = clock_mhz(n, "nvmlDeviceGetClockInfo", CLOCK_MEMORY),
        .reasons = reasons_of(n),
        .held_back_ns = held_back_ns(n),
    };
    count_others(&users, state);
}

const char *nvml_reasons_text(int64_t reasons, char *text, size_t size)
{
    static const struct {
        int64_t reason;
        const char *word;
    } words[] = {
        {NVML_POWER_CAP, "the power cap"},
        {NVML_HARDWARE, "the hardware's slowdown"},
        {NVML_SYNC_BOOST, "another GPU's clock (sync boost)"},
        {NVML_HEAT, "heat"},
        {NVML_HARDWARE_HEAT, "heat, by the hardware"},
        {NVML_POWER_BRAKE, "the power brake"},
    };
    size_t used = 0;
    text[0] = '\0';
    for (size_t i = 0; reasons > 0 && i < sizeof words / sizeof *words; i++)
        if (reasons & words[i].reason && used < size)
            used +=
                (size_t)snprintf(text + used, size - used, "%s%s", used ? ", " : "", words[i].word);
    return text;
}
