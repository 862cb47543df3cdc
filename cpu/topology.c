#include "cpu/topology.h"

#include "cpu/early.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int fail(int error, const char *what, char *problem, size_t problem_size)
{
    snprintf(problem, problem_size, "hwloc: %s", what);
    return error;
}

/* The threads that the process was given, regardless of libgomp's binding since. */
static void find_given(const struct topology *topology, const char *cpus, hwloc_bitmap_t given)
{
    if (cpus)
        hwloc_bitmap_list_sscanf(given, cpus);
    else if (!topology->this_system ||
             (!early_cpus(given) &&
              hwloc_get_cpubind(topology->hwloc, given, HWLOC_CPUBIND_PROCESS) != 0))
        hwloc_bitmap_fill(given);
}

static int find_allowed(struct topology *topology, const char *cpus)
{
    hwloc_bitmap_t given = hwloc_bitmap_alloc();
    topology->allowed = hwloc_bitmap_dup(hwloc_topology_get_allowed_cpuset(topology->hwloc));
    if (given && topology->allowed) {
        find_given(topology, cpus, given);
        hwloc_bitmap_and(topology->allowed, topology->allowed, given);
    }
    const bool found = given && topology->allowed;
    hwloc_bitmap_free(given);
    return found ? 0 : -ENOMEM;
}

hwloc_obj_t topology_node_of(const struct topology *topology, hwloc_obj_t pu)
{
    hwloc_obj_t node = NULL, best = NULL;
    while ((node = hwloc_get_next_obj_by_type(topology->hwloc, HWLOC_OBJ_NUMANODE, node)))
        if (hwloc_bitmap_isset(node->cpuset, pu->os_index) &&
            (!best || hwloc_bitmap_weight(node->cpuset) < hwloc_bitmap_weight(best->cpuset) ||
             (hwloc_bitmap_isequal(node->cpuset, best->cpuset) && node->os_index < best->os_index)))
            best = node;
    return best;
}

/* Two hardware threads of a core share its load and store units, so only one per core is
 * measured. */
static bool first_of_its_core(const struct topology *topology, hwloc_obj_t pu)
{
    hwloc_obj_t core = hwloc_get_ancestor_obj_by_type(topology->hwloc, HWLOC_OBJ_CORE, pu);
    if (!core)
        return true;
    int first = hwloc_bitmap_first(core->cpuset);
    while (first >= 0 && !hwloc_bitmap_isset(topology->allowed, (unsigned)first))
        first = hwloc_bitmap_next(core->cpuset, first);
    return first == (int)pu->os_index;
}

void topology_find_cores(struct topology *topology, bool each_thread)
{
    hwloc_obj_t pu = NULL;
    topology->core_count = 0;
    topology->each_thread = each_thread;
    while ((pu = hwloc_get_next_obj_by_type(topology->hwloc, HWLOC_OBJ_PU, pu))) {
        if (!hwloc_bitmap_isset(topology->allowed, pu->os_index) ||
            (!each_thread && !first_of_its_core(topology, pu)) || topology->core_count == CORES_MAX)
            continue;
        hwloc_obj_t node = topology_node_of(topology, pu);
        topology->cores[topology->core_count++] =
            (struct core){.pu = pu,
                          .os_index = (int)pu->os_index,
                          .numa_node = node ? (int)node->os_index : -1,
                          .home = pu};
    }
}

static int find_cores(struct topology *topology)
{
    int pus = hwloc_get_nbobjs_by_type(topology->hwloc, HWLOC_OBJ_PU);
    topology->cores = calloc(pus > 0 ? (size_t)pus : 1, sizeof *topology->cores);
    if (!topology->cores)
        return -ENOMEM;
    topology_find_cores(topology, false);
    return topology->core_count > 0 ? 0 : -ENODEV;
}

static const char *variable(const char *name)
{
    const char *value = getenv(name);
    return value && *value ? value : NULL;
}

/* hwloc itself silently falls back to this machine if it cannot read a description, and aborts if
 * it is given two. */
