#include "study/plan/point.h"

#include "study/base/message.h"
#include "study/plan/module.h"
#include "study/plan/parameter.h"
#include "study/plan/targets.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum {
    SETTINGS_TEXT_MAX = 512,
    TURNS_LEAST = 256, /* whole blocks of any element size, also on a CPU */
    WORD_BYTES = 8,
    FOOTPRINT_TIMES_CACHE = 4, /* so that three quarters of it are still in memory */
};

static int64_t whole_words(int64_t bytes)
{
    return (bytes + WORD_BYTES - 1) / WORD_BYTES * WORD_BYTES;
}

/* More than any machine has, and so little that a length can grow fourfold without overflow. */
static const int64_t length_most_bytes = INT64_C(1) << 59;

/* A length is an expression, which overflows silently. So a pass of few iterations is made longer
 * until it is the requested one; if a length exceeds the maximum on the way, it is too long. A
 * loop's lengths are what its iterations reach, which takes long to find. */
static bool array_bytes(count_expression *length, const struct shape *shape, int element_bytes,
                        int64_t *bytes)
{
    struct shape part = *shape;
    bool fits = true;
    int halvings = 0;
    while (!shape->loop && shape->elements >> halvings > 1)
        halvings++;
    for (*bytes = 0; length && fits && halvings >= 0; halvings--) {
        part.elements = shape->elements >> halvings;
        fits = !__builtin_mul_overflow(length(&part), (int64_t)element_bytes, bytes) &&
               *bytes >= 0 && *bytes <= length_most_bytes;
    }
    *bytes = fits ? whole_words(*bytes) : 0;
    return fits;
}

int64_t arrays_bytes(const struct pattern *pattern, const struct shape *shape, int element_bytes,
                     struct footprint *bytes)
{
    if (!array_bytes(pattern->in_length, shape, element_bytes, &bytes->in) ||
        !array_bytes(pattern->out_length, shape, element_bytes, &bytes->out) ||
        !array_bytes(pattern->index_length, shape, (int)sizeof(uint32_t), &bytes->index))
        return -1;
    return bytes->in + bytes->out + bytes->index;
}

struct launch launch_asked(const struct pattern *pattern, const struct shape *shape)
{
    struct launch asked = {0};
    if (pattern->chooses_launch) {
        asked.teams = (int)shape->value[0];
        asked.threads = (int)shape->value[1];
        asked.any_cores = true;
    }
    if (pattern->pair) {
        asked.threads = 2;
        asked.first_worker = shape->value[0];
        asked.worker_step = shape->value[1] - shape->value[0];
    }
    return asked;
}

/* If no cache is known: larger than most that are built. */
static const int64_t unknown_cache_bytes = INT64_C(256) << 20;

static int64_t room_in(const struct cache_level *cache, bool alone)
{
    return alone ? cache->one_bytes : cache->size_bytes;
}

void target_level(const struct target_facts *facts, int64_t footprint_bytes, bool alone,
                  char level[LEVEL_TEXT_MAX])
{
    const struct cache_level *cache = facts->caches, *end = cache + facts->cache_levels;
    while (cache < end && room_in(cache, alone) < footprint_bytes)
        cache++;
    if (facts->cache_levels == 0)
        snprintf(level, LEVEL_TEXT_MAX, "unknown");
    else if (cache < end)
        snprintf(level, LEVEL_TEXT_MAX, "%s", cache->name);
    else if (footprint_bytes / MEMORY_TIMES_CACHE >= room_in(&end[-1], alone))
        snprintf(level, LEVEL_TEXT_MAX, "memory");
    else
        snprintf(level, LEVEL_TEXT_MAX, "%s/memory", end[-1].name);
}

static int64_t last_cache_bytes(const struct target_facts *facts)
{
    return facts->cache_levels ? facts->caches[facts->cache_levels - 1].size_bytes
                               : unknown_cache_bytes;
}

/* On a GPU each array is this many times the L2, because the data that a pass leaves in the L2 is a
 * larger part of what the next one needs. */
int64_t memory_footprint(const struct target *target)
{
    int64_t bytes = FOOTPRINT_TIMES_CACHE * last_cache_bytes(&target->facts);
    return target->ops->side == SIDE_GPU ? 2 * bytes : bytes;
}

struct shape shape_standard(const struct pattern *pattern, int64_t elements, int64_t threads)
{
    struct shape shape = {.elements = elements, .threads = threads, .loop = pattern->loop};
    for (int i = 0; i < PARAMETERS_MAX; i++)
        shape.value[i] = pattern->parameters[i].name ? pattern->parameters[i].standard : 1;
    return shape;
}

