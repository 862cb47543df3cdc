/* The machine that recorded results come from, as their rows and `# key: value` lines describe it:
 * targets that points can be planned on wherever a test runs. Their kernels are missing: the number
 * of workers, which a kernel's launch would report, is in the rows. Only one file of a program
 * can include this: it defines what study/plan/module.c does, and answers how many workers a kernel
 * gets. */
#ifndef TESTS_RECORDED_MACHINE_H
#define TESTS_RECORDED_MACHINE_H

#include "plots/data/csv.h"
#include "study/plan/module.h"
#include "study/plan/study.h"
#include "study/plan/targets.h"
#include "tests/assertions.h"

#include <stdlib.h>
#include <string.h>

enum { KERNELS_MAX = 1024, KEY_MAX = 64 };

/* A kernel of the recorded run. */
struct recorded_kernel {
    const char *target; /* in the targets' own memory */
    const struct pattern *pattern;
    int element_bytes;
    int workers; /* the most that it had with one team on each multiprocessor */
};

static struct recorded_machine {
    struct target_list targets;
    struct recorded_kernel kernels[KERNELS_MAX];
    int kernel_count;
    struct recorded_kernel loaded; /* the last one requested; its workers are not filled in */
} machine;

/* In place of those of study/plan/module.c: every pattern has kernels of all sizes. */
const struct kernel_module *module_load(const char *kind, const char *name, char *problem,
                                        size_t problem_size)
{
    static struct kernel_module module = {
        .kernels = {{.element_bytes = 1}, {2, NULL}, {4, NULL}, {8, NULL}, {16, NULL}}};
    (void)problem, (void)problem_size;
    module.lane_threads = strcmp(kind, gpu_target_ops.module_kind) == 0 ? WARP_LANES : 1;
    machine.loaded.pattern = pattern_find(name);
    return &module;
}

const struct kernel *module_kernel(const struct kernel_module *module, int element_bytes)
{
    machine.loaded.element_bytes = element_bytes;
    for (int i = 0; i < ELEMENT_SIZES; i++)
        if (module->kernels[i].element_bytes == element_bytes)
            return &module->kernels[i];
    return NULL;
}

/* No user's own pattern is loaded here. */
void module_add(const char *name, const char *kind, const char *folder)
{
    (void)name, (void)kind, (void)folder;
}

void *module_open(const char *path, char *problem, size_t problem_size)
{
    (void)path, (void)problem, (void)problem_size;
    return NULL;
}

bool module_fits(void *object, const char *path, char *problem, size_t problem_size)
{
    (void)object, (void)path, (void)problem, (void)problem_size;
    return false;
}

static inline struct recorded_kernel *
recorded_kernel(const char *target, const struct pattern *pattern, int element_bytes)
{
    for (int i = 0; i < machine.kernel_count; i++) {
        struct recorded_kernel *k = &machine.kernels[i];
        if (strcmp(k->target, target) == 0 && k->pattern == pattern &&
            k->element_bytes == element_bytes)
            return k;
    }
    return NULL;
}

/* As many workers of a team as were requested, if the kernel leaves room for them. */
static inline int workers_on_gpu(const struct target *target, const struct launch *asked)
{
    const struct launch *own = &target->facts.launch;
    const struct recorded_kernel *kernel =
        recorded_kernel(target->name, machine.loaded.pattern, machine.loaded.element_bytes);
    const int most = kernel ? kernel->workers : own->teams;
    if (asked->teams == 0 && asked->threads == 0)
        return most;
    const int of_team = most / own->teams;
    const int threads = asked->threads > 0 && asked->threads < of_team ? asked->threads : of_team;
    return own->teams * (asked->teams > 0 ? asked->teams : 1) * threads;
}

/* In place of that of study/plan/targets.c, by the linker's --wrap. */
int __wrap_target_workers(struct target *target, kernel_function *kernel,
                          const struct launch *asked);

int __wrap_target_workers(struct target *target, kernel_function *kernel,
                          const struct launch *asked)
{
    const int cores = (int)target->facts.launch.workers;
    (void)kernel;
    if (!target->facts.host_memory)
        return workers_on_gpu(target, asked);
    return asked->threads > 0 && asked->threads < cores ? asked->threads : cores;
}

static inline const char *recorded_value(const struct table *table, const struct target *target,
                                         const char *key)
{
    char name[KEY_MAX];
    snprintf(name, sizeof name, "%s_%s", target->name, key);
    const char *value = table_header_value(table, name);
    return value ? value : "";
}

/* Of `L1 786432 64; L2 33554432 64`, the bytes of that level; 0 if it is missing. */
static inline int64_t bytes_of_level(const char *caches, const char *level)
{
    const size_t length = strlen(level);
    for (const char *at = caches; at; at = strchr(at, ';')) {
        at += strspn(at, "; ");
        if (strncmp(at, level, length) == 0 && at[length] == ' ')
            return strtoll(at + length, NULL, 10);
    }
    return 0;
}

