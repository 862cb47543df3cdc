#include "study/course/grade/answers.h"

#include "study/base/array.h"
#include "study/model/model.h"
#include "study/model/predict.h"
#include "study/plan/parameter.h"
#include "study/plan/targets.h"
#include "study/plan/walks.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COPY_BYTES = 64 << 20 };

/* A compromise between the effort of a run, for each point, and that of `show`, for one point. */
static const struct predict_effort effort = {.requests = 1 << 14, .accesses = 1 << 19};

static const struct cache_level course_caches[] = {
    {.name = "L1", .size_bytes = 32 << 10, .one_bytes = 32 << 10, .line_bytes = 64, .ways = 8},
    {.name = "L2", .size_bytes = 1 << 20, .one_bytes = 1 << 20, .line_bytes = 64, .ways = 16},
    {.name = "L3", .size_bytes = 16 << 20, .one_bytes = 16 << 20, .line_bytes = 64, .ways = 16}};
enum { COURSE_CACHES = sizeof course_caches / sizeof course_caches[0] };

/* A number that was computed before. */
struct model_answer {
    const struct pattern *pattern;
    bool gpu;
    enum count_kind count;
    int element_bytes;
    int64_t value[PARAMETERS_MAX];
    double number;
};

/* A point to predict. */
struct case_of {
    const struct pattern *pattern;
    struct target_facts facts;
    bool gpu;
    int element_bytes;
    struct shape shape;
};

static bool fill_facts(struct case_of *c, char *problem, size_t size)
{
    int number;
    if (c->gpu) {
        const struct target_ops *kind = target_kind("gpu0", &number);
        char why[TEXT_MAX] = "";
        if (kind && kind->outline(&c->facts, why, sizeof why) == 0)
            return true;
        snprintf(problem, size, "this program knows no model of a GPU");
        return false;
    }
    c->facts = (struct target_facts){.multiprocessors = 1,
                                     .launch = {.teams = 1, .threads = 1, .workers = 1},
                                     .cache_levels = COURSE_CACHES};
    memcpy(c->facts.caches, course_caches, sizeof course_caches);
    return true;
}

static bool set_value(struct case_of *c, const char *name, int64_t value, char *problem,
                      size_t size)
{
    const struct parameter *p = parameter_find(c->pattern, name);
    if (p && parameter_allows(p, value))
        return shape_set(&c->shape, c->pattern, name, value);
    if (p)
        snprintf(problem, size, "pattern %s cannot have %s=%lld", c->pattern->name, name,
                 (long long)value);
    else
        snprintf(problem, size, "pattern %s has no parameter %s", c->pattern->name, name);
    return false;
}

/* The point at index `number` of a question's sweep. */
static bool make_case(struct case_of *c, const struct student_question *own, int number,
                      char *problem, size_t size)
{
    const struct question *question = own->question;
    c->gpu = strcmp(question->on, "cpu") != 0;
    if (!fill_facts(c, problem, size))
        return false;
    c->shape = shape_standard(c->pattern, 0, 1);
    (void)shape_set(&c->shape, c->pattern, "footprint", COPY_BYTES);
    for (int i = 0; i < question->set_count; i++)
        if (!set_value(c, question->set[i].name, own->set[i], problem, size))
            return false;
    if (question->sweep && !set_value(c, question->sweep, own->swept[number], problem, size))
        return false;
    c->shape.workers = c->facts.launch.workers;
    c->shape.threads = c->shape.workers * (c->gpu ? WARP_LANES : 1);
    c->shape.elements = point_elements(c->pattern, &c->shape, COPY_BYTES / 2 / c->element_bytes);
    return fitting_check(c->pattern, &c->shape, c->element_bytes, c->gpu, problem, size) == 0;
}

static double gpu_number(const struct case_of *c, enum count_kind count)
{
    struct gpu_prediction p;
    const struct gpu_caches caches = gpu_caches_of(&c->facts);
    if (predict_gpu(c->pattern, &c->shape, c->element_bytes, &caches, &effort, &p))
        return NAN;
    const double requests = p.loads.requests + p.stores.requests;
    switch (count) {
    case COUNT_SECTORS_PER_REQUEST:
        return (p.loads.sectors + p.stores.sectors) / requests;
    case COUNT_LINES_PER_REQUEST:
        return (p.loads.lines + p.stores.lines) / requests;
    case COUNT_CONFLICT_DEGREE:
        return p.tile_turns / p.tile_requests;
    default:
        return (p.read_bytes + p.write_bytes + p.partial_bytes) /
               (double)pattern_useful_bytes(c->pattern, &c->shape, c->element_bytes);
    }
}

static double cpu_number(const struct case_of *c, enum count_kind count)
{
    struct cpu_prediction p;
    const struct cache_hierarchy caches = cache_model_of(c->facts.caches, COURSE_CACHES, 1);
    if (predict_cpu(c->pattern, &c->shape, c->element_bytes, &caches, &effort, &p))
        return NAN;
    if (count == COUNT_MOVED_BYTES)
        return predict_memory_bytes(&p) /
               (double)pattern_useful_bytes(c->pattern, &c->shape, c->element_bytes);
    if (count == COUNT_TLB_MISSES)
        return 1000 * (double)p.counts.tlb_misses / p.accesses;
    const struct cache_model_level_counts *level = &p.counts.levels[count - COUNT_L1_MISSES];
    return 1000 * (double)(level->load_misses + level->store_misses) / p.accesses;
}

static bool is_known(const struct model_answer *answer, const struct case_of *c,
                     enum count_kind count)
{
    return answer->pattern == c->pattern && answer->gpu == c->gpu && answer->count == count &&
           answer->element_bytes == c->element_bytes &&
           memcmp(answer->value, c->shape.value, sizeof answer->value) == 0;
}

/* Caches the number. */
static void keep_answer(struct model_answers *known, const struct case_of *c, enum count_kind count,
                        double number)
{
    array_make_room(known->of, known->count, known->room);
    struct model_answer *answer = &known->of[known->count++];
    *answer = (struct model_answer){.pattern = c->pattern,
                                    .gpu = c->gpu,
                                    .count = count,
                                    .element_bytes = c->element_bytes,
                                    .number = number};
    memcpy(answer->value, c->shape.value, sizeof answer->value);
}

static double number_of(struct model_answers *known, const struct case_of *c, enum count_kind count)
{
    for (int i = 0; i < known->count; i++)
        if (is_known(&known->of[i], c, count))
            return known->of[i].number;
    const double number = c->gpu ? gpu_number(c, count) : cpu_number(c, count);
    keep_answer(known, c, count, number);
    return number;
}

bool model_series(struct model_answers *known, const struct student_question *own,
                  const struct pattern *pattern, int element_bytes, struct number_series *series,
                  char *problem, size_t problem_size)
{
    const int points = own->swept_count ? own->swept_count : 1;
    *series = (struct number_series){.count = points};
    for (int i = 0; i < points; i++) {
        struct case_of c = {.pattern = pattern,
                            .element_bytes = element_bytes_near(pattern, element_bytes)};
        if (!make_case(&c, own, i, problem, problem_size))
            return false;
        const double number = number_of(known, &c, own->question->count);
        if (!isfinite(number)) {
            snprintf(problem, problem_size, "the models count no %s of pattern %s",
                     counts[own->question->count].name, pattern->name);
            return false;
        }
        series->at[i] = own->swept_count ? own->swept[i] : 0;
        series->of[i] = (struct reading_of){number, number, number, false};
    }
    return true;
}

void model_answers_free(struct model_answers *known)
{
    free(known->of);
    *known = (struct model_answers){.of = NULL};
}