int element_bytes_near(const struct pattern *pattern, int wanted)
{
    return pattern->sizes & wanted ? wanted : pattern->sizes & -pattern->sizes;
}

bool shape_set(struct shape *shape, const struct pattern *pattern, const char *name, int64_t value)
{
    const struct parameter *parameter = parameter_find(pattern, name);
    if (parameter)
        shape->value[parameter - pattern->parameters] = value;
    return parameter != NULL;
}

const struct kernel *point_kernel(struct target *target, const struct pattern *pattern,
                                  int element_bytes, char *problem, size_t problem_size)
{
    problem[0] = '\0';
    if (!target->ops->module_kind)
        return NULL;
    const struct kernel_module *module =
        module_load(target->ops->module_kind, pattern->name, problem, problem_size);
    return module ? module_kernel(module, element_bytes) : NULL;
}

int target_resident(struct target *target, const struct kernel *kernel)
{
    return kernel ? target_workers(target, kernel->run, &(struct launch){0}) : 0;
}

/* Sets the workers in each team so that all teams of a multiprocessor fit. */
static void fit_teams(struct target *target, const struct pattern *pattern,
                      const struct kernel *kernel, struct shape *shape)
{
    if (!pattern->chooses_launch || target->ops->side != SIDE_GPU || shape->value[0] < 2 ||
        shape->value[1] > 0)
        return;
    const int workers = target_resident(target, kernel) / target->facts.launch.teams;
    shape->value[1] = workers > shape->value[0] ? workers / shape->value[0] : 1;
}

int point_workers(struct target *target, const struct pattern *pattern, const struct kernel *kernel,
                  struct shape *shape)
{
    char problem[TEXT_MAX];
    shape->threads = shape->workers = 1;
    if (!kernel)
        return 0;
    fit_teams(target, pattern, kernel, shape);
    const struct launch asked = launch_asked(pattern, shape);
    const struct kernel_module *module =
        module_load(target->ops->module_kind, pattern->name, problem, sizeof problem);
    if (!module)
        return -ENOENT;
    int workers = target_workers(target, kernel->run, &asked);
    shape->workers = workers > 0 ? workers : 1;
    shape->threads = shape->workers * module->lane_threads;
    return workers < 0 ? workers : 0;
}

int64_t power_of_two_from(int64_t least)
{
    int64_t power = 1;
    while (power < least)
        power *= 2;
    return power;
}

/* The power of two that is at least three quarters of the value. So memory stays memory, and a
 * value just past a power is not doubled. */
static int64_t power_of_two_near(int64_t value)
{
    return power_of_two_from(value - value / 4);
}

int64_t point_elements(const struct pattern *pattern, const struct shape *shape, int64_t elements)
{
    const int64_t threads = shape->threads, block = (int64_t)WARP_LANES * WARP_LANES;
    if (pattern->elements)
        return pattern->elements(shape);
    if (pattern->iterations)
        return pattern->iterations(shape, elements);
    switch (pattern->rounding) {
    case POWER_OF_TWO:
        return power_of_two_near(elements);
    case WHOLE_BLOCKS:
        return (elements + block - 1) / block * block;
    case WHOLE_TURNS: /* a power of two for each thread, so that every run length fits */
        elements = power_of_two_near((elements + threads - 1) / threads);
        return threads * (elements < TURNS_LEAST ? TURNS_LEAST : elements);
    default:
        return elements;
    }
}

int64_t point_blocks(const struct point *point)
{
    const bool gpu = point->target->ops->side == SIDE_GPU;
    return point->pattern->tiles(&point->shape,
                                 point->pattern->rows(&point->shape, point->element_bytes, gpu));
}

const char *absent_from(const struct pattern *pattern, enum side side)
{
    return side == SIDE_CPU ? pattern->no_cpu : side == SIDE_GPU ? pattern->no_gpu : NULL;
}

const char *why_misplaced(const struct pattern *pattern, const struct target *target)
{
    const struct placing *asked = &target->placing;
    if (target->ops->side != SIDE_CPU)
        return NULL;
    if (pattern->pair && asked->bind &&
        (strstr(asked->bind, "numa") || strstr(asked->bind, "package")))
        return "its two threads must stay on their cores; use --bind core or thread";
    return pattern->pages != PAGES_AS_THE_SYSTEM_HAS_IT && asked->pages
               ? "it chooses its own pages; leave out --pages"
               : NULL;
}

