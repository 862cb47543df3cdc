/* The machine as hwloc sees it: the cores this process may use, their caches and NUMA nodes.
 *
 * hwloc reads HWLOC_SYNTHETIC and HWLOC_XMLFILE by itself. The machine is then not the one that we
 * run on, and nothing is bound. */
#ifndef WARPLINE_TOPOLOGY_H
#define WARPLINE_TOPOLOGY_H

#include "patterns/target.h"

#include <hwloc.h>
#include <stdbool.h>
#include <stdio.h>

enum { CORES_MAX = 4096 };

/* One core in use, represented by its first allowed hardware thread. */
struct core {
    hwloc_obj_t pu;
    int os_index;  /* of that hardware thread, as the system numbers it */
    int numa_node; /* OS index of the nearest node; -1 if there is none */
};

struct topology {
    hwloc_topology_t hwloc;
    hwloc_cpuset_t allowed; /* hardware threads that the process may run on */
    bool this_system;       /* false for a synthetic or imported machine */
    int core_count;
    struct core *cores; /* in hwloc's logical order: neighbours share caches */
};

/* Loads the topology. `cpus` limits it to those hardware threads ("0-3,8", hwloc's list form);
 * NULL: those that the process was given, even if libgomp has bound its threads since. Returns 0,
 * or a negative errno with a line in `problem`: -EINVAL where HWLOC_SYNTHETIC or HWLOC_XMLFILE is
 * wrong. */
int topology_open(struct topology *topology, const char *cpus, char *problem, size_t problem_size);

void topology_close(struct topology *topology);

/* Fills in the data and unified caches that the first `core_count` cores use, nearest first. Sizes
 * are summed over the distinct caches of a level. Returns the number of levels. */
int topology_caches(const struct topology *topology, int core_count,
                    struct cache_level caches[CACHE_LEVELS_MAX]);

/* Number of NUMA nodes near the allowed cores. */
int topology_numa_nodes(const struct topology *topology);

/* The processor's model name; "" where hwloc does not know it. */
const char *topology_model(const struct topology *topology);

/* Binds the calling thread to a core's hardware thread. False if the system refuses. */
bool topology_bind(const struct topology *topology, const struct core *core);

/* Whether the calling thread may run on that hardware thread only. */
bool topology_is_bound(const struct topology *topology, const struct core *core);

/* Who binds the measured threads, and to what, in words. */
void topology_binding(const struct topology *topology, char *text, size_t text_size);

/* Prints how many cores are used, and who binds threads to them. */
void topology_print_use(const struct topology *topology, FILE *out);

/* A device to name in a drawing. */
struct topology_device {
    char label[TEXT_MAX]; /* "gpu0 NVIDIA H200" */
    struct pci_place place;
};

/* The machine as hwloc's XML, which lstopo draws. It includes the hardware threads that the process
 * may not use and, if it is this machine, the devices as Misc objects. The caller frees the text.
 * NULL with a line in `problem`. */
char *topology_xml(const struct topology_device *devices, int count, char *problem,
                   size_t problem_size);

#endif
