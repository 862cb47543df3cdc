#include "study/commands/look/forecast.h"

#include "study/base/folders.h"
#include "study/base/message.h"
#include "study/ceilings/ceilings.h"
#include "study/ceilings/remembered.h"
#include "study/measure/arrays.h"
#include "study/model/model.h"
#include "study/own/bounds.h"
#include "study/own/own.h"
#include "study/plan/targets.h"
#include "study/plan/walks.h"

#include <errno.h>
#include <math.h>
#include <string.h>

enum { PROBLEM_MAX = 2048 };

static const int64_t footprint_standard = INT64_C(512) << 20;

/* A target of a prediction, present or not. */
struct outline {
    const char *name;
    const struct target_ops *kind;
    const struct cost_model *model;
    struct target_facts facts;
    struct source source;
};

/* The workers that run at once. A loop has more warps than the kernels of the catalogue, of which a
 * GPU's outline speaks. Parameters that choose a launch choose some of them: teams of each
 * multiprocessor share what it can run. */
static int64_t workers_on(const struct outline *target, const struct pattern *pattern,
                          const struct shape *shape)
{
    const struct launch asked = launch_asked(pattern, shape);
    const bool gpu = target->kind->side == SIDE_GPU;
    const int64_t groups = gpu ? target->facts.multiprocessors : 1;
    const int64_t all =
        gpu && pattern->loop ? groups * pattern->warps : target->facts.launch.workers;
    if (!pattern->chooses_launch || groups < 1)
        return all;
    const int64_t teams = gpu && asked.teams > 0 ? asked.teams : 1;
    const int64_t fit = all / groups / teams > 0 ? all / groups / teams : 1;
    const int64_t threads = asked.threads > 0 && asked.threads < fit ? asked.threads : fit;
    return groups * teams * threads;
}

/* The facts of a forecast that hold for any point of such a pattern and element size on the
 * target. */
static struct forecast forecast_on(const struct outline *target, const struct pattern *pattern,
                                   const struct shape *asked, int element_bytes, int64_t elements)
{
    struct footprint bytes;
    struct forecast f = {.target = target->name,
                         .absent = absent_from(pattern, target->kind->side),
                         .pattern = pattern,
                         .facts = target->facts,
                         .source = target->source,
                         .model = target->kind->model,
                         .shape = *asked,
                         .element_bytes = element_bytes};
    f.shape.workers = workers_on(target, pattern, asked);
    f.shape.threads = f.shape.workers * target->model->lane_threads;
    f.shape.elements = point_elements(pattern, &f.shape, elements);
    f.footprint_bytes = arrays_bytes(pattern, &f.shape, element_bytes, &bytes);
    f.useful_bytes = (double)pattern_useful_bytes(pattern, &f.shape, element_bytes);
    return f;
}

/* A kernel without accesses may still have a launch to predict. */
static void foresee_launch(const struct cost_model *model, struct forecast *f)
{
    f->has_demand = f->pattern->chooses_launch;
    f->demand = model->launch(&f->shape);
}

static int foresee_sectors(const struct cost_model *model, struct forecast *f)
{
    const struct gpu_caches caches = gpu_caches_of(&f->facts);
    f->has_accesses = predict_gpu(f->pattern, &f->shape, f->element_bytes, &caches,
                                  &predict_thorough, &f->gpu) == 0;
    if (!f->has_accesses)
        foresee_launch(model, f);
    else if (!f->pattern->calls_driver) {
        f->has_demand = true;
        f->demand = demand_on_gpu(f->pattern, &f->shape, &caches, &f->gpu);
    }
    return 0;
}

static void lose(int64_t *stay, int64_t left, double part)
{
    *stay += llround(part * (double)(left - *stay));
}

