#include "study/commands/forecast.h"

#include "study/ceilings/ceilings.h"
#include "study/commands/picture.h"
#include "study/folders.h"
#include "study/measure/arrays.h"
#include "study/message.h"
#include "study/model/fitting.h"
#include "study/model/gpu/traffic.h"
#include "study/model/model.h"
#include "study/model/predict.h"
#include "study/own/bounds.h"
#include "study/own/own.h"
#include "study/plan/targets.h"
#include "study/units.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { PROBLEM_MAX = 2048 };

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

/* A target that is predicted for, there or not. */
struct outline {
    const char *name;
    const struct target_ops *kind;
    const struct cost_model *model;
    struct target_facts facts;
    struct source source;
};

/* The point on it. */
struct guess {
    const struct pattern *pattern;
    struct shape shape;
    int element_bytes;
};

static double useful_bytes_of(const struct guess *guess)
{
    return (double)pattern_useful_bytes(guess->pattern, &guess->shape, guess->element_bytes);
}

/* Of a pattern whose kernel makes no accesses of its own. */
static void print_call(const struct outline *target, const struct guess *guess)
{
    printf("\n%s: no accesses of its own to predict\n", target->name);
    const struct demand demand = target->model->launch(&guess->shape);
    if (guess->pattern->chooses_launch)
        print_time(&demand, &target->source,
                   (double)pattern_useful_bytes(guess->pattern, &guess->shape, 4));
}

/* What is predicted: how many elements, on how many pages of all arrays. */
static void print_head(const char *target, const struct guess *guess, int64_t page_bytes)
{
    struct footprint bytes;
    const int64_t footprint =
        arrays_bytes(guess->pattern, &guess->shape, guess->element_bytes, &bytes);
    printf("\n%s, %lld elements of %d bytes, %lld pages of %lld KiB, ", target,
           (long long)guess->shape.elements, guess->element_bytes,
           (long long)((footprint + page_bytes - 1) / page_bytes), (long long)page_bytes / 1024);
}

static struct guess guess_on(const struct outline *target, const struct pattern *pattern,
                             const struct shape *asked, int element_bytes, int64_t elements)
{
    struct guess guess = {.pattern = pattern, .shape = *asked, .element_bytes = element_bytes};
    guess.shape.workers = target->facts.launch.workers;
    guess.shape.threads = guess.shape.workers * (target->model->lanes_are_threads ? WARP_LANES : 1);
    guess.shape.elements = point_elements(pattern, &guess.shape, elements);
    return guess;
}

static void print_gpu(const struct outline *target, const struct guess *guess,
                      const struct gpu_caches *caches, const struct gpu_prediction *p)
{
    const struct pattern *pattern = guess->pattern;
    const double useful_bytes = useful_bytes_of(guess);
    print_head(target->name, guess, GPU_PAGE_BYTES);
    print_walked(p->walked, p->blocks);
    printf(p->error > 0 ? ", sectors within %.2g %%\n" : "\n", 200 * p->error);
    picture_draw(pattern, &guess->shape, guess->element_bytes, true,
                 SECTOR_BYTES * SECTORS_OF_LINE);
    print_requests("loads", &p->loads, guess->element_bytes);
    print_requests("stores", &p->stores, guess->element_bytes);
    if (p->tile_requests > 0)
        printf("  tile   %.4g requests of shared memory, bank-conflict degree %.4g\n",
               p->tile_requests, p->tile_turns / p->tile_requests);
    print_gpu_memory(p, useful_bytes);
    if (pattern->calls_driver) {
        printf("  no time predicted: the driver's call makes requests of its own, these are a "
               "loop's\n");
        return;
    }
    const struct demand demand = demand_on_gpu(pattern, &guess->shape, caches, p);
    print_time(&demand, &target->source, useful_bytes);
}

