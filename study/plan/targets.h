/* The available targets, by the names that --on takes. */
#ifndef WARPLINE_TARGETS_H
#define WARPLINE_TARGETS_H

#include "patterns/target.h"

enum { TARGETS_MAX = 16, TARGET_NAME_MAX = 16 };

/* All kinds, in the order of patterns/targets.def, ended by NULL. */
extern const struct target_ops *const target_kinds[];

struct target_list {
    struct target targets[TARGETS_MAX];
    int count;
};

/* The kind of target that a name belongs to, NULL for none: "gpu1" is number 1 of kind gpu; cpu and
 * null have no number (0). The target need not exist. */
const struct target_ops *target_kind(const char *name, int *number);

/* The name of number `number` of a kind: "gpu1", "cpu". Returns text. */
const char *target_name(const struct target_ops *kind, int number, char text[TARGET_NAME_MAX]);

/* Opens the targets that `on` names ("cpu,gpu0"), or all that run kernels if it is NULL, with the
 * CPU's threads and memory as `placing` asks (NULL: as they come). Divides the free memory among
 * them. Returns 0 or an exit status, after a message: EXIT_USAGE for a name that no target has or a
 * place that the machine lacks, EXIT_NO_DEVICE for a device that is missing. */
int targets_open(struct target_list *list, const char *on, const struct placing *placing);

/* To be called before anything runs on them. Returns 0, or EXIT_USAGE after a message if the CPU is
 * described by a topology of another machine. Prints a line if variables such as OMP_PROC_BIND
 * request another binding than the program's own. */
int targets_measurable(const struct target_list *list);

void targets_close(struct target_list *list);

/* Prints the names of all targets on stdout, one a line, with their properties. */
int targets_print(void);

/* Prints the CPU and the devices that a driver knows as targets_print does, but opens nothing.
 * Returns 0 or an exit status after a message. */
int targets_print_found(void);

/* The GPUs in the list, or all that a driver knows if it is NULL, for topology_xml: TARGETS_MAX at
 * most. Returns their number. */
struct topology_device;
int targets_devices(const struct target_list *list, struct topology_device *devices);

/* Why a run on the target failed, as a line without the target's name: for ops->run's result. */
const char *target_failure(int error);

/* For such a result of a run: 0, or EXIT_NO_DEVICE after a message that says why it failed. */
int target_result(const struct target *target, int error);

/* The workers that a kernel gets from a target for the launch `asked`. The runtime decides, since a
 * GPU kernel with many registers gets fewer warps than a small one. A negative errno if it did
 * not run. */
int target_workers(struct target *target, kernel_function *kernel, const struct launch *asked);

#endif