/* Takes the lines from memory that the last cache loses from pass to pass. */
static void lose_lines(struct forecast *f)
{
    if (!f->cpu.may_leave)
        return;
    struct cache_model_counts *counts = &f->cpu.counts;
    const struct cache_model_counts *left = &f->cpu.left;
    const int last = f->cpu.shape.level_count - 1;
    const struct demand if_stay = f->demand,
                        if_left = demand_if_left(&f->facts, f->pattern, &f->shape, f->element_bytes,
                                                 &f->cpu);
    const double part =
        demand_left_part(&if_stay, &if_left, &f->cpu.left_lines, &f->source.ceilings);
    f->left_part = part;
    f->demand = demand_between(&if_stay, &if_left, part);
    lose(&counts->levels[last].load_misses, left->levels[last].load_misses, part);
    lose(&counts->levels[last].store_misses, left->levels[last].store_misses, part);
    lose(&counts->lines_read, left->lines_read, part);
    lose(&counts->lines_write_allocated, left->lines_write_allocated, part);
    lose(&counts->lines_written_back, left->lines_written_back, part);
}

static int foresee_cache_lines(const struct cost_model *model, struct forecast *f)
{
    const struct cache_hierarchy caches =
        cpu_caches_of(&f->facts, f->pattern, &f->shape, f->element_bytes, NULL);
    if (caches.level_count == 0) {
        f->absent = "hwloc finds no caches on this machine";
        return 0;
    }
    const int error =
        predict_cpu(f->pattern, &f->shape, f->element_bytes, &caches, &predict_thorough, &f->cpu);
    if (error && error != -ENOENT)
        return complain(error == -ENOMEM ? EXIT_WRONG : EXIT_USAGE,
                        "show: the model of the caches: %s", strerror(-error));
    f->has_accesses = !error;
    if (error)
        foresee_launch(model, f);
    else if (f->cpu.accesses > 0) {
        f->has_demand = demand_is_known(&f->cpu);
        f->demand = demand_on_cpu(&f->facts, f->pattern, &f->shape, f->element_bytes, &f->cpu);
        if (f->source.known)
            lose_lines(f);
    }
    return 0;
}

/* Without a choice, the ceilings that were last measured on this machine. */
static int recall_source(struct outline *target)
{
    char problem[PATH_TEXT_MAX + TEXT_MAX];
    struct source *source = &target->source;
    struct ceiling_set last;
    const int error = ceilings_recall(target->name, &target->facts, &last, problem, sizeof problem);
    source->ceilings = ceilings_at(&last, NAN);
    source->known = error == 0;
    if (source->known) {
        source->of = "the last runs here";
        memcpy(source->probed_s, last.probed_s, sizeof last.probed_s);
        ceilings_apply(&source->ceilings, &target->facts);
    }
    return error && error != -ENOENT ? complain(EXIT_WRONG, "%s", problem) : 0;
}

/* Finds its ceilings. By default these are the target's own, or those of a similar one. */
static int find_source(struct outline *target, const char *with)
{
    char folder[PATH_TEXT_MAX], problem[PATH_TEXT_MAX + TEXT_MAX];
    struct source *source = &target->source;
    const int status = with ? 0 : recall_source(target);
    if (status || source->known)
        return status;
    source->of = with ? with : target->kind->likeness;
    if (!source->of || strcmp(source->of, "none") == 0)
        return 0;
    const bool found = recorded_results(source->of, "ceilings.csv", folder);
    if (!found && !with)
        return 0;
    if (!found)
        return complain(EXIT_USAGE,
                        "option --with: %s: no recorded results of that name, and no folder with a "
                        "ceilings.csv; use h200, a results folder or none",
                        with);
    int error = ceilings_read(folder, target->name, &source->ceilings, problem, sizeof problem);
    if (error == -ENOENT)
        error = ceilings_like(folder, target->name, &source->ceilings, problem, sizeof problem);
    source->known = error == 0;
    return error && error != -ENOENT ? complain(EXIT_USAGE, "option --with: %s", problem) : 0;
}