static int forecast_sectors(const struct outline *target, const struct guess *guess)
{
    struct gpu_prediction p;
    const struct gpu_caches caches = gpu_caches_of(&target->facts);
    const int error = predict_gpu(guess->pattern, &guess->shape, guess->element_bytes, &caches,
                                  &predict_thorough, &p);
    if (error && error != -ENOENT)
        return complain(EXIT_WRONG, "show: the model of the GPU: %s", strerror(-error));
    if (error)
        print_call(target, guess);
    else
        print_gpu(target, guess, &caches, &p);
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

static void print_cpu(const struct outline *target, const struct guess *guess,
                      const struct cpu_prediction *p)
{
    char cores[32];
    snprintf(cores, sizeof cores, "%s, %lld cores", target->name,
             (long long)target->facts.launch.workers);
    print_head(cores, guess, p->shape.tlb.page_bytes);
    print_walked(p->walked, p->blocks);
    printf(p->error > 0 ? ", misses within %.2g %%\n" : "\n", 200 * p->error);
    picture_draw(guess->pattern, &guess->shape, guess->element_bytes, false,
                 p->shape.levels[0].line_bytes);
    if (p->accesses <= 0)
        return;
    const double useful_bytes = useful_bytes_of(guess);
    const struct demand demand =
        demand_on_cpu(guess->pattern, &guess->shape, guess->element_bytes, p);
    print_levels(p);
    print_cpu_memory(p, useful_bytes);
    if (!predict_has_atomics(guess->pattern, &guess->shape, guess->element_bytes))
        print_time(&demand, &target->source, useful_bytes);
}

static int forecast_cache_lines(const struct outline *target, const struct guess *guess)
{
    struct cpu_prediction p;
    const struct target_facts *facts = &target->facts;
    const struct cache_hierarchy caches =
        cache_model_of(facts->caches, facts->cache_levels, (int)guess->shape.workers);
    if (caches.level_count == 0) {
        printf("\n%s: hwloc finds no caches on this machine\n", target->name);
        return 0;
    }
    const int error = predict_cpu(guess->pattern, &guess->shape, guess->element_bytes, &caches,
                                  &predict_thorough, &p);
    if (error && error != -ENOENT)
        return complain(error == -ENOMEM ? EXIT_WRONG : EXIT_USAGE,
                        "show: the model of the caches: %s", strerror(-error));
    if (error)
        print_call(target, guess);
    else
        print_cpu(target, guess, &p);
    return 0;
}

/* Its ceilings. Where nobody says whose, a target's that is like it. */
static int find_source(struct outline *target, const struct options *options)
{
    char folder[PATH_TEXT_MAX], problem[PATH_TEXT_MAX + TEXT_MAX];
    struct source *source = &target->source;
    source->of = options->with ? options->with : target->kind->likeness;
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
    int error = ceilings_read(folder, target->name, &source->ceilings, problem, sizeof problem);
    if (error == -ENOENT)
        error = ceilings_like(folder, target->name, &source->ceilings, problem, sizeof problem);
    source->known = error == 0;
    return error && error != -ENOENT ? complain(EXIT_USAGE, "option --with: %s", problem) : 0;
}

static int outline(struct outline *target, const char *name, const struct options *options)
{
    int number;
    char problem[TEXT_MAX] = "";
    *target = (struct outline){.name = name, .kind = target_kind(name, &number)};
    if (target->kind)
        target->model = model_of(target->kind->model);
    if (!target->model)
        return complain(EXIT_USAGE, "option --on: %s is no target with a model: cpu, gpu0, ...",
                        name);
    if (target->kind->outline(&target->facts, problem, sizeof problem))
        return complain(EXIT_USAGE, "show: %s", problem);
    return find_source(target, options);
}

static int forecast_target(const char *name, const struct pattern *pattern,
                           const struct shape *shape, int element_bytes, int64_t elements,
                           const struct options *options)
{
    static int (*const forecast[MODELS])(const struct outline *, const struct guess *) = {
        [MODEL_CACHE_LINES] = forecast_cache_lines,
        [MODEL_SECTORS] = forecast_sectors,
    };
    struct outline target;
    int status = outline(&target, name, options);
    if (status)
        return status;
    const char *absent = absent_from(pattern, target.kind->side);
    if (absent) {
        printf("\n%s: %s\n", name, absent);
        return 0;
    }
    const struct guess guess = guess_on(&target, pattern, shape, element_bytes, elements);
    return forecast[target.kind->model](&target, &guess);
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

/* Whether the list names the target before the place that `target` has in it. */
static bool named_before(const struct options *options, const char *target, size_t place)
{
    char list[TEXT_MAX], *rest = targets_of(options, list), *earlier;
    while ((earlier = strsep(&rest, ",")) && (size_t)(earlier - list) < place)
        if (strcmp(earlier, target) == 0)
            return true;
    return false;
}

static int check_target(const char *name, const struct pattern *pattern, const struct shape *shape,
                        const struct options *options)
{
    struct outline target;
    char problem[PROBLEM_MAX];
    const int bytes = element_size(pattern, options);
    const int status = outline(&target, name, options);
    if (status || absent_from(pattern, target.kind->side))
        return status;
    const struct guess guess =
        guess_on(&target, pattern, shape, bytes, elements_of(options, bytes));
    const struct bounds_point point = {.pattern = pattern,
                                       .shape = &guess.shape,
                                       .element_bytes = bytes,
                                       .side = target.kind->side};
    if (own_file(pattern) && !bounds_hold(&point, problem, sizeof problem))
        return complain(EXIT_USAGE, "%s", problem);
    return fitting_check(pattern, &guess.shape, bytes, target.model->lanes_are_threads, problem,
                         sizeof problem)
               ? complain(EXIT_USAGE, "pattern %s on %s: %s", pattern->name, name, problem)
               : 0;
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
