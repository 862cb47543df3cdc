/* What the machine is made of, as one line of JSON: packages, NUMA nodes, caches, cores and GPUs,
 * each in what it is a part of. `warpline topo` draws it, and results keep it in their header.
 *
 * A part is an object with
 *   is     "machine", "package", "die", "group", "node" (NUMA), "cache", "core", "gpu" or
 *          "multiprocessor"
 *   name   of a cache "L2"; the model of a machine or a GPU; may be absent
 *   target what --on calls a GPU, without its number; absent where no driver knows it
 *   index  numbers that the system gives it: "0"; of a core those of its hardware threads, "0,64"
 *   count  how many alike stand for one; absent: 1
 *   bytes  of memory or of one cache; absent where nobody says
 *   use    "not allowed" or "not used"; absent where the process may use it
 *   parts  array of such objects; absent: none
 * Three or more parts of one that are alike but for their index are written once. */
#ifndef WARPLINE_INVENTORY_H
#define WARPLINE_INVENTORY_H

#include "patterns/target.h"

#include <stddef.h>

/* A GPU that a driver knows. */
struct inventory_gpu {
    const char *target; /* "gpu" */
    int number;
    struct target_facts facts;
    struct pci_place place;
};

/* Takes the topology that hwloc tells of: a described one where HWLOC_SYNTHETIC or HWLOC_XMLFILE
 * asks for that, and no GPU of `gpus` is in it then. `cpus` as for topology_open. A GPU that PCI
 * does not show hangs on the machine. The caller frees the text; NULL with a line in `problem`. */
char *inventory_text(const char *cpus, const struct inventory_gpu *gpus, int gpu_count,
                     char *problem, size_t problem_size);

#endif