static inline void describe_gpu(const struct table *table, struct target *target)
{
    struct target_facts *facts = &target->facts;
    const char *all = recorded_value(table, target, "caches");
    for (const char *at = recorded_value(table, target, "caches_of_one"); at && *at;
         at = strchr(at, ';')) {
        struct cache_level *level = &facts->caches[facts->cache_levels++];
        long long bytes;
        at += strspn(at, "; ");
        assert_int_equal(sscanf(at, "%7s %lld %d", level->name, &bytes, &level->line_bytes), 3);
        level->one_bytes = bytes;
        level->size_bytes = bytes_of_level(all, level->name);
        level->ways = -1; /* no result says how many a GPU has */
    }
    facts->launch = (struct launch){.teams = facts->multiprocessors};
    if (facts->cache_levels > 1)
        facts->team_l1_bytes = facts->caches[0].one_bytes;
}

/* A target of the recorded run: `name` as its rows have it. The CPU is that of HWLOC_XMLFILE. */
static inline void describe_target(const struct table *table, const char *name)
{
    int number;
    char problem[TEXT_MAX];
    struct target_facts alike = {.cache_levels = 0};
    struct target *target = &machine.targets.targets[machine.targets.count];
    struct target_facts *facts = &target->facts;
    machine.targets.count++;
    target->ops = target_kind(name, &number);
    assert_non_null(target->ops);
    snprintf(target->name, sizeof target->name, "%s", name);
    assert_int_equal(target->ops->outline(&alike, problem, sizeof problem), 0);
    if (alike.host_memory)
        *facts = alike;
    snprintf(facts->detail, sizeof facts->detail, "%s", recorded_value(table, target, "detail"));
    facts->multiprocessors = (int)strtol(facts->detail, NULL, 10); /* "16 cores in use, ..." */
    assert_true(facts->multiprocessors > 0);
    facts->memory_bytes = strtoll(recorded_value(table, target, "memory_bytes"), NULL, 10);
    facts->elsewhere = false;
    if (!facts->host_memory)
        describe_gpu(table, target);
    assert_true(facts->cache_levels > 0);
    target->host_nodes = 1;
}

static inline struct target *recorded_target(const char *name)
{
    for (int i = 0; i < machine.targets.count; i++)
        if (strcmp(machine.targets.targets[i].name, name) == 0)
            return &machine.targets.targets[i];
    return NULL;
}

static inline const char *recorded_cell(struct table *table, const char *column)
{
    const int number = table_needed_column(table, column);
    assert_true(number >= 0);
    return table->cells[number];
}

/* What a row says of its kernel and of its target's launches. */
static inline void take_row(struct table *table)
{
    struct target *target = recorded_target(recorded_cell(table, "target"));
    const struct pattern *pattern = pattern_find(recorded_cell(table, "pattern"));
    const int element_bytes = (int)strtol(recorded_cell(table, "element_bytes"), NULL, 10);
    const int workers = (int)strtol(recorded_cell(table, "workers"), NULL, 10);
    const int value = (int)strtol(recorded_cell(table, "value"), NULL, 10);
    const char *parameter = recorded_cell(table, "parameter");
    if (!target) {
        fail_msg("line %d: no target of the run", table->line);
        return;
    }
    struct recorded_kernel *kernel = recorded_kernel(target->name, pattern, element_bytes);
    if (!kernel) {
        assert_true(machine.kernel_count < KERNELS_MAX);
        kernel = &machine.kernels[machine.kernel_count++];
        *kernel = (struct recorded_kernel){target->name, pattern, element_bytes, 0};
    }
    if (strcmp(parameter, "threads") == 0 && value > target->facts.launch.threads)
        target->facts.launch.threads = value; /* the sweep ends with all there may be */
    if (strcmp(parameter, "teams") != 0 && workers > kernel->workers)
        kernel->workers = workers;
}

/* Half of the host's memory is said to be free, and most of a device's: as it was, or no point was
 * made smaller for want of it. */
static inline void share_memory(void)
{
    const struct target *host = recorded_target(cpu_target_ops.name);
    for (int i = 0; i < machine.targets.count; i++) {
        struct target *target = &machine.targets.targets[i];
        target->host_room_bytes = (host ? host : target)->facts.memory_bytes / 5 * 2;
        target->room_bytes = target->facts.host_memory ? target->host_room_bytes
                                                       : target->facts.memory_bytes / 5 * 4;
    }
}

/* Makes the targets that `on` names ("cpu,gpu0") of a results folder. */
static inline void recorded_machine_read(const char *folder, const char *on)
{
    char problem[PATH_MAX + 256], names[KEY_MAX], *rest = names, *name;
    struct table table;
    int more;
    if (table_open(&table, folder, "results.csv", problem, sizeof problem))
        fail_msg("%s", problem);
    snprintf(problem, sizeof problem, "%s/topology.xml", folder);
    setenv("HWLOC_XMLFILE", problem, 1);
    snprintf(names, sizeof names, "%s", on);
    while ((name = strsep(&rest, ",")))
        describe_target(&table, name);
    while ((more = table_next(&table)) == 1)
        take_row(&table);
    assert_int_equal(more, 0);
    table_close(&table);
    share_memory();
}

#endif
