#include "cpu/inventory.h"
#include "cpu/topology.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum { GPUS_MAX = 64, INDEX_TEXT_MAX = 256, ALIKE_LEAST = 3 };

/* A GPU and the object that it is plugged in at. */
struct plugged {
    hwloc_obj_t at;
    json_t *part;
};

struct survey {
    struct topology topology;
    struct plugged gpus[GPUS_MAX];
    int gpu_count;
};

static json_t *new_part(const char *is)
{
    json_t *part = json_object();
    json_object_set_new(part, "is", json_string(is));
    return part;
}

/* What hwloc or a driver says may be no UTF-8, which JSON is. */
static void set_text(json_t *part, const char *key, const char *text)
{
    char plain[TEXT_MAX];
    snprintf(plain, sizeof plain, "%s", text);
    for (char *c = plain; *c; c++)
        if (*c < ' ' || *c > '~')
            *c = '?';
    if (plain[0])
        json_object_set_new(part, key, json_string(plain));
}

static void set_bytes(json_t *part, int64_t bytes)
{
    if (bytes > 0)
        json_object_set_new(part, "bytes", json_integer(bytes));
}

static void set_index(json_t *part, hwloc_const_bitmap_t index)
{
    char text[INDEX_TEXT_MAX];
    hwloc_bitmap_list_snprintf(text, sizeof text, index);
    set_text(part, "index", text);
}

static void set_number(json_t *part, unsigned number)
{
    char text[16];
    snprintf(text, sizeof text, "%u", number);
    if (number != HWLOC_UNKNOWN_INDEX)
        set_text(part, "index", text);
}

static void set_parts(json_t *part, json_t *parts)
{
    if (json_array_size(parts) > 0)
        json_object_set(part, "parts", parts);
    json_decref(parts);
}

static void drop_index(json_t *part)
{
    json_t *parts = json_object_get(part, "parts");
    json_object_del(part, "index");
    for (size_t i = 0; i < json_array_size(parts); i++)
        drop_index(json_array_get(parts, i));
}

/* What a part is but for its index, as a text that the caller frees; NULL: no memory. */
static char *shape_of(const json_t *part)
{
    json_t *copy = json_deep_copy(part);
    if (copy)
        drop_index(copy);
    char *shape = copy ? json_dumps(copy, JSON_COMPACT | JSON_SORT_KEYS) : NULL;
    json_decref(copy);
    return shape;
}

/* What the index of a part stands at: a cache has none, but the only core in it does. */
static json_t *numbered(json_t *part)
{
    json_t *parts = json_object_get(part, "parts");
    const bool passes_on = !json_object_get(part, "index") && json_array_size(parts) == 1 &&
                           !json_object_get(json_array_get(parts, 0), "count");
    return passes_on ? numbered(json_array_get(parts, 0)) : part;
}

static void add_index(hwloc_bitmap_t sum, json_t *part)
{
    hwloc_bitmap_t one = hwloc_bitmap_alloc();
    const char *index = json_string_value(json_object_get(numbered(part), "index"));
    if (sum && one && index && hwloc_bitmap_list_sscanf(one, index) == 0)
        hwloc_bitmap_or(sum, sum, one);
    hwloc_bitmap_free(one);
}

/* One part for all that have the shape of the first; those shapes are taken away. */
static json_t *merged(const json_t *parts, char **shapes, size_t first, int count)
{
    json_t *one = json_deep_copy(json_array_get(parts, first)), *carrier = numbered(one);
    hwloc_bitmap_t index = hwloc_bitmap_alloc();
    for (size_t i = json_array_size(parts); i-- > first;)
        if (shapes[i] && strcmp(shapes[i], shapes[first]) == 0) {
            add_index(index, json_array_get(parts, i));
            if (i > first) {
                free(shapes[i]);
                shapes[i] = NULL;
            }
        }
    drop_index(one);
    if (index && !hwloc_bitmap_iszero(index))
        set_index(carrier, index);
    json_object_set_new(one, "count", json_integer(count));
    hwloc_bitmap_free(index);
    return one;
}

static int count_alike(char *const *shapes, size_t first, size_t size)
{
    int count = 0;
    for (size_t i = first; i < size; i++)
        count += shapes[i] && strcmp(shapes[i], shapes[first]) == 0;
    return count;
}

static void free_shapes(char **shapes, size_t size)
{
    for (size_t i = 0; i < size && shapes; i++)
        free(shapes[i]);
    free(shapes);
}

