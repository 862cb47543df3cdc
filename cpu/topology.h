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

/* A worker's core, represented by one hardware thread: the first allowed one, unless each hardware
 * thread has a worker. */
struct core {
    hwloc_obj_t pu;
    int os_index;     /* of that hardware thread, as the system numbers it */
    int numa_node;    /* OS index of the nearest node; -1 if there is none */
    hwloc_obj_t home; /* the worker may run on the allowed hardware threads of this: `pu`, its NUMA
                       * node or its package */
};

struct topology {
    hwloc_topology_t hwloc;
    hwloc_cpuset_t allowed; /* hardware threads that the process may run on */
    bool this_system;       /* false for a synthetic or imported machine */
    bool each_thread;       /* each of the cores below is one hardware thread of a core */
    bool spread;            /* some of the cores are ones at equal distances, not the first ones */
    int core_count;
    struct core *cores; /* in hwloc's logical order: neighbours share caches */
};

/* Loads the topology. `cpus` limits it to those hardware threads ("0-3,8", hwloc's list form);
 * NULL: those that the process was given, even if libgomp has bound its threads since. Returns 0,
 * or a negative errno with a line in `problem`: -EINVAL where HWLOC_SYNTHETIC or HWLOC_XMLFILE is
 * wrong. */
int topology_open(struct topology *topology, const char *cpus, char *problem, size_t problem_size);

void topology_close(struct topology *topology);

/* Finds the cores again after `allowed` changed: one worker each, or one for each of their hardware
 * threads. There may be none. */
void topology_find_cores(struct topology *topology, bool each_thread);

/* Fills in the data and unified caches that the first `core_count` cores use, nearest first. Sizes
 * are summed over the distinct caches of a level. If a virtual machine reports the L3 of a whole
 * AMD processor for each core, 32 or 96 MiB are taken. Returns the number of levels. */
int topology_caches(const struct topology *topology, int core_count,
                    struct cache_level caches[CACHE_LEVELS_MAX]);

/* Number of NUMA nodes near the allowed cores. */
int topology_numa_nodes(const struct topology *topology);

/* Writes the processor's model name, "" where hwloc does not know it, without the blanks that CPUID
 * pads it with: a header of results would lose them. */
void topology_model(const struct topology *topology, char *text, size_t text_size);

/* The NUMA node that has the hardware thread; of several the one with the fewest others, then the
 * first, as memory without CPUs comes after that with them. NULL: none. */
hwloc_obj_t topology_node_of(const struct topology *topology, hwloc_obj_t pu);

/* Binds the calling thread to a core's home. False if the system refuses. */
bool topology_bind(const struct topology *topology, const struct core *core);

/* Whether the calling thread may run in that core's home only. */
bool topology_is_bound(const struct topology *topology, const struct core *core);

/* Whether a worker of that core may run on CPU number `cpu`. */
bool topology_is_home(const struct topology *topology, const struct core *core, int cpu);

/* Who binds the measured threads, and to what, in words. */
void topology_binding(const struct topology *topology, char *text, size_t text_size);

/* A NUMA node of the machine. */
struct topology_node {
    int number; /* as the system numbers it */
    hwloc_obj_t object;
    char cpus[128];                /* those that are nearest to it: "0-3"; "" of memory alone */
    int64_t all_bytes, free_bytes; /* -1: not known */
    int distance[NODES_MAX];       /* to each node of the list, 10 to itself; 0: not known */
};

/* Fills in all nodes, in the order of their numbers; returns their number. (nodes.c) */
int topology_nodes(const struct topology *topology, struct topology_node nodes[NODES_MAX]);

/* Writes the CPUs of one kind of cores, from the least powerful kind on. False if there are fewer
 * kinds. (nodes.c) */
bool topology_kind(const struct topology *topology, int number, char *cpus, size_t cpus_size);

/* Prints how many cores are used, and who binds threads to them. */
void topology_print_use(const struct topology *topology, FILE *out);

/* A device to name in a drawing. */
struct topology_device {
    char label[TEXT_MAX]; /* "gpu0 NVIDIA H200" */
    struct pci_place place;
    int node; /* the NUMA node that it is plugged in at; -1: several, or not known */
};

/* The machine as hwloc's XML, which lstopo draws. It includes the hardware threads that the process
 * may not use and, if it is this machine, the devices as Misc objects, whose nodes are filled in.
 * The caller frees the text. NULL with a line in `problem`. */
char *topology_xml(struct topology_device *devices, int count, char *problem, size_t problem_size);

#endif
