#include "study/commands/forecast.h"

#include "cpu/topology.h"
#include "study/ceilings/ceilings.h"
#include "study/commands/picture.h"
#include "study/folders.h"
#include "study/measure/arrays.h"
#include "study/message.h"
#include "study/model/demand.h"
#include "study/model/gpu/traffic.h"
#include "study/model/predict.h"
#include "study/plan/fitting.h"
#include "study/plan/targets.h"
#include "study/units.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum {
    GPU_WARPS = 132 * 8, /* as on an H200; how many there are hardly changes the counts */
};
/* As an H200's. */
static const struct gpu_caches gpu_caches = {
    .multiprocessors = 132, .l1_bytes = GPU_L1_BYTES, .l2_bytes = INT64_C(60) << 20};
/* From so many a request on, pages are worth telling. */
static const double several_pages = 1.05;
static const int64_t footprint_standard = INT64_C(512) << 20;

static void print_requests(const char *what, const struct global_requests *kind, int element_bytes)
{
    if (kind->requests == 0)
        return;
    printf("  %-7s%.4g requests of %.3g lanes: %.4g sectors and %.4g lines each, %.3g %% of the "
           "sectors used",
           what, kind->requests, kind->lanes / kind->requests, kind->sectors / kind->requests,
           kind->lines / kind->requests,
           100 * kind->lanes * element_bytes / (kind->sectors * SECTOR_BYTES));
    if (kind->pages > kind->requests * several_pages)
        printf(", on %.3g pages of 2 MiB", kind->pages / kind->requests);
    putchar('\n');
}

static void print_walked(int64_t walked, int64_t blocks)
{
    if (walked == blocks)
        printf("all %lld blocks simulated", (long long)blocks);
    else
        printf("%lld of %lld blocks simulated", (long long)walked, (long long)blocks);
}

/* How much of the traffic is useful. A GPU's plain copy moves nothing else. */
static void print_useful(double useful_bytes, double moved_bytes, bool copy_moves_useful)
{
    if (moved_bytes <= 0)
        printf("\n  useful: %.4g MB, all of it from caches\n", useful_bytes / 1e6);
    else if (useful_bytes > moved_bytes)
        printf("\n  useful: %.4g MB, more than the traffic: caches serve the rest\n",
               useful_bytes / 1e6);
    else {
        const double useful = useful_bytes / moved_bytes;
        printf("\n  useful: %.4g MB, %.3g %% of the traffic", useful_bytes / 1e6, 100 * useful);
        if (copy_moves_useful && useful < 1)
            printf(", so at most %.3g of a copy's bandwidth", useful);
        putchar('\n');
    }
}

static void print_gpu_memory(const struct gpu_prediction *p, double useful_bytes)
{
    const double moved = p->read_bytes + p->write_bytes + p->partial_bytes;
    printf("  memory reads %.4g MB, writes %.4g MB", p->read_bytes / 1e6, p->write_bytes / 1e6);
    if (p->partial_bytes > 0)
        printf(" (%.3g %% of it partial-sector writes, read and merged)",
               100 * p->partial_bytes / p->write_bytes);
    print_useful(useful_bytes, moved, true);
    if (p->memory_share < 1)
        printf("  the L2 still holds %.3g %% of it from the previous pass\n",
               100 * (1 - p->memory_share));
}

/* Where the times of a target come from. */
struct source {
    struct ceilings ceilings;
    bool known;
    const char *of; /* the results that they are from, as the user may name them */
};

/* Everything that takes a quarter as long by itself, or longer. */
static void print_shares(const struct demand *demand, const struct ceilings *ceilings,
                         double time_ns)
{
    const double worth_telling = 0.25;
    fputs("  each alone:", stdout);
    const char *before = " ";
    for (int i = 0; i < RESOURCES; i++) {
        const double ns = demand_alone_ns(demand, ceilings, i);
        if (!(ns >= worth_telling * time_ns))
            continue;
        printf("%s%s %.4g us", before, resources[i].name, ns / 1e3);
        before = ", ";
    }
    putchar('\n');
}

static void print_time(const struct demand *demand, const struct source *source,
                       double useful_bytes)
{
    const char *bound;
    if (!source->known) {
        printf("  no time predicted: add --with RESULTS, whose ceilings it needs\n");
        return;
    }
    const double ns = demand_time_ns(demand, &source->ceilings, &bound);
    if (!bound) {
        const enum resource missing = demand_missing(demand, &source->ceilings);
        printf("  no time predicted: in %s the ceiling of %s was not measured\n", source->of,
               missing < RESOURCES ? resources[missing].name : "some resource");
        return;
    }
    printf("  time %.4g us a pass, %.4g GB/s of useful bytes, bound by %s (ceilings of %s)\n",
           ns / 1e3, useful_bytes / ns, bound, source->of);
    print_shares(demand, &source->ceilings, ns);
}

