/* A stand-in for the CUDA driver's library, for tests on machines without a GPU: libgomp and its
 * own nvptx plugin find one GPU, and load, link and unload the images of its programs as ever. It
 * links PTX by putting the texts one after another, and finds in them the variables that libgomp
 * looks up, with their sizes. Nothing runs: launches return at once.
 *
 * STAND_IN_FAILS=FUNCTION:N in the environment has calls of that function fail from its Nth on: a
 * device that is lost, an image that does not link, memory that has run out.
 *
 * Built as libcuda.so.1 in a separate folder, which a test puts into LD_LIBRARY_PATH. The names
 * and meanings of the functions are those of the CUDA Driver API. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SUCCESS = 0, NOT_FOUND = 500, LAUNCH_FAILED = 719 };
enum { ATTRIBUTE_MULTIPROCESSORS = 16, ATTRIBUTE_WARP_LANES = 10, ATTRIBUTE_ANY = 1024 };

typedef uint64_t device_pointer;

#define OK(name)        \
    int name(void);     \
    int name(void)      \
    {                   \
        return SUCCESS; \
    }
OK(cuInit)
OK(cuCtxDestroy_v2)
OK(cuCtxPushCurrent_v2)
OK(cuCtxSynchronize)
OK(cuCtxSetLimit)
OK(cuEventCreate)
OK(cuEventDestroy_v2)
OK(cuEventElapsedTime)
OK(cuEventQuery)
OK(cuEventRecord)
OK(cuEventSynchronize)
OK(cuLinkDestroy)
OK(cuMemAllocHost_v2)
OK(cuMemFreeHost)
OK(cuMemHostAlloc)
OK(cuMemHostRegister_v2)
OK(cuMemHostUnregister)
OK(cuMemHostGetDevicePointer_v2)
OK(cuMemsetD8_v2)
OK(cuMemcpy)
OK(cuMemcpy2D_v2)
OK(cuMemcpy2DUnaligned_v2)
OK(cuMemcpy3D_v2)
OK(cuMemcpyDtoDAsync_v2)
OK(cuMemcpyDtoHAsync_v2)
OK(cuMemcpyHtoDAsync_v2)
OK(cuModuleLoad)
OK(cuStreamAddCallback)
OK(cuStreamDestroy_v2)
OK(cuStreamQuery)
OK(cuStreamSynchronize)
OK(cuStreamWaitEvent)

/* A function with arguments: its prototype, then its body. */
#define DEFINE(name, ...)  \
    int name(__VA_ARGS__); \
    int name(__VA_ARGS__)

static char something; /* what handles point to */

/* LAUNCH_FAILED where the environment has this call fail, else 0. */
static int told_to_fail(const char *function, int *calls)
{
    const char *fails = getenv("STAND_IN_FAILS");
    const size_t length = strlen(function);
    if (!fails || strncmp(fails, function, length) != 0 || fails[length] != ':')
        return SUCCESS;
    return ++*calls >= atoi(fails + length + 1) ? LAUNCH_FAILED : SUCCESS;
}

int cuLaunchKernel(void);
int cuLaunchKernel(void)
{
    static int calls;
    return told_to_fail("cuLaunchKernel", &calls);
}

DEFINE(cuDeviceGetCount, int *count)
{
    *count = 1;
    return SUCCESS;
}

DEFINE(cuDeviceGet, int *device, int number)
{
    *device = number;
    return number == 0 ? SUCCESS : NOT_FOUND;
}

DEFINE(cuDeviceGetName, char *name, int length, int device)
{
    (void)device;
    snprintf(name, (size_t)length, "stand-in GPU");
    return SUCCESS;
}

DEFINE(cuDeviceGetUuid_v2, unsigned char uuid[16], int device)
{
    memset(uuid, device + 1, 16);
    return SUCCESS;
}

DEFINE(cuDeviceGetUuid, unsigned char uuid[16], int device)
{
    return cuDeviceGetUuid_v2(uuid, device);
}

DEFINE(cuDeviceTotalMem_v2, size_t *bytes, int device)
{
    (void)device;
    *bytes = (size_t)1 << 34;
    return SUCCESS;
}

DEFINE(cuDeviceGetAttribute, int *value, int attribute, int device)
{
    (void)device;
    *value = attribute == ATTRIBUTE_MULTIPROCESSORS ? 132
             : attribute == ATTRIBUTE_WARP_LANES    ? 32
                                                    : ATTRIBUTE_ANY;
    return SUCCESS;
}

DEFINE(cuDriverGetVersion, int *version)
{
    *version = 12000;
    return SUCCESS;
}

DEFINE(cuGetErrorString, int error, const char **text)
{
    *text = error == NOT_FOUND ? "named symbol not found" : "stand-in";
    return SUCCESS;
}

DEFINE(cuCtxCreate_v2, void **context, unsigned flags, int device)
{
    (void)flags, (void)device;
    *context = &something;
    return SUCCESS;
}

DEFINE(cuCtxGetCurrent, void **context)
{
    *context = &something;
    return SUCCESS;
}

DEFINE(cuCtxPopCurrent_v2, void **context)
{
    if (context)
        *context = &something;
    return SUCCESS;
}

DEFINE(cuCtxGetDevice, int *device)
{
    *device = 0;
    return SUCCESS;
}

