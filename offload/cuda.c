#include "offload/cuda.h"

#include <dlfcn.h>
#include <stddef.h>
#include <string.h>

/* CUdevice_attribute */
enum attribute {
    PCI_BUS_ID = 33,
    PCI_DEVICE_ID = 34,
    MEMORY_CLOCK_KHZ = 36,
    MEMORY_BUS_BITS = 37,
    L2_BYTES = 38,
    MULTIPROCESSORS = 16,
    PCI_DOMAIN_ID = 50,
    CAPABILITY_MAJOR = 75,
    CAPABILITY_MINOR = 76,
    TILE_MOST_BYTES = 81,
};

enum { LIMIT_STACK_SIZE = 0 }; /* CUlimit */

/* The functions that are called, all of which a driver must have. */
#define CALLS(CALL)                                                                \
    CALL(init, "cuInit", unsigned flags)                                           \
    CALL(device, "cuDeviceGet", int *device, int number)                           \
    CALL(name, "cuDeviceGetName", char *name, int length, int device)              \
    CALL(memory, "cuDeviceTotalMem_v2", size_t *bytes, int device)                 \
    CALL(attribute, "cuDeviceGetAttribute", int *value, int attribute, int device) \
    CALL(info, "cuMemGetInfo_v2", size_t *free_bytes, size_t *all_bytes)           \
    CALL(version, "cuDriverGetVersion", int *version)                              \
    CALL(limit, "cuCtxSetLimit", int limit, size_t value)                          \
    CALL(set, "cuMemsetD8_v2", uint64_t memory, unsigned char byte, size_t bytes)  \
    CALL(pin, "cuMemHostRegister_v2", void *memory, size_t bytes, unsigned flags)  \
    CALL(unpin, "cuMemHostUnregister", void *memory)

#define MEMBER(name, symbol, ...) int (*name)(__VA_ARGS__);
struct driver {
    CALLS(MEMBER)
};

#define FIND(name, symbol, ...)                                  \
    driver->name = (int (*)(__VA_ARGS__))dlsym(library, symbol); \
    found = found && driver->name;
static bool find_calls(void *library, struct driver *driver)
{
    bool found = true;
    CALLS(FIND)
    return found;
}

/* Finds the driver once; NULL if there is none. */
static const struct driver *load_driver(void)
{
    static struct driver driver;
    static bool tried, found;
    void *library = tried ? NULL : dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    tried = true;
    if (library)
        found = find_calls(library, &driver);
    return found && driver.init(0) == 0 ? &driver : NULL;
}

static int attribute(const struct driver *driver, int handle, enum attribute which)
{
    int value = 0;
    return driver->attribute(&value, which, handle) == 0 ? value : 0;
}

static double peak_gbps(const struct driver *driver, int handle)
{
    double clock_hz = 1e3 * attribute(driver, handle, MEMORY_CLOCK_KHZ);
    double bus_bytes = attribute(driver, handle, MEMORY_BUS_BITS) / 8.0;
    return 2 * clock_hz * bus_bytes / 1e9;
}

bool cuda_describe(int number, struct cuda_device *device)
{
    const struct driver *driver = load_driver();
    size_t bytes = 0;
    int handle;
    memset(device, 0, sizeof *device);
    if (!driver || driver->device(&handle, number) != 0)
        return false;
    driver->name(device->name, (int)sizeof device->name, handle);
    driver->memory(&bytes, handle);
    driver->version(&device->driver_version);
    device->memory_bytes = (int64_t)bytes;
    device->multiprocessors = attribute(driver, handle, MULTIPROCESSORS);
    device->l2_bytes = attribute(driver, handle, L2_BYTES);
    device->tile_most_bytes = attribute(driver, handle, TILE_MOST_BYTES);
    device->peak_gbps = peak_gbps(driver, handle);
    device->major = attribute(driver, handle, CAPABILITY_MAJOR);
    device->minor = attribute(driver, handle, CAPABILITY_MINOR);
    device->pci_domain = attribute(driver, handle, PCI_DOMAIN_ID);
    device->pci_bus = attribute(driver, handle, PCI_BUS_ID);
    device->pci_device = attribute(driver, handle, PCI_DEVICE_ID);
    return true;
}

int64_t cuda_free_bytes(void)
{
    const struct driver *driver = load_driver();
    size_t free_bytes, all_bytes;
    if (!driver || driver->info(&free_bytes, &all_bytes) != 0)
        return -1;
    return (int64_t)free_bytes;
}

bool cuda_set_stack(int64_t bytes)
{
    const struct driver *driver = load_driver();
    return driver && driver->limit(LIMIT_STACK_SIZE, (size_t)bytes) == 0;
}

bool cuda_set(void *memory, int byte, size_t bytes)
{
    const struct driver *driver = load_driver();
    return driver && driver->set((uint64_t)(uintptr_t)memory, (unsigned char)byte, bytes) == 0;
}

bool cuda_pin(void *memory, size_t bytes)
{
    const struct driver *driver = load_driver();
    return driver && driver->pin(memory, bytes, 0) == 0;
}

bool cuda_unpin(void *memory)
{
    const struct driver *driver = load_driver();
    return driver && driver->unpin(memory) == 0;
}
