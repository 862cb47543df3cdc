#include "study/plan/course.h"

#include <stdlib.h>

enum { SMALLEST_FOOTPRINT = 8192, FOOTPRINTS_MAX = 64 };

/* State of finding the values of one sweep. */
struct values {
    const struct sweep *sweep;
    const struct sweep_ground *ground;
    struct sweep_value *list;
    int count;
};

static void add_value(struct values *values, int64_t value, int element_bytes, int64_t accesses)
{
    if (values->count < SWEEP_VALUES_MAX)
        values->list[values->count++] = (struct sweep_value){
            .value = value, .element_bytes = element_bytes, .accesses = accesses};
}

/* Adds a value with a pass as large as the study's copy. */
static void add_equal(struct values *values, int64_t value)
{
    add_value(values, value, values->ground->element_bytes, values->ground->accesses);
}

/* Adds a footprint of two arrays. */
static void add_footprint(struct values *values, int64_t bytes)
{
    const int element_bytes = values->ground->element_bytes;
    add_value(values, bytes, element_bytes, bytes / 2 / element_bytes);
}

/* All have the same footprint, so larger elements are fewer. */
static void add_element(struct values *values, int64_t bytes)
{
    const struct sweep_ground *ground = values->ground;
    add_value(values, bytes, (int)bytes, ground->accesses * ground->element_bytes / bytes);
}

/* Adds the listed values below `end`. */
static void add_each(struct values *values, int64_t end,
                     void (*add)(struct values *values, int64_t value))
{
    const char *text = values->ground->quick ? values->sweep->quick : values->sweep->full;
    char *rest;
    for (long long value = strtoll(text, &rest, 10); rest != text && value < end;
         value = strtoll(text = rest, &rest, 10))
        add(values, value);
}

static void add_listed(struct values *values)
{
    add_each(values, INT64_MAX, add_equal);
}

static void add_listed_elements(struct values *values)
{
    add_each(values, INT64_MAX, add_element);
}

static void add_listed_footprints(struct values *values)
{
    add_each(values, INT64_MAX, add_footprint);
}

static void add_nodes(struct values *values)
{
    const struct target *target = values->ground->target;
    for (int node = 0; node < NODES_MAX; node++)
        if (target->ops->side != SIDE_NONE && target->host_nodes >> node & 1)
            add_equal(values, node);
}

int64_t next_paired(int64_t core, int64_t cores, bool quick)
{
    const int64_t groups = (quick ? PAIRED_QUICK : PAIRED_CORES) / PAIRED_GROUP;
    for (core++; core < cores; core++) {
        const int64_t group = core * groups / cores; /* it begins at the first core of its share */
        const int64_t begin = (group * cores + groups - 1) / groups;
        if (cores <= groups * PAIRED_GROUP || core < begin + PAIRED_GROUP)
            return core;
    }
    return -1;
}

static void add_pairs(struct values *values)
{
    const struct sweep_ground *ground = values->ground;
    const int64_t cores = ground->target->facts.launch.workers;
    for (int64_t core = ground->first; (core = next_paired(core, cores, ground->quick)) >= 0;)
        add_equal(values, core);
}

static void add_teams(struct values *values)
{
    if (values->ground->target->ops->side != SIDE_CPU)
        add_listed(values);
}

static void add_workers(struct values *values)
{
    const struct target *target = values->ground->target;
    const struct launch *launch = &target->facts.launch;
    const int64_t most = target->ops->side == SIDE_GPU ? launch->threads : launch->workers;
    add_each(values, most, add_equal);
    add_equal(values, most);
}

/* Adds powers of `factor` from 1 on and the last value. The quick form drops powers from an eighth
 * of the last value on, except 1. */
static void add_powers_to(struct values *values, int64_t factor, int64_t last)
{
    const int64_t end = values->ground->quick ? last / 8 : last;
    for (int64_t value = 1; value < last && (value == 1 || value < end); value *= factor)
        add_equal(values, value);
    add_equal(values, last);
}