DEFINE(cuStreamCreate, void **stream, unsigned flags)
{
    (void)flags;
    *stream = &something;
    return SUCCESS;
}

DEFINE(cuOccupancyMaxPotentialBlockSize, int *grid, int *block)
{
    *grid = *block = 1;
    return SUCCESS;
}

DEFINE(cuFuncGetAttribute, int *value, int attribute, void *function)
{
    (void)attribute, (void)function;
    *value = ATTRIBUTE_ANY;
    return SUCCESS;
}

DEFINE(cuMemGetInfo_v2, size_t *free_bytes, size_t *all_bytes)
{
    *free_bytes = *all_bytes = (size_t)1 << 34;
    return SUCCESS;
}

DEFINE(cuMemAlloc_v2, device_pointer *memory, size_t bytes)
{
    static int calls;
    if (told_to_fail("cuMemAlloc", &calls))
        return LAUNCH_FAILED;
    *memory = (device_pointer)(uintptr_t)calloc(1, bytes);
    return *memory ? SUCCESS : NOT_FOUND;
}

DEFINE(cuMemAllocManaged, device_pointer *memory, size_t bytes, unsigned flags)
{
    (void)flags;
    return cuMemAlloc_v2(memory, bytes);
}

DEFINE(cuPointerGetAttribute, void *value, int attribute, device_pointer memory)
{
    (void)value, (void)attribute, (void)memory;
    return NOT_FOUND;
}

DEFINE(cuMemFree_v2, device_pointer memory)
{
    free((void *)(uintptr_t)memory);
    return SUCCESS;
}

DEFINE(cuMemGetAddressRange_v2, device_pointer *base, size_t *bytes, device_pointer memory)
{
    if (base)
        *base = memory;
    if (bytes)
        *bytes = (size_t)1 << 34;
    return SUCCESS;
}

DEFINE(cuMemcpyHtoD_v2, device_pointer to, const void *from, size_t bytes)
{
    memcpy((void *)(uintptr_t)to, from, bytes);
    return SUCCESS;
}

DEFINE(cuMemcpyDtoH_v2, void *to, device_pointer from, size_t bytes)
{
    memcpy(to, (const void *)(uintptr_t)from, bytes);
    return SUCCESS;
}

/* Images: one that is being linked, and modules, which are their own text and never freed: libgomp
 * keeps no more than a program has. */
static char *linking;

DEFINE(cuLinkCreate_v2, unsigned count, int *options, void **values, void **state)
{
    (void)count, (void)options, (void)values;
    linking = strdup("");
    *state = &something;
    return linking ? SUCCESS : NOT_FOUND;
}

DEFINE(cuLinkCreate, unsigned count, int *options, void **values, void **state)
{
    return cuLinkCreate_v2(count, options, values, state);
}

DEFINE(cuLinkAddData_v2, void *state, int type, const char *text)
{
    static int calls;
    (void)state, (void)type;
    if (told_to_fail("cuLinkAddData", &calls))
        return LAUNCH_FAILED;
    char *longer = realloc(linking, strlen(linking) + strlen(text) + 1);
    if (!longer)
        return NOT_FOUND;
    strcat(longer, text);
    linking = longer;
    return SUCCESS;
}

DEFINE(cuLinkAddData, void *state, int type, const char *text)
{
    return cuLinkAddData_v2(state, type, text);
}

DEFINE(cuLinkComplete, void *state, void **image, size_t *bytes)
{
    (void)state;
    *image = linking;
    *bytes = strlen(linking);
    return SUCCESS;
}

DEFINE(cuModuleLoadData, void **module, const void *image)
{
    *module = strdup(image);
    return *module ? SUCCESS : NOT_FOUND;
}

DEFINE(cuModuleUnload, void *module)
{
    free(module);
    return SUCCESS;
}

DEFINE(cuModuleGetFunction, void **function, void *module, const char *name)
{
    *function = strstr(module, name);
    return *function ? SUCCESS : NOT_FOUND;
}

/* ".visible .global .align 4 .u64 name[2];" */
static size_t bytes_declared(const char *line, const char *after)
{
    static const struct {
        const char *type;
        size_t bytes;
    } types[] = {{" .u8 ", 1}, {" .b8 ", 1}, {" .u16 ", 2}, {" .u32 ", 4}, {" .u64 ", 8}};
    const size_t count = *after == '[' ? strtoul(after + 1, NULL, 10) : 1;
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        const char *type = strstr(line, types[i].type);
        if (type && type < after)
            return types[i].bytes * count;
    }
    return 0;
}

DEFINE(cuModuleGetGlobal_v2, device_pointer *place, size_t *bytes, const char *module,
       const char *name)
{
    for (const char *line = module; line; line = strchr(line + 1, '\n')) {
        const char *end = strchr(line + 1, '\n'), *found = strstr(line, name);
        if (!found || !end)
            break;
        if (found > end || !strstr(line, ".global") || strstr(line, ".global") > found ||
            strncmp(line + 1, ".extern", 7) == 0 || !strchr("[;= ", found[strlen(name)]))
            continue;
        *bytes = bytes_declared(line, found + strlen(name));
        *place = (device_pointer)(uintptr_t)calloc(1, *bytes + 8);
        return SUCCESS;
    }
    return NOT_FOUND;
}