/* Of a pattern whose kernel makes no accesses of its own. */
static void print_call(const char *target, bool on_gpu, const struct pattern *pattern,
                       const struct shape *shape, const struct source *source)
{
    printf("\n%s: no accesses of its own to predict\n", target);
    const struct demand demand = demand_of_launch(shape, on_gpu);
    if (pattern->chooses_launch)
        print_time(&demand, source, (double)pattern_useful_bytes(pattern, shape, 4));
}

/* What is predicted: how many elements, on how many pages of all arrays. */
static void print_head(const char *target, const struct pattern *pattern, const struct shape *shape,
                       int element_bytes, int64_t page_bytes)
{
    struct footprint bytes;
    const int64_t footprint = arrays_bytes(pattern, shape, element_bytes, &bytes);
    printf("\n%s, %lld elements of %d bytes, %lld pages of %lld KiB, ", target,
           (long long)shape->elements, element_bytes,
           (long long)((footprint + page_bytes - 1) / page_bytes), (long long)page_bytes / 1024);
}

static struct shape shape_on_gpu(const struct pattern *pattern, const struct shape *asked,
                                 int64_t elements)
{
    struct shape shape = *asked;
    shape.workers = GPU_WARPS;
    shape.threads = (int64_t)GPU_WARPS * WARP_LANES;
    shape.elements = point_elements(pattern, &shape, elements);
    return shape;
}

static struct shape shape_on_cores(const struct pattern *pattern, const struct shape *asked,
                                   int64_t elements, const struct topology *topology)
{
    struct shape shape = *asked;
    shape.workers = shape.threads = topology->core_count;
    shape.elements = point_elements(pattern, &shape, elements);
    return shape;
}

static int forecast_gpu(const struct pattern *pattern, const struct shape *asked, int element_bytes,
                        int64_t elements, const char *target, const struct source *source)
{
    struct gpu_prediction p;
    const struct shape shape = shape_on_gpu(pattern, asked, elements);
    const int error =
        predict_gpu(pattern, &shape, element_bytes, &gpu_caches, &predict_thorough, &p);
    if (error == -ENOENT) {
        print_call(target, true, pattern, &shape, source);
        return 0;
    }
    if (error)
        return complain(EXIT_WRONG, "show: the model of the GPU: %s", strerror(-error));
    print_head(target, pattern, &shape, element_bytes, GPU_PAGE_BYTES);
    print_walked(p.walked, p.blocks);
    printf(p.error > 0 ? ", sectors within %.2g %%\n" : "\n", 200 * p.error);
    picture_draw(pattern, &shape, element_bytes, true, SECTOR_BYTES * SECTORS_OF_LINE);
    print_requests("loads", &p.loads, element_bytes);
    print_requests("stores", &p.stores, element_bytes);
    if (p.tile_requests > 0)
        printf("  tile   %.4g requests of shared memory, bank-conflict degree %.4g\n",
               p.tile_requests, p.tile_turns / p.tile_requests);
    const double useful_bytes = (double)pattern_useful_bytes(pattern, &shape, element_bytes);
    print_gpu_memory(&p, useful_bytes);
    if (pattern->calls_driver) {
        printf("  no time predicted: the driver's call makes requests of its own, these are a "
               "loop's\n");
        return 0;
    }
    const struct demand demand = demand_on_gpu(pattern, &shape, &gpu_caches, &p);
    print_time(&demand, source, useful_bytes);
    return 0;
}

static void print_levels(const struct cpu_prediction *p)
{
    for (int i = 0; i < p->shape.level_count; i++) {
        const struct cache_model_level_counts *level = &p->counts.levels[i];
        printf("  %-7s%.4g of 1000 accesses miss it: %.4g loads, %.4g stores\n",
               p->shape.levels[i].name,
               1e3 * (double)(level->load_misses + level->store_misses) / p->accesses,
               1e3 * (double)level->load_misses / p->accesses,
               1e3 * (double)level->store_misses / p->accesses);
    }
    printf("  TLB    %.4g of 1000 accesses miss its %d entries of %lld bytes\n",
           1e3 * (double)p->counts.tlb_misses / p->accesses, p->shape.tlb.entries,
           (long long)p->shape.tlb.page_bytes);
}

