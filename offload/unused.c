#include "offload/unused.h"

#include "warpline_build.h"

#include <dlfcn.h>
#include <glob.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_ROOM = 4096 };
static const char nvidia[] = "0x10de", display_class[] = "0x03"; /* PCI's numbers */

static bool starts_with(const char *path, const char *start)
{
    char text[16] = "";
    FILE *file = fopen(path, "r");
    if (!file)
        return false;
    const bool starts = fgets(text, sizeof text, file) && strncmp(text, start, strlen(start)) == 0;
    fclose(file);
    return starts;
}

static bool is_nvidia_gpu(const char *folder)
{
    char vendor[PATH_ROOM + 16], class[PATH_ROOM + 16];
    snprintf(vendor, sizeof vendor, "%s/vendor", folder);
    snprintf(class, sizeof class, "%s/class", folder);
    return starts_with(vendor, nvidia) && starts_with(class, display_class);
}

/* The number of folders or files that fit the pattern and, if given, the test. */
static int count_paths(const char *root, const char *pattern, bool (*fits)(const char *path))
{
    char path[PATH_ROOM];
    glob_t found = {0};
    int count = 0;
    snprintf(path, sizeof path, "%s%s", root, pattern);
    if (glob(path, 0, NULL, &found) == 0)
        for (size_t i = 0; i < found.gl_pathc; i++)
            count += !fits || fits(found.gl_pathv[i]);
    globfree(&found);
    return count;
}

/* Counts GPUs on the bus or, in containers that do not show it, as the driver's devices. */
static int count_gpus(const char *root)
{
    const int on_bus = count_paths(root, "/sys/bus/pci/devices/*", is_nvidia_gpu);
    const int devices = count_paths(root, "/dev/nvidia[0-9]*", NULL);
    return on_bus > devices ? on_bus : devices;
}

static bool can_load(const char *library)
{
    void *object = dlopen(library, RTLD_LAZY | RTLD_LOCAL);
    if (object)
        dlclose(object);
    return object != NULL;
}

/* Why libgomp finds none, although the program has GPU code. */
static const char *why_not_found(void)
{
    const char *offload = getenv("OMP_TARGET_OFFLOAD"), *visible = getenv("CUDA_VISIBLE_DEVICES");
    if (offload && strcasecmp(offload, "disabled") == 0)
        return "OMP_TARGET_OFFLOAD=DISABLED is set; unset it";
    if (visible && (!*visible || *visible == '-'))
        return "CUDA_VISIBLE_DEVICES hides it; unset it";
    if (!can_load("libcuda.so.1"))
        return "the driver's library libcuda.so.1 does not load; install NVIDIA's driver, or give "
               "the container the GPU";
    if (!can_load("libgomp-plugin-nvptx.so.1"))
        return "libgomp's plugin for it is missing; install libgomp-plugin-nvptx1";
    return "libgomp finds none; GOMP_DEBUG=1 says what it tries, nvidia-smi whether the driver "
           "works";
}

bool gpu_unused(const struct gpu_use *use, char *text, size_t text_size)
{
    text[0] = '\0';
    const int gpus = use->devices > 0 ? 0 : count_gpus(use->root);
    if (gpus == 0)
        return false;
    const char *is = gpus == 1 ? "an NVIDIA GPU is here, but it is not used"
                               : "NVIDIA GPUs are here, but they are not used";
    if (use->no_code)
        snprintf(text, text_size,
                 "%s: this program was built without GPU code (%s); install gcc-%s-offload-nvptx "
                 "and build again with -DWARPLINE_OFFLOAD=ON, which says what is missing",
                 is, use->no_code, use->compiler);
    else
        snprintf(text, text_size, "%s: %s", is, why_not_found());
    return true;
}

bool gpu_unused_here(char *text, size_t text_size)
{
    const bool has_code = WARPLINE_GPU_FLAGS[0] != '\0';
    const struct gpu_use use = {.root = "",
                                .no_code = has_code ? NULL : WARPLINE_GPU_WHY,
                                .devices = has_code ? omp_get_num_devices() : 0,
                                .compiler = WARPLINE_COMPILER_MAJOR};
    return gpu_unused(&use, text, text_size);
}