static void add_powers(struct values *values)
{
    const struct shape *shape = values->ground->at_one;
    add_powers_to(values, values->ground->quick ? 16 : 2, shape->elements / shape->threads);
}

static void add_windows(struct values *values)
{
    add_powers_to(values, values->ground->quick ? 64 : 4, values->ground->at_one->elements);
}

static void add_threads(struct values *values)
{
    add_powers_to(values, values->ground->quick ? 16 : 2, values->ground->at_one->threads);
}

static void add_elements(struct values *values)
{
    for (int bytes = 1; bytes <= ELEMENT_BYTES_MAX; bytes *= 2)
        add_element(values, bytes);
}

static int ascending(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

/* Powers of two from 8 KiB to memory (of eight in the quick form), and three values around each
 * level's size: well inside, full (not in the quick form), and past it. */
static int footprints(const struct target *target, bool quick, int64_t most, int64_t *list)
{
    int count = 0, kept = 0;
    const struct target_facts *facts = &target->facts;
    for (int64_t bytes = SMALLEST_FOOTPRINT; bytes < most; bytes *= quick ? 8 : 2)
        list[count++] = bytes;
    for (int i = 0; i < facts->cache_levels && count < FOOTPRINTS_MAX - 4; i++) {
        if (facts->caches[i].size_bytes == 0)
            continue;
        list[count++] = facts->caches[i].size_bytes / 2;
        if (!quick)
            list[count++] = facts->caches[i].size_bytes / 4 * 3;
        list[count++] = facts->caches[i].size_bytes / 2 * 3;
    }
    list[count++] = most;
    qsort(list, (size_t)count, sizeof *list, ascending);
    for (int i = 0; i < count; i++) /* a value this close to the last one adds little */
        if (list[i] <= most &&
            (kept == 0 || list[i] > list[kept - 1] + list[kept - 1] / (quick ? 3 : 8)))
            list[kept++] = list[i];
    list[kept - 1] = most;
    return kept;
}

static void add_footprints(struct values *values)
{
    int64_t list[FOOTPRINTS_MAX];
    const struct sweep_ground *ground = values->ground;
    const int64_t most = 2 * ground->accesses * ground->element_bytes;
    const int count = footprints(ground->target, ground->quick, most, list);
    for (int i = 0; i < count; i++)
        add_footprint(values, list[i]);
}

static void add_sizes(struct values *values)
{
    const int64_t last = INT64_C(2) << 30;
    for (int64_t bytes = SMALLEST_FOOTPRINT; bytes <= last; bytes *= values->ground->quick ? 16 : 2)
        add_footprint(values, bytes);
}

bool sweep_asks_shape(const struct sweep *sweep)
{
    return sweep->kind == SWEEP_POWERS || sweep->kind == SWEEP_WINDOWS ||
           sweep->kind == SWEEP_THREADS;
}

int sweep_values(const struct sweep *sweep, const struct sweep_ground *ground,
                 struct sweep_value list[SWEEP_VALUES_MAX])
{
    static void (*const add[])(struct values *) = {
        [SWEEP_LISTED] = add_listed,
        [SWEEP_POWERS] = add_powers,
        [SWEEP_WINDOWS] = add_windows,
        [SWEEP_THREADS] = add_threads,
        [SWEEP_FOOTPRINTS] = add_footprints,
        [SWEEP_SIZES] = add_sizes,
        [SWEEP_ELEMENTS] = add_elements,
        [SWEEP_TEAMS] = add_teams,
        [SWEEP_WORKERS] = add_workers,
        [SWEEP_NODES] = add_nodes,
        [SWEEP_PAIRS] = add_pairs,
        [SWEEP_LISTED_ELEMENTS] = add_listed_elements,
        [SWEEP_LISTED_FOOTPRINTS] = add_listed_footprints,
    };
    struct values values = {.sweep = sweep, .ground = ground, .list = list};
    add[sweep->kind](&values);
    return values.count;
}