/* One for each part; NULL where there is no memory. */
static char **shapes_of(const json_t *parts)
{
    const size_t size = json_array_size(parts);
    char **shapes = calloc(size + 1, sizeof *shapes);
    for (size_t i = 0; i < size && shapes; i++) {
        shapes[i] = shape_of(json_array_get(parts, i));
        if (!shapes[i]) {
            free_shapes(shapes, size);
            return NULL;
        }
    }
    return shapes;
}

/* Takes the parts, and returns them with those that are alike written once. */
static json_t *merge(json_t *parts)
{
    const size_t size = json_array_size(parts);
    char **shapes = shapes_of(parts);
    if (!shapes)
        return parts;
    json_t *result = json_array();
    for (size_t i = 0; i < size; i++) {
        if (!shapes[i])
            continue;
        const int count = count_alike(shapes, i, size);
        if (count >= ALIKE_LEAST)
            json_array_append_new(result, merged(parts, shapes, i, count));
        else
            json_array_append(result, json_array_get(parts, i));
    }
    free_shapes(shapes, size);
    json_decref(parts);
    return result;
}

static json_t *new_cache(const char *name, int64_t bytes)
{
    json_t *part = new_part("cache");
    set_text(part, "name", name);
    set_bytes(part, bytes);
    return part;
}

/* What a multiprocessor has alone is in it, what all of them share beside them. */
static json_t *gpu_parts(const struct target_facts *facts)
{
    json_t *all = json_array(), *own = json_array();
    for (int i = facts->cache_levels; i-- > 0;) {
        const struct cache_level *cache = &facts->caches[i];
        json_array_append_new(
            cache->size_bytes ? all : own,
            new_cache(cache->name, cache->size_bytes ? cache->size_bytes : cache->one_bytes));
    }
    json_t *multiprocessor = new_part("multiprocessor");
    set_parts(multiprocessor, own);
    if (facts->multiprocessors > 1)
        json_object_set_new(multiprocessor, "count", json_integer(facts->multiprocessors));
    if (facts->multiprocessors > 0)
        json_array_append(all, multiprocessor);
    json_decref(multiprocessor);
    return all;
}

static json_t *known_gpu(const struct inventory_gpu *gpu)
{
    json_t *part = new_part("gpu");
    set_text(part, "name", gpu->facts.title);
    set_text(part, "target", gpu->target);
    set_number(part, (unsigned)gpu->number);
    set_bytes(part, gpu->facts.memory_bytes);
    set_parts(part, gpu_parts(&gpu->facts));
    return part;
}

/* Display controllers of those who make GPUs that compute; a server's console is none. */
static bool is_gpu(hwloc_obj_t device)
{
    const struct hwloc_pcidev_attr_s *pci = &device->attr->pcidev;
    return pci->class_id >> 8 == 0x03 && (pci->vendor_id == 0x10de || pci->vendor_id == 0x1002);
}

static json_t *unknown_gpu(hwloc_obj_t device)
{
    json_t *part = new_part("gpu");
    const char *name = hwloc_obj_get_info_by_name(device, "PCIDevice");
    const char *vendor = device->attr->pcidev.vendor_id == 0x10de ? "NVIDIA" : "AMD";
    set_text(part, "name", name ? name : vendor);
    set_text(part, "use", "not used");
    return part;
}

static void plug_in(struct survey *survey, hwloc_obj_t device, json_t *part)
{
    hwloc_obj_t root = hwloc_get_root_obj(survey->topology.hwloc);
    hwloc_obj_t at = device ? hwloc_get_non_io_ancestor_obj(survey->topology.hwloc, device) : NULL;
    if (survey->gpu_count < GPUS_MAX)
        survey->gpus[survey->gpu_count++] = (struct plugged){at ? at : root, part};
    else
        json_decref(part);
}

static hwloc_obj_t device_of(const struct survey *survey, const struct inventory_gpu *gpu)
{
    return hwloc_get_pcidev_by_busid(survey->topology.hwloc, (unsigned)gpu->place.domain,
                                     (unsigned)gpu->place.bus, (unsigned)gpu->place.device, 0);
}

static bool is_known(const struct survey *survey, hwloc_obj_t device,
                     const struct inventory_gpu *gpus, int gpu_count)
{
    for (int i = 0; i < gpu_count; i++)
        if (device_of(survey, &gpus[i]) == device)
            return true;
    return false;
}