static void print_cpu_memory(const struct cpu_prediction *p, double useful_bytes)
{
    const struct cache_model_traffic traffic = cache_model_traffic(&p->shape, &p->counts);
    const double mega = p->scale / 1e6;
    printf("  memory reads %.4g MB, reads %.4g MB before writing (write-allocate), writes back "
           "%.4g MB",
           mega * (double)traffic.read_bytes, mega * (double)traffic.write_allocate_bytes,
           mega * (double)traffic.write_back_bytes);
    if (traffic.streamed_bytes > 0)
        printf(", %.4g MB written around the caches", mega * (double)traffic.streamed_bytes);
    print_useful(useful_bytes, predict_memory_bytes(p), false);
}

static int forecast_cores(const struct pattern *pattern, const struct shape *asked,
                          int element_bytes, int64_t elements, const struct topology *topology,
                          const struct source *source)
{
    struct cpu_prediction p;
    const struct shape shape = shape_on_cores(pattern, asked, elements, topology);
    struct cache_level levels[CACHE_LEVELS_MAX];
    const int level_count = topology_caches(topology, topology->core_count, levels);
    const struct cache_model_shape caches =
        cache_model_of(levels, level_count, topology->core_count);
    int error = caches.level_count > 0
                    ? predict_cpu(pattern, &shape, element_bytes, &caches, &predict_thorough, &p)
                    : -ENODATA;
    if (error == -ENODATA)
        printf("\ncpu: hwloc finds no caches on this machine\n");
    if (error == -ENOENT)
        print_call("cpu", false, pattern, &shape, source);
    if (error == -ENOENT || error == -ENODATA)
        return 0;
    if (error)
        return complain(error == -ENOMEM ? EXIT_WRONG : EXIT_USAGE,
                        "show: the model of the caches: %s", strerror(-error));
    char cores[32];
    snprintf(cores, sizeof cores, "cpu, %d cores", topology->core_count);
    print_head(cores, pattern, &shape, element_bytes, p.shape.tlb.page_bytes);
    print_walked(p.walked, p.blocks);
    printf(p.error > 0 ? ", misses within %.2g %%\n" : "\n", 200 * p.error);
    picture_draw(pattern, &shape, element_bytes, false, caches.levels[0].line_bytes);
    if (p.accesses > 0) {
        const double useful_bytes = (double)pattern_useful_bytes(pattern, &shape, element_bytes);
        const struct demand demand = demand_on_cpu(pattern, &shape, element_bytes, &p);
        print_levels(&p);
        print_cpu_memory(&p, useful_bytes);
        if (!predict_has_atomics(pattern, &shape, element_bytes))
            print_time(&demand, source, useful_bytes);
    }
    return 0;
}

static int forecast_cpu(const struct pattern *pattern, const struct shape *asked, int element_bytes,
                        int64_t elements, const struct source *source)
{
    struct topology topology;
    char problem[TEXT_MAX];
    if (topology_open(&topology, NULL, problem, sizeof problem))
        return complain(EXIT_USAGE, "show: %s", problem);
    int status = forecast_cores(pattern, asked, element_bytes, elements, &topology, source);
    topology_close(&topology);
    return status;
}

static bool is_gpu(const char *target)
{
    int number;
    return target_kind(target, &number) == &gpu_target_ops;
}

/* A GPU's default is the recorded one, whose likeness the prediction assumes anyway. */
static int find_source(const char *target, const struct options *options, struct source *source)
{
    char folder[PATH_TEXT_MAX], problem[PATH_TEXT_MAX + TEXT_MAX];
    *source = (struct source){.of = options->with};
    if (!source->of && is_gpu(target))
        source->of = recorded_default;
    if (!source->of || strcmp(source->of, "none") == 0)
        return 0;
    const bool found = recorded_results(source->of, "ceilings.csv", folder);
    if (!found && !options->with)
        return 0;
    if (!found)
        return complain(EXIT_USAGE,
                        "option --with: %s: no recorded results of that name, and no folder with a "
                        "ceilings.csv; use h200, a results folder or none",
                        options->with);
    int error = ceilings_read(folder, target, &source->ceilings, problem, sizeof problem);
    if (error == -ENOENT && is_gpu(target)) /* one GPU of a kind is like the other */
        error = ceilings_read(folder, "gpu0", &source->ceilings, problem, sizeof problem);
    source->known = error == 0;
    return error && error != -ENOENT ? complain(EXIT_USAGE, "option --with: %s", problem) : 0;
}

