#include "study/json/documents.h"

#include "cpu/topology.h"
#include "study/json/members.h"
#include "study/plan/targets.h"

static bool is_used(const struct topology *topology, hwloc_obj_t pu)
{
    for (int i = 0; i < topology->core_count; i++)
        if (topology->cores[i].pu == pu)
            return true;
    return false;
}

/* Sizes are of the object itself. */
static void put_object_facts(json_t *json, const struct topology *topology, hwloc_obj_t object)
{
    char type[64], cpus[256];
    hwloc_obj_type_snprintf(type, sizeof type, object, 0);
    hwloc_bitmap_list_snprintf(cpus, sizeof cpus, object->cpuset);
    put_text(json, "type", type);
    put_value(json, "os_index",
              object->os_index == HWLOC_UNKNOWN_INDEX ? json_null()
                                                      : json_integer(object->os_index));
    put_text(json, "cpus", cpus);
    if (hwloc_obj_type_is_cache(object->type)) {
        put_count(json, "size_bytes", (int64_t)object->attr->cache.size);
        put_count(json, "line_bytes", object->attr->cache.linesize);
        put_count(json, "ways", object->attr->cache.associativity);
    }
    if (object->type == HWLOC_OBJ_NUMANODE)
        put_count(json, "memory_bytes", (int64_t)object->attr->numanode.local_memory);
    if (object->type == HWLOC_OBJ_PU) {
        put_flag(json, "allowed", hwloc_bitmap_isset(topology->allowed, object->os_index));
        put_flag(json, "used", is_used(topology, object));
    }
}

static void put_tree(json_t *json, const struct topology *topology, hwloc_obj_t object)
{
    put_object_facts(json, topology, object);
    json_t *memory = object->memory_arity > 0 ? put_array(json, "memory") : NULL;
    for (hwloc_obj_t o = object->memory_first_child; o; o = o->next_sibling)
        put_object_facts(add_object(memory), topology, o);
    json_t *children = object->arity > 0 ? put_array(json, "children") : NULL;
    for (hwloc_obj_t o = object->first_child; o; o = o->next_sibling)
        put_tree(add_object(children), topology, o);
}

static void put_device(json_t *json, const char *name, const struct target_facts *facts,
                       const struct pci_place *pci)
{
    char place[256], bus[32];
    topology_pci_locality(pci->domain, pci->bus, pci->device, place, sizeof place);
    snprintf(bus, sizeof bus, "%04x:%02x:%02x", (unsigned)pci->domain, (unsigned)pci->bus,
             (unsigned)pci->device);
    put_text(json, "name", name);
    put_facts(json, facts);
    put_text(json, "pci", bus);
    put_text(json, "near", place);
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

int document_topology(const struct topology *topology)
{
    char binding[256];
    json_t *document = document_open();
    topology_binding(topology, binding, sizeof binding);
    put_flag(document, "this_machine", topology->this_system);
    put_text(document, "model", topology_model(topology));
    put_count(document, "cores_used", topology->core_count);
    put_count(document, "numa_nodes", topology_numa_nodes(topology));
    put_text(document, "binding", topology->this_system ? binding : NULL);
    put_tree(put_object(document, "machine"), topology, hwloc_get_root_obj(topology->hwloc));
    json_t *devices = put_array(document, "devices");
    for (int i = 0; target_kinds[i]; i++)
        put_devices(devices, target_kinds[i]);
    return document_print(document);
}
