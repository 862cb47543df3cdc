/* Kernel modules: the shared objects that contain a pattern's kernels, loaded when a run needs
 * them.
 *
 * The GPU's driver compiles every kernel of an image when it is loaded (some 45 ms each), so a
 * program with all kernels inside would take seconds to start. A GPU module must be loaded after
 * the device is open; otherwise the driver compiles it at the device's start. */
#ifndef WARPLINE_MODULE_H
#define WARPLINE_MODULE_H

#include "patterns/pattern.h"

#include <stdbool.h>
#include <stddef.h>

/* The module of `kind` ("cpu", "gpu") and that name; the same pointer on every call, valid until
 * the program ends. NULL, with a one-line reason in `problem`, if it cannot be loaded. */
const struct kernel_module *module_load(const char *kind, const char *name, char *problem,
                                        size_t problem_size);

/* Loads an object of a pattern that is not built in (dlopen), from a file that only this user and
 * root can change: its code runs as this user. NULL with the reason in `problem`. */
void *module_open(const char *path, char *problem, size_t problem_size);

/* Whether a loaded object was built for this program, judged by its stamp (cmake makes it). If not,
 * `problem` has the reason. */
bool module_fits(void *object, const char *path, char *problem, size_t problem_size);

/* Makes module_load find the module of that name and kind in a separate folder, as FOLDER/cpu.so or
 * FOLDER/gpu.so: that of a pattern that is not built in. All texts must stay valid. */
void module_add(const char *name, const char *kind, const char *folder);

/* The module's kernel for that element size, or NULL. */
const struct kernel *module_kernel(const struct kernel_module *module, int element_bytes);

#endif
