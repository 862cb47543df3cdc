/* Kernel modules: the shared objects that hold a pattern's kernels, loaded when a run needs them.
 *
 * The GPU's driver compiles every kernel of an image as it is loaded (some 45 ms each), so a
 * program with all kernels inside would take seconds to start. A GPU module must be loaded after
 * the device is open, or the driver compiles it at the device's start all the same. */
#ifndef WARPLINE_MODULE_H
#define WARPLINE_MODULE_H

#include "patterns/pattern.h"

#include <stdbool.h>
#include <stddef.h>

/* The modules of `kind` ("cpu", "gpu") and that name; the same pointer on every call, good until
 * the program ends. NULL, with a one-line reason in `problem`, where it cannot be loaded. */
const struct kernel_module *module_load(const char *kind, const char *name, char *problem,
                                        size_t problem_size);

/* Whether an object that is loaded was made for this program, by the stamp in it
 * (cmake makes it). A reason in `problem` where it was not. */
bool module_fits(void *object, const char *path, char *problem, size_t problem_size);

/* Has the modules of that name looked for in a folder of their own, as FOLDER/cpu.so and
 * FOLDER/gpu.so: those of a pattern that is not built in. Both texts are to stay. */
void module_add(const char *name, const char *folder);

/* The module's kernel for that element size, or NULL. */
const struct kernel *module_kernel(const struct kernel_module *module, int element_bytes);

#endif
