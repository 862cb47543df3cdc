#include "cpu/placing.h"

#include "cpu/load.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum order { QUIETEST, CLOSE, SPREAD };

/* --bind, read. */
struct binding {
    bool each_thread;
    hwloc_obj_type_t home; /* of a worker: a hardware thread, a NUMA node or a package */
    enum order order;
    bool has_home, has_order;
};

static int refuse_word(const char *bind, char *problem, size_t problem_size)
{
    snprintf(problem, problem_size,
             "option --bind: %.60s: use core, thread, numa or package, and close or spread, such "
             "as core,spread",
             bind);
    return -EINVAL;
}

/* Takes the word's meaning into the binding; false if it has none, or is the second of its sort. */
static bool take_word(const char *word, struct binding *binding)
{
    static const struct {
        const char *word;
        bool each_thread;
        hwloc_obj_type_t home;
    } homes[] = {{"core", false, HWLOC_OBJ_PU},
                 {"thread", true, HWLOC_OBJ_PU},
                 {"numa", false, HWLOC_OBJ_NUMANODE},
                 {"package", false, HWLOC_OBJ_PACKAGE}};
    for (size_t i = 0; i < sizeof homes / sizeof *homes; i++)
        if (strcmp(word, homes[i].word) == 0 && !binding->has_home) {
            binding->each_thread = homes[i].each_thread;
            binding->home = homes[i].home;
            return binding->has_home = true;
        }
    if ((strcmp(word, "close") != 0 && strcmp(word, "spread") != 0) || binding->has_order)
        return false;
    binding->order = word[0] == 'c' ? CLOSE : SPREAD;
    return binding->has_order = true;
}

static int read_bind(const char *bind, struct binding *binding, char *problem, size_t problem_size)
{
    char text[64], *rest = text, *word;
    *binding = (struct binding){.home = HWLOC_OBJ_PU};
    if (!bind)
        return 0;
    if (strlen(bind) >= sizeof text)
        return refuse_word(bind, problem, problem_size);
    strcpy(text, bind); /* NOLINT: its length was looked at */
    while ((word = strsep(&rest, ", ")))
        if (!take_word(word, binding))
            return refuse_word(bind, problem, problem_size);
    return 0;
}

static int keep_cpus(struct topology *topology, const char *cpus, char *problem,
                     size_t problem_size)
{
    hwloc_bitmap_t asked = hwloc_bitmap_alloc();
    int error = asked ? location_read(topology, cpus, asked, problem, problem_size) : -ENOMEM;
    if (!error)
        hwloc_bitmap_and(topology->allowed, topology->allowed, asked);
    hwloc_bitmap_free(asked);
    return error;
}

/* A worker whose machine has no such object may run wherever the process may. */
static void find_homes(struct topology *topology, hwloc_obj_type_t type)
{
    for (int i = 0; i < topology->core_count && type != HWLOC_OBJ_PU; i++) {
        struct core *core = &topology->cores[i];
        hwloc_obj_t home = type == HWLOC_OBJ_NUMANODE
                               ? topology_node_of(topology, core->pu)
                               : hwloc_get_ancestor_obj_by_type(topology->hwloc, type, core->pu);
        core->home = home ? home : hwloc_get_root_obj(topology->hwloc);
    }
}

static void keep_workers(struct topology *topology, int count, enum order order)
{
    const int64_t all = topology->core_count;
    if (count == all)
        return;
    if (order == QUIETEST) {
        load_find_quietest(topology, count);
        return;
    }
    for (int i = 0; i < count && order == SPREAD; i++)
        topology->cores[i] = topology->cores[i * all / count];
    topology->core_count = count;
}

int placing_apply(struct topology *topology, const struct placing *placing, char *problem,
                  size_t problem_size)
{
    struct binding binding;
    int error = read_bind(placing->bind, &binding, problem, problem_size);
    if (!error && placing->cpus)
        error = keep_cpus(topology, placing->cpus, problem, problem_size);
    if (error)
        return error;
    topology_find_cores(topology, binding.each_thread);
    if (placing->cores > topology->core_count) {
        snprintf(problem, problem_size,
                 "option --cores: %lld is more than there are; use at most %d",
                 (long long)placing->cores, topology->core_count);
        return -EINVAL;
    }
    if (placing->cores > 0)
        keep_workers(topology, (int)placing->cores, binding.order);
    find_homes(topology, binding.home);
    topology->spread = binding.order == SPREAD;
    return 0;
}

int placing_check(const struct placing *placing, char *problem, size_t problem_size)
{
    struct binding binding;
    const int error = read_bind(placing->bind, &binding, problem, problem_size);
    return error || !placing->cpus
               ? error
               : location_read(NULL, placing->cpus, NULL, problem, problem_size);
}

const char *placing_option(const struct placing *placing, int number, const char **value)
{
    const char *const options[][2] = {{"cpus", placing->cpus},
                                      {"bind", placing->bind},
                                      {"memory", placing->memory},
                                      {"pages", placing->pages},
                                      {NULL, NULL}};
    *value = options[number][1];
    return options[number][0];
}

void placing_text(const struct placing *placing, char *text, size_t text_size)
{
    size_t used = 0;
    const char *name, *value;
    text[0] = '\0';
    for (int i = 0; (name = placing_option(placing, i, &value)) && used < text_size; i++)
        if (value)
            used += (size_t)snprintf(text + used, text_size - used, "%s%s=%s", used ? " " : "",
                                     name, value);
    if (placing->cores > 0 && used < text_size)
        snprintf(text + used, text_size - used, "%scores=%lld", used ? " " : "",
                 (long long)placing->cores);
}
