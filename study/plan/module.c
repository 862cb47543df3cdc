#include "study/plan/module.h"

#include "study/doing.h"
#include "study/folders.h"
#include "warpline_build.h"

#include <dlfcn.h>
#include <stdio.h>

const struct kernel_module *module_load(const char *kind, const char *name, char *problem,
                                        size_t problem_size)
{
    char folder[PATH_TEXT_MAX], path[PATH_TEXT_MAX + 64];
    if (!program_folder(WARPLINE_MODULES_INSTALLED, WARPLINE_MODULES_BUILT, folder)) {
        snprintf(problem, problem_size,
                 "the folder `modules` that came with the program is not there");
        return NULL;
    }
    snprintf(path, sizeof path, "%s/%s/%s.so", folder, kind, name);
    doing("loading the %s kernels of %s", kind, name);
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