const char *why_absent(const struct pattern *pattern, const struct target *target)
{
    const char *misplaced = why_misplaced(pattern, target);
    const bool takes_two =
        pattern->pair || (pattern->loads_beside && target->ops->side == SIDE_CPU);
    if (takes_two && target->facts.launch.workers < 2)
        return "it takes two cores, and the target has one";
    return misplaced ? misplaced : absent_from(pattern, target->ops->side);
}

/* Number of elements with which the pass makes `accesses` loads, over all iterations and fields. */
static int64_t elements_for(const struct pattern *pattern, struct shape shape, int64_t accesses)
{
    if (pattern->elements)
        return pattern->elements(&shape);
    if (pattern->iterations)
        return accesses;
    shape.elements = accesses;
    int64_t made = pattern->accesses(&shape);
    int64_t elements = (int64_t)((double)accesses / (double)made * (double)accesses);
    return elements > 0 ? elements : 1;
}

static bool measure_of(struct point *point)
{
    struct footprint bytes;
    point->useful_bytes = pattern_useful_bytes(point->pattern, &point->shape, point->element_bytes);
    point->footprint_bytes =
        arrays_bytes(point->pattern, &point->shape, point->element_bytes, &bytes);
    target_level(&point->target->facts, point->footprint_bytes, point->pattern->alone,
                 point->level);
    return point->footprint_bytes > 0;
}

struct worker_range point_range(const struct point *point)
{
    static const struct worker_range all = {0, 0};
    return point->cpu_node ? point->target->facts.on_node[point->cpu_node - 1] : all;
}

/* Why the point cannot have its threads there; NULL: it can. */
static const char *why_no_threads(const struct point *point)
{
    if (point->target->ops->side != SIDE_CPU)
        return "only a CPU's threads have a NUMA node; use --on cpu";
    if (point->pattern->chooses_launch)
        return "the pattern chooses its own threads";
    if (point->pattern->loads_beside && point_range(point).count == 1)
        return "it takes two cores, and the run has one there";
    return point_range(point).count == 0
               ? "the run has no thread on that NUMA node; see warpline topo"
               : NULL;
}

/* The same of its memory. */
static const char *why_no_memory(const struct point *point)
{
    const struct target *target = point->target;
    if (target->ops->side != SIDE_CPU && point->pattern->host_buffer == NO_HOST_BUFFER)
        return "its arrays are not in the host's memory; use --on cpu";
    if (target->ops->side == SIDE_CPU && target->placing.memory)
        return "--memory says where its memory is, too; leave out one of them";
    return target->host_nodes >> (point->memory_node - 1) & 1
               ? NULL
               : "the process may use no memory of that NUMA node; see warpline topo";
}

static int check_node(const struct point *point, const char *parameter, int node, const char *why)
{
    return why ? complain(EXIT_USAGE, "pattern %s on %s, %s=%d: %s", point->pattern->name,
                          point->target->name, parameter, node - 1, why)
               : 0;
}

static int check_nodes(const struct point *point)
{
    const int status =
        point->cpu_node ? check_node(point, "cpu_node", point->cpu_node, why_no_threads(point)) : 0;
    return status || !point->memory_node
               ? status
               : check_node(point, "memory_node", point->memory_node, why_no_memory(point));
}

bool has_pair(const struct target *target, const struct pattern *pattern, const struct shape *shape)
{
    const int64_t *pair = shape->value, workers = target->facts.launch.workers;
    return !pattern->pair || (pair[0] < pair[1] && pair[1] < workers);
}

static int check_pair(const struct point *point)
{
    const int64_t *pair = point->shape.value, workers = point->target->facts.launch.workers;
    if (has_pair(point->target, point->pattern, &point->shape))
        return 0;
    return complain(
        EXIT_USAGE,
        "pattern %s on %s: first=%lld second=%lld: use two of its cores, 0 to %lld, the "
        "smaller one first",
        point->pattern->name, point->target->name, (long long)pair[0], (long long)pair[1],
        (long long)workers - 1);
}

/* Finds the kernel and the logical threads of a point. Returns 0, or an exit status after a
 * message. */
static int find_kernel(struct point *point)
{
    char problem[TEXT_MAX];
    struct target *target = point->target;
    point->kernel =
        point_kernel(target, point->pattern, point->element_bytes, problem, sizeof problem);
    if (!point->kernel && problem[0])
        return complain(EXIT_WRONG, "%s", problem);
    const int error = point_workers(target, point->pattern, point->kernel, &point->shape);
    if (point->cpu_node && point->kernel)
        point->shape.workers = point->shape.threads = point_range(point).count;
    return target_result(target, error);
}