static int forecast_target(const char *target, const struct pattern *pattern,
                           const struct shape *shape, int element_bytes, int64_t elements,
                           const struct options *options)
{
    struct source source;
    int status = find_source(target, options, &source);
    if (status)
        return status;
    const char *absent = is_gpu(target) ? pattern->no_gpu : pattern->no_cpu;
    if (absent) {
        printf("\n%s: %s\n", target, absent);
        return 0;
    }
    return is_gpu(target) ? forecast_gpu(pattern, shape, element_bytes, elements, target, &source)
                          : forecast_cpu(pattern, shape, element_bytes, elements, &source);
}

static int element_size(const struct pattern *pattern, const struct options *options)
{
    if (options->element_bytes)
        return (int)options->element_bytes;
    return pattern->sizes & 4 ? 4 : pattern->sizes & -pattern->sizes;
}

/* The targets asked for, in `list`, which strsep takes apart. */
static char *targets_of(const struct options *options, char list[TEXT_MAX])
{
    snprintf(list, TEXT_MAX, "%s", options->on ? options->on : "cpu,gpu0");
    return list;
}

static int64_t elements_of(const struct options *options, int element_bytes)
{
    const int64_t footprint =
        options->footprint_bytes ? options->footprint_bytes : footprint_standard;
    return footprint / 2 / element_bytes;
}

/* The point as the target would have it. */
static int find_shape(const char *target, const struct pattern *pattern, const struct shape *asked,
                      int64_t elements, struct shape *shape)
{
    struct topology topology;
    char problem[TEXT_MAX];
    if (is_gpu(target)) {
        *shape = shape_on_gpu(pattern, asked, elements);
        return 0;
    }
    if (topology_open(&topology, NULL, problem, sizeof problem))
        return complain(EXIT_WRONG, "show: %s", problem);
    *shape = shape_on_cores(pattern, asked, elements, &topology);
    topology_close(&topology);
    return 0;
}

static int check_shape(const char *target, const struct pattern *pattern, const struct shape *asked,
                       const struct options *options)
{
    struct shape shape;
    char problem[TEXT_MAX];
    const int bytes = element_size(pattern, options);
    if (is_gpu(target) ? pattern->no_gpu : pattern->no_cpu)
        return 0;
    int status = find_shape(target, pattern, asked, elements_of(options, bytes), &shape);
    if (!status && fitting_check(pattern, &shape, bytes, is_gpu(target), problem, sizeof problem))
        status = complain(EXIT_USAGE, "pattern %s on %s: %s", pattern->name, target, problem);
    return status;
}

/* Whether the list names the target before the place that `target` has in it. */
static bool named_before(const struct options *options, const char *target, size_t place)
{
    char list[TEXT_MAX], *rest = targets_of(options, list), *earlier;
    while ((earlier = strsep(&rest, ",")) && (size_t)(earlier - list) < place)
        if (strcmp(earlier, target) == 0)
            return true;
    return false;
}

static int check_target(const char *target, const struct pattern *pattern,
                        const struct shape *shape, const struct options *options)
{
    struct source source;
    if (!is_gpu(target) && strcmp(target, "cpu") != 0)
        return complain(EXIT_USAGE, "option --on: %s is no target with a model: cpu, gpu0, ...",
                        target);
    int status = find_source(target, options, &source);
    return status ? status : check_shape(target, pattern, shape, options);
}

int forecast_check(const struct pattern *pattern, const struct shape *shape,
                   const struct options *options)
{
    const int bytes = element_size(pattern, options);
    char list[TEXT_MAX], *rest = targets_of(options, list), *target;
    int status = 0;
    if (!(pattern->sizes & bytes))
        return complain(EXIT_USAGE, "option --element: %s has no elements of %d bytes",
                        pattern->name, bytes);
    while (!status && (target = strsep(&rest, ",")))
        status = named_before(options, target, (size_t)(target - list))
                     ? complain(EXIT_USAGE, "option --on: %s is named twice; name it once", target)
                     : check_target(target, pattern, shape, options);
    return status;
}

int forecast_print(const struct pattern *pattern, const struct shape *shape,
                   const struct options *options)
{
    const int bytes = element_size(pattern, options);
    char list[TEXT_MAX], *rest = targets_of(options, list), *target;
    int status = 0;
    while (!status && (target = strsep(&rest, ",")))
        status =
            forecast_target(target, pattern, shape, bytes, elements_of(options, bytes), options);
    return status;
}