static int load_described(hwloc_topology_t hwloc, char *problem, size_t problem_size)
{
    const char *synthetic = variable("HWLOC_SYNTHETIC"), *file = variable("HWLOC_XMLFILE");
    struct stat facts;
    if (synthetic && file) {
        snprintf(problem, problem_size,
                 "HWLOC_SYNTHETIC and HWLOC_XMLFILE both describe a machine; unset one of them");
        return -EINVAL;
    }
    /* of a FIFO or a device, hwloc would read without an end */
    if (file && strcmp(file, "-") != 0 && stat(file, &facts) == 0 && !S_ISREG(facts.st_mode)) {
        snprintf(problem, problem_size,
                 "HWLOC_XMLFILE=%.120s: is no regular file; correct or unset it", file);
        return -EINVAL;
    }
    if ((synthetic && hwloc_topology_set_synthetic(hwloc, synthetic) != 0) ||
        (file && (hwloc_topology_set_xml(hwloc, file) != 0)) || hwloc_topology_load(hwloc) != 0) {
        if (!synthetic && !file)
            return fail(-ENODEV, "the machine's topology cannot be read", problem, problem_size);
        snprintf(problem, problem_size,
                 "%s=%.120s: hwloc cannot read a topology from that; correct or unset it",
                 synthetic ? "HWLOC_SYNTHETIC" : "HWLOC_XMLFILE", synthetic ? synthetic : file);
        return -EINVAL;
    }
    return 0;
}

int topology_open(struct topology *topology, const char *cpus, char *problem, size_t problem_size)
{
    *topology = (struct topology){0};
    if (hwloc_topology_init(&topology->hwloc) != 0)
        return fail(-ENOMEM, "no memory", problem, problem_size);
    int error = load_described(topology->hwloc, problem, problem_size);
    if (error) {
        hwloc_topology_destroy(topology->hwloc);
        return error;
    }
    topology->this_system = hwloc_topology_is_thissystem(topology->hwloc);
    error = find_allowed(topology, cpus);
    if (!error)
        error = find_cores(topology);
    if (error) {
        topology_close(topology);
        return fail(error,
                    error == -ENOMEM ? "no memory" : "the process may use no core of this machine",
                    problem, problem_size);
    }
    return 0;
}

void topology_close(struct topology *topology)
{
    free(topology->cores);
    hwloc_bitmap_free(topology->allowed);
    hwloc_topology_destroy(topology->hwloc);
    *topology = (struct topology){0};
}

/* The cache of that level above a hardware thread, or NULL. */
static hwloc_obj_t cache_above(hwloc_obj_t pu, unsigned level)
{
    for (hwloc_obj_t o = pu->parent; o; o = o->parent)
        if (hwloc_obj_type_is_dcache(o->type) && o->attr->cache.depth == level)
            return o;
    return NULL;
}

static bool seen_before(const struct topology *topology, int core, unsigned level,
                        hwloc_obj_t cache)
{
    for (int i = 0; i < core; i++)
        if (cache_above(topology->cores[i].pu, level) == cache)
            return true;
    return false;
}

static const char *info(const struct topology *topology, const char *name)
{
    hwloc_obj_t package = hwloc_get_obj_by_type(topology->hwloc, HWLOC_OBJ_PACKAGE, 0);
    const char *value = package ? hwloc_obj_get_info_by_name(package, name) : NULL;
    return value ? value : hwloc_obj_get_info_by_name(hwloc_get_root_obj(topology->hwloc), name);
}

/* The largest L3 of an AMD core complex: 32 MiB, or 96 with stacked cache. Processors with stacked
 * cache have up to 144 MiB in all (desktops), or 768 and more (servers). */
static int64_t complex_l3_most(int64_t processor_bytes)
{
    const int64_t mib = processor_bytes >> 20;
    return (int64_t)(mib > 144 && mib <= 512 ? 32 : 96) << 20;
}

/* The cache's size as hwloc has it, except where that cannot be: CPUID's leaf 8000_0006h has the L3
 * of an AMD processor, 8000_001Dh that of a core complex and its ways. Where a virtual machine
 * hides the latter, hwloc takes the processor's L3 as each core's, without ways. */
static int64_t cache_bytes(const struct topology *topology, hwloc_obj_t cache)
{
    const int64_t reported = (int64_t)cache->attr->cache.size, most = complex_l3_most(reported);
    const char *vendor = info(topology, "CPUVendor");
    const bool is_of_processor = cache->type == HWLOC_OBJ_L3CACHE &&
                                 cache->attr->cache.associativity == 0 && vendor &&
                                 strcmp(vendor, "AuthenticAMD") == 0;
    return is_of_processor && reported > most ? most : reported;
}

