#include "study/module.h"

#include <dlfcn.h>
#include <libgen.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

const char *program_folder(const char *built, const char *installed, char path[PATH_TEXT_MAX])
{
    const char *const candidates[] = {built, installed};
    char executable[PATH_TEXT_MAX / 2] = "";
    if (readlink("/proc/self/exe", executable, sizeof executable - 1) < 0)
        return NULL;
    const char *folder = dirname(executable);
    for (int i = 0; i < 2; i++) {
        snprintf(path, PATH_TEXT_MAX, "%s/%s", folder, candidates[i]);
        if (access(path, R_OK) == 0)
            return path;
    }
    return NULL;
}

const struct kernel_module *module_load(const char *kind, const char *name, char *problem,
                                        size_t problem_size)
{
    char folder[PATH_TEXT_MAX], path[PATH_TEXT_MAX + 64];
    if (!program_folder("modules", "../lib/warpline/modules", folder)) {
        snprintf(problem, problem_size, "no folder `modules` beside the program");
        return NULL;
    }
    snprintf(path, sizeof path, "%s/%s/%s.so", folder, kind, name);
    void *object = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!object) {
        snprintf(problem, problem_size, "kernel module: %s", dlerror());
        return NULL;
    }
    const struct kernel_module *module = dlsym(object, "warpline_kernels");
    if (!module)
        snprintf(problem, problem_size, "%s is no kernel module of warpline", path);
    return module;
}

const struct kernel *module_kernel(const struct kernel_module *module, int element_bytes)
{
    for (int i = 0; i < ELEMENT_SIZES; i++)
        if (module->kernels[i].element_bytes == element_bytes)
            return &module->kernels[i];
    return NULL;
}
