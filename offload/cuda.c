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

typedef int init_function(unsigned flags);
typedef int device_function(int *device, int number);
typedef int name_function(char *name, int length, int device);
typedef int memory_function(size_t *bytes, int device);
typedef int attribute_function(int *value, int attribute, int device);
typedef int info_function(size_t *free_bytes, size_t *all_bytes);
typedef int version_function(int *version);
typedef int limit_function(int limit, size_t value);
typedef int set_function(uint64_t memory, unsigned char byte, size_t bytes);
typedef int register_function(void *memory, size_t bytes, unsigned flags);
typedef int unregister_function(void *memory);

struct driver {
    init_function *init;
    device_function *device;
    name_function *name;
    memory_function *memory;
    attribute_function *attribute;
    info_function *info;
    version_function *version;
    limit_function *limit;
    set_function *set;
    register_function *pin;
    unregister_function *unpin;
};

enum { LIMIT_STACK_SIZE = 0 }; /* CUlimit */

/* Finds the driver once; NULL if there is none. */
static const struct driver *load_driver(void)
{
    static struct driver driver;
    static bool tried;
    void *library = tried ? NULL : dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    tried = true;
    if (library)
        driver = (struct driver){
            .init = (init_function *)dlsym(library, "cuInit"),
            .device = (device_function *)dlsym(library, "cuDeviceGet"),
            .name = (name_function *)dlsym(library, "cuDeviceGetName"),
            .memory = (memory_function *)dlsym(library, "cuDeviceTotalMem_v2"),
            .attribute = (attribute_function *)dlsym(library, "cuDeviceGetAttribute"),
            .info = (info_function *)dlsym(library, "cuMemGetInfo_v2"),
            .version = (version_function *)dlsym(library, "cuDriverGetVersion"),
            .limit = (limit_function *)dlsym(library, "cuCtxSetLimit"),
            .set = (set_function *)dlsym(library, "cuMemsetD8_v2"),
            .pin = (register_function *)dlsym(library, "cuMemHostRegister_v2"),
            .unpin = (unregister_function *)dlsym(library, "cuMemHostUnregister"),
        };
    return driver.init && driver.device && driver.name && driver.memory && driver.attribute &&
                   driver.info && driver.version && driver.limit && driver.set && driver.pin &&
                   driver.unpin && driver.init(0) == 0
               ? &driver
               : NULL;
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