static void find_gpus(struct survey *survey, const struct inventory_gpu *gpus, int gpu_count)
{
    hwloc_obj_t device = NULL;
    if (!survey->topology.this_system)
        gpu_count = 0;
    for (int i = 0; i < gpu_count; i++)
        plug_in(survey, device_of(survey, &gpus[i]), known_gpu(&gpus[i]));
    while ((device = hwloc_get_next_pcidev(survey->topology.hwloc, device)))
        if (is_gpu(device) && !is_known(survey, device, gpus, gpu_count))
            plug_in(survey, device, unknown_gpu(device));
}

static json_t *new_core(const struct survey *survey, hwloc_obj_t object)
{
    json_t *part = new_part("core");
    set_index(part, object->cpuset);
    if (!hwloc_bitmap_intersects(object->cpuset, survey->topology.allowed))
        set_text(part, "use", "not allowed");
    return part;
}

static json_t *new_node(const struct survey *survey, hwloc_obj_t object)
{
    json_t *part = new_part("node");
    set_number(part, object->os_index);
    set_bytes(part, (int64_t)object->attr->numanode.local_memory);
    if (!hwloc_bitmap_isset(hwloc_topology_get_allowed_nodeset(survey->topology.hwloc),
                            object->os_index))
        set_text(part, "use", "not allowed");
    return part;
}

static json_t *new_holder(const char *is, hwloc_obj_t object)
{
    json_t *part = new_part(is);
    set_number(part, object->os_index);
    return part;
}

/* NULL for what is not drawn itself, but what is in it. */
static json_t *part_of(const struct survey *survey, hwloc_obj_t object)
{
    char name[16];
    if (hwloc_obj_type_is_dcache(object->type)) {
        snprintf(name, sizeof name, "L%u", object->attr->cache.depth);
        return new_cache(name, (int64_t)object->attr->cache.size);
    }
    switch (object->type) {
    case HWLOC_OBJ_PACKAGE:
        return new_holder("package", object);
    case HWLOC_OBJ_DIE:
        return new_holder("die", object);
    case HWLOC_OBJ_GROUP:
        return object->memory_first_child ? new_holder("group", object) : NULL;
    case HWLOC_OBJ_NUMANODE:
        return new_node(survey, object);
    case HWLOC_OBJ_CORE:
    case HWLOC_OBJ_PU: /* of a core that hwloc does not know */
        return new_core(survey, object);
    default:
        return NULL;
    }
}

static void add_below(const struct survey *survey, hwloc_obj_t object, json_t *parts);

static void add(const struct survey *survey, hwloc_obj_t object, json_t *parts)
{
    json_t *part = part_of(survey, object), *below = json_array();
    if (!part) {
        json_decref(below);
        add_below(survey, object, parts);
        return;
    }
    add_below(survey, object, below);
    set_parts(part, merge(below));
    json_array_append_new(parts, part);
}

static void add_below(const struct survey *survey, hwloc_obj_t object, json_t *parts)
{
    for (hwloc_obj_t o = object->memory_first_child; o; o = o->next_sibling)
        add(survey, o, parts);
    for (hwloc_obj_t o = object->first_child; o; o = o->next_sibling)
        if (object->type != HWLOC_OBJ_CORE) /* whose hardware threads are its index */
            add(survey, o, parts);
    for (int i = 0; i < survey->gpu_count; i++)
        if (survey->gpus[i].at == object)
            json_array_append(parts, survey->gpus[i].part);
}

static char *write_machine(const struct survey *survey)
{
    json_t *machine = new_part("machine"), *parts = json_array();
    set_text(machine, "name", topology_model(&survey->topology));
    add_below(survey, hwloc_get_root_obj(survey->topology.hwloc), parts);
    set_parts(machine, merge(parts));
    char *text = json_dumps(machine, JSON_COMPACT);
    json_decref(machine);
    return text;
}

char *inventory_text(const char *cpus, const struct inventory_gpu *gpus, int gpu_count,
                     char *problem, size_t problem_size)
{
    struct survey survey = {.gpu_count = 0};
    if (topology_open_whole(&survey.topology, cpus, problem, problem_size))
        return NULL;
    find_gpus(&survey, gpus, gpu_count);
    char *text = write_machine(&survey);
    if (!text)
        snprintf(problem, problem_size, "no memory");
    for (int i = 0; i < survey.gpu_count; i++)
        json_decref(survey.gpus[i].part);
    topology_close(&survey.topology);
    return text;
}
