/* NUMA nodes and kinds of cores, as topo prints them. */
#include "cpu/memory.h"
#include "cpu/topology.h"

#include <hwloc/distances.h>
#include <stdlib.h>

/* Relative latencies as the firmware says them; none where it says nothing. */
static void find_distances(const struct topology *topology, struct topology_node *nodes, int count)
{
    struct hwloc_distances_s *distances = NULL;
    unsigned found = 1;
    if (hwloc_distances_get_by_type(topology->hwloc, HWLOC_OBJ_NUMANODE, &found, &distances,
                                    HWLOC_DISTANCES_KIND_MEANS_LATENCY, 0) != 0 ||
        found == 0)
        return;
    for (int i = 0; i < count && (int)distances->nbobjs == count; i++) {
        const int from = hwloc_distances_obj_index(distances, nodes[i].object);
        for (int j = 0; j < count && from >= 0; j++) {
            const int to = hwloc_distances_obj_index(distances, nodes[j].object);
            nodes[i].distance[j] = to < 0 ? 0 : (int)distances->values[from * count + to];
        }
    }
    hwloc_distances_release(topology->hwloc, distances);
}

/* The CPUs whose nearest node it is: none of memory alone. */
static void find_cpus(const struct topology *topology, struct topology_node *node)
{
    hwloc_obj_t pu = NULL;
    hwloc_bitmap_t cpus = hwloc_bitmap_alloc();
    while ((pu = hwloc_get_next_obj_by_type(topology->hwloc, HWLOC_OBJ_PU, pu)))
        if (topology_node_of(topology, pu) == node->object)
            hwloc_bitmap_set(cpus, pu->os_index);
    hwloc_bitmap_list_snprintf(node->cpus, sizeof node->cpus, cpus);
    hwloc_bitmap_free(cpus);
}

static int by_number(const void *a, const void *b)
{
    return ((const struct topology_node *)a)->number - ((const struct topology_node *)b)->number;
}

int topology_nodes(const struct topology *topology, struct topology_node nodes[NODES_MAX])
{
    int count = 0;
    hwloc_obj_t object = NULL;
    while ((object = hwloc_get_next_obj_by_type(topology->hwloc, HWLOC_OBJ_NUMANODE, object)) &&
           count < NODES_MAX) {
        struct topology_node *node = &nodes[count++];
        const int number = (int)object->os_index;
        *node = (struct topology_node){
            .number = number, .object = object, .all_bytes = -1, .free_bytes = -1};
        if (topology->this_system) {
            node->all_bytes = memory_node_bytes(number);
            node->free_bytes = memory_node_free_bytes(number);
        }
        if (node->all_bytes < 0)
            node->all_bytes = (int64_t)object->attr->numanode.local_memory;
        find_cpus(topology, node);
    }
    qsort(nodes, (size_t)count, sizeof *nodes, by_number);
    find_distances(topology, nodes, count);
    return count;
}

bool topology_kind(const struct topology *topology, int number, char *cpus, size_t cpus_size)
{
    const bool there = number < hwloc_cpukinds_get_nr(topology->hwloc, 0);
    hwloc_bitmap_t set = hwloc_bitmap_alloc();
    if (there &&
        hwloc_cpukinds_get_info(topology->hwloc, (unsigned)number, set, NULL, NULL, NULL, 0) == 0)
        hwloc_bitmap_list_snprintf(cpus, cpus_size, set);
    hwloc_bitmap_free(set);
    return there;
}