/* hwloc uses -1 for fully associative and 0 for unknown; cache_level has it the other way round. */
static int ways_of(hwloc_obj_t cache)
{
    int ways = cache->attr->cache.associativity;
    return ways == -1 ? 0 : ways == 0 ? -1 : ways;
}

static struct cache_level level_of(const struct topology *topology, int core_count, unsigned level)
{
    struct cache_level sum = {.size_bytes = 0};
    for (int i = 0; i < core_count; i++) {
        hwloc_obj_t cache = cache_above(topology->cores[i].pu, level);
        if (!cache || seen_before(topology, i, level, cache))
            continue;
        sum.one_bytes = cache_bytes(topology, cache);
        sum.size_bytes += sum.one_bytes;
        sum.line_bytes = (int)cache->attr->cache.linesize;
        sum.ways = ways_of(cache);
    }
    snprintf(sum.name, sizeof sum.name, "L%u", level % 10);
    return sum;
}

int topology_caches(const struct topology *topology, int core_count,
                    struct cache_level caches[CACHE_LEVELS_MAX])
{
    int count = 0;
    for (unsigned level = 1; level <= 5 && count < CACHE_LEVELS_MAX; level++) {
        struct cache_level sum = level_of(topology, core_count, level);
        if (sum.size_bytes > 0)
            caches[count++] = sum;
    }
    return count;
}

int topology_numa_nodes(const struct topology *topology)
{
    int count = 0;
    hwloc_obj_t node = NULL;
    while ((node = hwloc_get_next_obj_by_type(topology->hwloc, HWLOC_OBJ_NUMANODE, node)))
        count += hwloc_bitmap_intersects(node->cpuset, topology->allowed);
    return count;
}

void topology_model(const struct topology *topology, char *text, size_t text_size)
{
    const char *model = info(topology, "CPUModel");
    snprintf(text, text_size, "%s", model ? model : "");
    for (size_t end = strlen(text); end > 0 && text[end - 1] == ' '; end--)
        text[end - 1] = '\0';
}

bool topology_is_home(const struct topology *topology, const struct core *core, int cpu)
{
    return cpu >= 0 && hwloc_bitmap_isset(core->home->cpuset, (unsigned)cpu) &&
           hwloc_bitmap_isset(topology->allowed, (unsigned)cpu);
}

bool topology_bind(const struct topology *topology, const struct core *core)
{
    hwloc_bitmap_t home = hwloc_bitmap_alloc();
    const bool bound = home && topology->this_system &&
                       hwloc_bitmap_and(home, core->home->cpuset, topology->allowed) == 0 &&
                       hwloc_set_cpubind(topology->hwloc, home, HWLOC_CPUBIND_THREAD) == 0;
    hwloc_bitmap_free(home);
    return bound;
}

bool topology_is_bound(const struct topology *topology, const struct core *core)
{
    hwloc_bitmap_t now = hwloc_bitmap_alloc(), home = hwloc_bitmap_alloc();
    const bool bound = now && home &&
                       hwloc_get_cpubind(topology->hwloc, now, HWLOC_CPUBIND_THREAD) == 0 &&
                       hwloc_bitmap_and(home, core->home->cpuset, topology->allowed) == 0 &&
                       hwloc_bitmap_isequal(now, home);
    hwloc_bitmap_free(now);
    hwloc_bitmap_free(home);
    return bound;
}

void topology_binding(const struct topology *topology, char *text, size_t text_size)
{
    char cpus[128];
    hwloc_bitmap_list_snprintf(cpus, sizeof cpus, topology->allowed);
    snprintf(text, text_size, "by hwloc, over all CPUs that the process was given: %s", cpus);
}

static void print_l3(const struct topology *topology, FILE *out)
{
    hwloc_obj_t cache = topology->core_count ? cache_above(topology->cores[0].pu, 3) : NULL;
    const int64_t bytes = cache ? cache_bytes(topology, cache) : 0;
    if (cache && bytes < (int64_t)cache->attr->cache.size)
        fprintf(out,
                "hwloc reports an L3 of %llu MiB for a core, which is the whole processor's; "
                "%lld MiB are used, the\nmost that a core of such a processor has\n",
                (unsigned long long)cache->attr->cache.size >> 20, (long long)bytes >> 20);
}