static int element_bytes_for(const struct pattern *pattern, int element_bytes)
{
    bool has_one = (pattern->sizes & (pattern->sizes - 1)) == 0;
    return has_one ? pattern->sizes : element_bytes;
}

static void set_footprint(struct point *point, int64_t copy_bytes)
{
    const int64_t bytes = power_of_two_near(copy_bytes);
    const struct parameter *p = parameter_find(point->pattern, "footprint");
    if (p)
        point->shape.value[p - point->pattern->parameters] = bytes < p->low    ? p->low
                                                             : bytes > p->high ? p->high
                                                                               : bytes;
}

/* Gives the point the value of a parameter; -1: neither the pattern nor every point has it. */
static void set_value(struct point *point, int number, int64_t value)
{
    if (number == CPU_NODE)
        point->cpu_node = (int)value + 1;
    else if (number == MEMORY_NODE)
        point->memory_node = (int)value + 1;
    else if (number >= 0)
        point->shape.value[number] = value;
}

/* One of a text's settings. */
static int set_one(struct point *point, const char *setting)
{
    int number;
    int64_t value;
    const int status = parameter_setting("option --set", point->pattern, setting, &number, &value);
    if (!status)
        set_value(point, number, value);
    return status;
}

/* Sets all parameters of a text such as "chains=2 window=64". */
static int set_all(struct point *point, const char *settings)
{
    char text[SETTINGS_TEXT_MAX], *rest = text, *setting;
    int status = 0;
    snprintf(text, sizeof text, "%s", settings);
    while (!status && (setting = strsep(&rest, " ")))
        if (*setting)
            status = set_one(point, setting);
    return status;
}

/* Gives the point its values. */
static int set_values(struct point *point, const struct point_request *request)
{
    const char *name = request->parameter;
    set_footprint(point, request->copy_bytes);
    for (int i = 0; request->set && i < PARAMETERS_MAX; i++)
        if (request->is_set & 1U << i)
            point->shape.value[i] = request->set->value[i];
    const int status = set_all(point, point->settings);
    if (name)
        set_value(point, parameter_number(point->pattern, name), request->value);
    return status ? status : parameter_bounds("option --set", point->pattern, &point->shape);
}

/* The requested point without anything that its target decides. */
static int wanted_point(const struct point_request *request, struct point *point)
{
    const struct pattern *pattern = request->pattern;
    *point = (struct point){.study = request->study,
                            .pattern = pattern,
                            .target = request->target,
                            .parameter = request->parameter ? request->parameter : "-",
                            .value = request->value,
                            .settings = request->settings ? request->settings : "",
                            .element_bytes = element_bytes_for(pattern, request->element_bytes),
                            .shape = shape_standard(pattern, request->accesses, 1),
                            .baseline = !request->parameter};
    return set_values(point, request);
}

int point_make(const struct point_request *request, struct point *point)
{
    const struct pattern *pattern = request->pattern;
    int status = wanted_point(request, point);
    if (status)
        return status;
    if (why_absent(pattern, request->target) || !(pattern->sizes & point->element_bytes)) {
        point->pattern = NULL;
        return 0;
    }
    status = check_nodes(point);
    if (!status)
        status = check_pair(point);
    if (!status)
        status = find_kernel(point);
    if (status)
        return status;
    const int64_t accesses = request->accesses * request->element_bytes / point->element_bytes;
    const int64_t elements = elements_for(pattern, point->shape, accesses);
    point->shape.elements = point_elements(pattern, &point->shape, elements);
    if (!measure_of(point))
        point->pattern = NULL;
    return 0;
}

/* Host memory for checking a point on a target with separate memory: a copy of `out`, and the
 * data that a driver's call transfers. */
static int64_t host_bytes(const struct point *point)
{
    struct footprint bytes;
    if (point->target->facts.host_memory || !point->target->ops->module_kind ||
        arrays_bytes(point->pattern, &point->shape, point->element_bytes, &bytes) < 0)
        return 0;
    return bytes.out + (point->pattern->calls_driver ? bytes.in : 0);
}

bool point_has_room(const struct point *point)
{
    return point->footprint_bytes <= point->target->room_bytes &&
           host_bytes(point) <= point->target->host_room_bytes;
}