static int outline(struct outline *target, const char *name, const char *with)
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
    return find_source(target, with);
}

static int foresee(const struct outline *target, struct forecast *f)
{
    static int (*const foresee_by[MODELS])(const struct cost_model *, struct forecast *) = {
        [MODEL_CACHE_LINES] = foresee_cache_lines,
        [MODEL_SECTORS] = foresee_sectors,
    };
    return f->absent ? 0 : foresee_by[f->model](target->model, f);
}

static int element_size(const struct pattern *pattern, const struct plan_request *request)
{
    return request->element_bytes ? (int)request->element_bytes : element_bytes_near(pattern, 4);
}

/* The requested targets, in `list`, which strsep takes apart. */
static char *targets_of(const struct plan_request *request, char list[TEXT_MAX])
{
    snprintf(list, TEXT_MAX, "%s", request->targets ? request->targets : "cpu,gpu0");
    return list;
}

static int64_t elements_of(const struct plan_request *request, int element_bytes)
{
    const int64_t footprint =
        request->footprint_bytes ? request->footprint_bytes : footprint_standard;
    return footprint / 2 / element_bytes;
}

/* Whether the list contains the target before the place `place`. */
static bool named_before(const struct plan_request *request, const char *target, size_t place)
{
    char list[TEXT_MAX], *rest = targets_of(request, list), *earlier;
    while ((earlier = strsep(&rest, ",")) && (size_t)(earlier - list) < place)
        if (strcmp(earlier, target) == 0)
            return true;
    return false;
}

static int check_target(const char *name, const struct pattern *pattern, const struct shape *shape,
                        const struct plan_request *request, const char *with)
{
    struct outline target;
    char problem[PROBLEM_MAX];
    const int bytes = element_size(pattern, request);
    const int status = outline(&target, name, with);
    if (status || absent_from(pattern, target.kind->side))
        return status;
    const struct forecast f =
        forecast_on(&target, pattern, shape, bytes, elements_of(request, bytes));
    const struct bounds_point point = {
        .pattern = pattern, .shape = &f.shape, .element_bytes = bytes, .side = target.kind->side};
    if (own_file(pattern) && !bounds_hold(&point, problem, sizeof problem))
        return complain(EXIT_USAGE, "%s", problem);
    return fitting_check(pattern, &f.shape, bytes, target.model->lane_threads > 1, problem,
                         sizeof problem)
               ? complain(EXIT_USAGE, "pattern %s on %s: %s", pattern->name, name, problem)
               : 0;
}

int forecast_check(const struct pattern *pattern, const struct shape *shape,
                   const struct plan_request *request, const char *with)
{
    const int bytes = element_size(pattern, request);
    char list[TEXT_MAX], *rest = targets_of(request, list), *target;
    int status = 0;
    if (!(pattern->sizes & bytes))
        return complain(EXIT_USAGE, "option --element: %s has no elements of %d bytes",
                        pattern->name, bytes);
    while (!status && (target = strsep(&rest, ",")))
        status = named_before(request, target, (size_t)(target - list))
                     ? complain(EXIT_USAGE, "option --on: %s is named twice; name it once", target)
                     : check_target(target, pattern, shape, request, with);
    return status;
}

int forecast_each(const struct pattern *pattern, const struct shape *shape,
                  const struct plan_request *request, const char *with, forecast_listener *listener,
                  void *context)
{
    const int bytes = element_size(pattern, request);
    char list[TEXT_MAX], *rest = targets_of(request, list), *name;
    int status = 0;
    while (!status && (name = strsep(&rest, ","))) {
        struct outline target;
        status = outline(&target, name, with);
        if (status)
            break;
        struct forecast f =
            forecast_on(&target, pattern, shape, bytes, elements_of(request, bytes));
        status = foresee(&target, &f);
        if (!status)
            status = listener(context, &f);
    }
    return status;
}