void topology_print_use(const struct topology *topology, FILE *out)
{
    char text[256];
    print_l3(topology, out);
    fprintf(out, "%d core%s used, one hardware thread each\n", topology->core_count,
            topology->core_count == 1 ? "" : "s");
    if (!topology->this_system)
        return;
    topology_binding(topology, text, sizeof text);
    fprintf(out, "bound %s", text);
    early_binding_asked(text, sizeof text);
    fprintf(out, "%s%s%s\n", text[0] ? "; " : "", text, text[0] ? " is ignored" : "");
}

/* Hardware threads that the process may not use are shown, too. Graphics libraries are left out:
 * they report nothing beyond PCI, and some take seconds to start. */
static void include_all(hwloc_topology_t hwloc)
{
    static const char *const slow[] = {"cuda", "nvml", "opencl", "gl", "rsmi", "levelzero"};
    hwloc_topology_set_flags(hwloc, HWLOC_TOPOLOGY_FLAG_INCLUDE_DISALLOWED);
    hwloc_topology_set_type_filter(hwloc, HWLOC_OBJ_PCI_DEVICE, HWLOC_TYPE_FILTER_KEEP_IMPORTANT);
    hwloc_topology_set_type_filter(hwloc, HWLOC_OBJ_MISC, HWLOC_TYPE_FILTER_KEEP_ALL);
    for (size_t i = 0; i < sizeof slow / sizeof *slow; i++)
        hwloc_topology_set_components(hwloc, HWLOC_TOPOLOGY_COMPONENTS_FLAG_BLACKLIST, slow[i]);
}

/* Adds a device to the package, group or machine that it is plugged into. */
static void add_device(hwloc_topology_t hwloc, struct topology_device *device)
{
    const struct pci_place *at = &device->place;
    hwloc_obj_t pci = hwloc_get_pcidev_by_busid(hwloc, (unsigned)at->domain, (unsigned)at->bus,
                                                (unsigned)at->device, 0);
    hwloc_obj_t near = pci ? hwloc_get_non_io_ancestor_obj(hwloc, pci) : hwloc_get_root_obj(hwloc);
    hwloc_topology_insert_misc_object(hwloc, near, device->label);
    device->node = hwloc_bitmap_weight(near->nodeset) == 1 ? hwloc_bitmap_first(near->nodeset) : -1;
}

/* Linux counts a node's memory once, at its start; a virtual machine may get more of it later. A
 * single node has all memory. */
static void correct_memory(hwloc_topology_t hwloc)
{
    const long pages = sysconf(_SC_PHYS_PAGES), page_bytes = sysconf(_SC_PAGESIZE);
    hwloc_obj_t node = hwloc_get_obj_by_type(hwloc, HWLOC_OBJ_NUMANODE, 0);
    if (hwloc_get_nbobjs_by_type(hwloc, HWLOC_OBJ_NUMANODE) == 1 && pages > 0 && page_bytes > 0)
        node->attr->numanode.local_memory = (hwloc_uint64_t)pages * (hwloc_uint64_t)page_bytes;
}

static char *export_xml(hwloc_topology_t hwloc)
{
    char *buffer;
    int size;
    if (hwloc_topology_export_xmlbuffer(hwloc, &buffer, &size, 0) != 0)
        return NULL;
    char *text = strndup(buffer, (size_t)size);
    hwloc_free_xmlbuffer(hwloc, buffer);
    return text;
}

char *topology_xml(struct topology_device *devices, int count, char *problem, size_t problem_size)
{
    hwloc_topology_t hwloc;
    char *text = NULL;
    if (hwloc_topology_init(&hwloc) != 0) {
        fail(-ENOMEM, "no memory", problem, problem_size);
        return NULL;
    }
    include_all(hwloc);
    if (load_described(hwloc, problem, problem_size) == 0) {
        const bool this_system = hwloc_topology_is_thissystem(hwloc);
        for (int i = 0; this_system && i < count; i++)
            add_device(hwloc, &devices[i]);
        if (this_system)
            correct_memory(hwloc);
        text = export_xml(hwloc);
        if (!text)
            fail(-ENOMEM, "the topology cannot be written as XML", problem, problem_size);
    }
    hwloc_topology_destroy(hwloc);
    return text;
}
