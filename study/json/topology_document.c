
#include "cpu/limits.h"
#include "cpu/topology.h"
#include "study/json/document.h"
#include "study/plan/targets.h"

#include <stdio.h>
#include <string.h>

static void put_caches(json_t *document, const struct topology *topology)
{
    struct target_facts facts = {.memory_nodes = topology_numa_nodes(topology)};
    topology_model(topology, facts.title, sizeof facts.title);
    facts.multiprocessors = topology->core_count;
    facts.cache_levels = topology_caches(topology, topology->core_count, facts.caches);
    put_text(document, "model", facts.title);
    put_count(document, "cores_used", facts.multiprocessors);
    put_count(document, "numa_nodes", facts.memory_nodes);
    put_cache_levels(document, &facts);
}

static void put_nodes(json_t *document, const struct topology *topology)
{
    static struct topology_node nodes[NODES_MAX];
    struct topology_device devices[TARGETS_MAX];
    const int device_count = targets_devices(NULL, devices);
    const int count = topology_nodes(topology, nodes);
    json_t *array = put_array(document, "nodes");
    for (int i = 0; i < count; i++) {
        json_t *node = add_object(array);
        put_count(node, "number", nodes[i].number);
        put_text(node, "cpus", nodes[i].cpus);
        put_count(node, "memory_bytes", nodes[i].all_bytes);
        if (nodes[i].free_bytes >= 0)
            put_count(node, "memory_free_bytes", nodes[i].free_bytes);
        json_t *near = put_array(node, "devices_near");
        for (int j = 0; j < device_count; j++)
            if (devices[j].node == nodes[i].number)
                json_array_append_new(
                    near, json_stringn(devices[j].label, strcspn(devices[j].label, " ")));
        json_t *distances = put_array(node, "distances");
        for (int j = 0; j < count && nodes[i].distance[j]; j++)
            json_array_append_new(distances, json_integer(nodes[i].distance[j]));
    }
}

/* Kinds of cores, the least powerful first; none if all are alike. */
static void put_kinds(json_t *document, const struct topology *topology)
{
    char cpus[TEXT_MAX];
    json_t *kinds = put_array(document, "core_kinds");
    for (int i = 0; topology_kind(topology, 1, cpus, sizeof cpus) &&
                    topology_kind(topology, i, cpus, sizeof cpus);
         i++)
        put_text(add_object(kinds), "cpus", cpus);
}

static void put_device(json_t *json, const char *name, const struct target_facts *facts,
                       const struct pci_place *pci)
{
    char bus[32];
    snprintf(bus, sizeof bus, "%04x:%02x:%02x", (unsigned)pci->domain, (unsigned)pci->bus,
             (unsigned)pci->device);
    put_text(json, "name", name);
    put_facts(json, facts);
    put_text(json, "pci", bus);
}

static void put_devices(json_t *devices, const struct target_ops *kind)
{
    char name[TARGET_NAME_MAX];
    struct pci_place place;
    for (int number = 0; kind->look_up; number++) {
        struct target_facts facts = {.cache_levels = 0};
        if (!kind->look_up(number, &facts, &place))
            return;
        put_device(add_object(devices), target_name(kind, number, name), &facts, &place);
    }
}

static void put_memory(json_t *document)
{
    struct memory_limits limits;
    limits_read("", &limits);
    put_count(document, "memory_bytes", limits.all_bytes);
    put_count(document, "memory_free_bytes", limits.free_bytes);
    put_text(document, "memory_limited_by", limits.who);
}

void document_topology(const struct topology *topology)
{
    char binding[256];
    json_t *document = json_object();
    topology_binding(topology, binding, sizeof binding);
    put_flag(document, "this_machine", topology->this_system);
    put_text(document, "binding", topology->this_system ? binding : NULL);
    put_caches(document, topology);
    put_nodes(document, topology);
    put_kinds(document, topology);
    if (topology->this_system)
        put_memory(document);
    json_t *devices = put_array(document, "devices");
    for (int i = 0; target_kinds[i]; i++)
        put_devices(devices, target_kinds[i]);
    document_print(document);
}
