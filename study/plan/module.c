#include "study/plan/module.h"

#include "patterns/own_pattern.h"
#include "study/base/array.h"
#include "study/base/folders.h"
#include "study/base/stop.h"
#include "warpline_build.h"
#include "warpline_stamp.h"

#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Folders of modules that are not built in. */
static struct place {
    const char *name, *kind, *folder;
} * places;
static int place_count, place_room;

void module_add(const char *name, const char *kind, const char *folder)
{
    array_make_room(places, place_count, place_room);
    places[place_count++] = (struct place){name, kind, folder};
}

/* Nobody else can exchange the file between the check and dlopen (path_is_trusted). */
void *module_open(const char *path, char *problem, size_t problem_size)
{
    if (!path_is_trusted(path, problem, problem_size))
        return NULL;
    void *object = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!object)
        snprintf(problem, problem_size, "%s", dlerror());
    return object;
}

static const char *folder_of(const char *kind, const char *name)
{
    for (int i = 0; i < place_count; i++)
        if (strcmp(places[i].name, name) == 0 && strcmp(places[i].kind, kind) == 0)
            return places[i].folder;
    return NULL;
}

/* Finds the program's own module. Who may write to its folder may replace the program, too. */
static bool find_built_in(const char *kind, const char *name, char *path, size_t path_size)
{
    char folder[PATH_TEXT_MAX];
    if (!program_folder(WARPLINE_MODULES_INSTALLED, WARPLINE_MODULES_BUILT, folder))
        return false;
    snprintf(path, path_size, "%s/%s/%s.so", folder, kind, name);
    return true;
}

bool module_fits(void *object, const char *path, char *problem, size_t problem_size)
{
    const char *stamp = dlsym(object, STAMP_SYMBOL);
    if (stamp && strcmp(stamp, WARPLINE_STAMP) == 0)
        return true;
    snprintf(problem, problem_size,
             "%s is of another version of warpline (%s) than the program (%s); install both again",
             path, stamp ? stamp : "one without a stamp", WARPLINE_STAMP);
    return false;
}

const struct kernel_module *module_load(const char *kind, const char *name, char *problem,
                                        size_t problem_size)
{
    char path[PATH_TEXT_MAX + 64], why[PATH_TEXT_MAX + 512];
    const char *own = folder_of(kind, name);
    if (own)
        snprintf(path, sizeof path, "%s/%s.so", own, kind);
    else if (!find_built_in(kind, name, path, sizeof path)) {
        snprintf(problem, problem_size,
                 "the folder `modules` that came with the program is missing");
        return NULL;
    }
    doing("loading the %s kernels of %s", kind, name);
    void *object = own ? module_open(path, why, sizeof why) : dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!object) {
        snprintf(problem, problem_size, "kernel module: %s", own ? why : dlerror());
        return NULL;
    }
    const struct kernel_module *module = dlsym(object, "warpline_kernels");
    if (!module) {
        snprintf(problem, problem_size, "%s is no kernel module of warpline", path);
        return NULL;
    }
    return module_fits(object, path, problem, problem_size) ? module : NULL;
}

const struct kernel *module_kernel(const struct kernel_module *module, int element_bytes)
{
    for (int i = 0; i < ELEMENT_SIZES; i++)
        if (module->kernels[i].element_bytes == element_bytes)
            return &module->kernels[i];
    return NULL;
}
