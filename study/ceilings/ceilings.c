#include "study/ceilings/ceilings.h"

#include "patterns/clock.h"
#include "study/base/message.h"
#include "study/base/stop.h"
#include "study/measure/measure.h"
#include "study/measure/proof.h"
#include "study/model/gpu/compose_gpu.h"
#include "study/model/model.h"

#include <math.h>
#include <string.h>
#include <time.h>

/* The parts of the reported capacity that are tried, in rising order. */
static const double capacity_shares[CAPACITY_SHARES] = {1 / 4.0, 3 / 8.0, 1 / 2.0, 5 / 8.0,
                                                        3 / 4.0, 7 / 8.0, 1};

/* Beyond must take this many times as long to be another level. */
static const double level_step = 1.5;
/* Up to that part of the way from the cache's time to the next level's, on logarithms, a time is
 * the cache's: some lines always miss. */
static const double way = 2 / 3.0;
/* From this part on the report is right: replacement is never perfect near the end. */
static const double nearly_all = 3 / 4.0;

double capacity_share(const double ns_a_byte[CAPACITY_SHARES], double beyond_ns_a_byte)
{
    const double inside = fmin(ns_a_byte[0], ns_a_byte[1]);
    if (!(beyond_ns_a_byte > level_step * inside))
        return 1;
    const double most = inside * pow(beyond_ns_a_byte / inside, way);
    int fitting = 0;
    while (fitting < CAPACITY_SHARES && ns_a_byte[fitting] <= most)
        fitting++;
    if (fitting == 0 || capacity_shares[fitting - 1] >= nearly_all)
        return 1;
    return capacity_shares[fitting - 1];
}

enum { CAPACITY_TRIES = 2, ORDER_ROUNDS = 2 };
static const struct measure_settings probe_settings = {
    .samples = 7, .samples_least = 5, .warmup = 1, .sample_ns = 2e6, .most_ns = 3e9};

static const double least_part = 1e-3; /* of a probe whose resource may cost nothing */

/* What a probe found, and how. */
struct finding {
    bool any;
    struct probed probed;
    struct point point;
    struct summary ns; /* of a pass */
    double memory_ns;  /* the target's memory index meanwhile */
};

/* State of measuring one target's ceilings. */
struct probing {
    struct target *target;
    struct arrays *arrays;
    struct measure_settings settings;
    struct ceiling_set *set;
    struct ceilings_file *file;
};

double ceilings_now_s(void)
{
    return (double)time(NULL);
}

/* The bytes of a GPU's pass if all its warps had as many blocks as the one with the most. */
static double whole_rounds_bytes(const struct point *point)
{
    const double rounds = (double)point_blocks(point) / (double)point->shape.workers;
    return (double)point->useful_bytes * ceil(rounds) / rounds;
}

/* The cost of one unit of the probe's resource: the probe's time minus the known time of the
 * resources that are serialized with it. */
static double ns_each(const struct point *point, const struct demand *demand,
                      const struct ceilings *known, enum resource resource, double ns)
{
    struct demand others = *demand;
    const char *bound;
    if (compose_gpu_has(resource))
        return compose_gpu_probe(resource, demand, whole_rounds_bytes(point), known, ns);
    if (resource == CPU_LONE)
        return ns / demand_alone_ns(demand, known, CPU_ROWS);
    if (resources[resource].turns == AT_ONCE)
        return ns / demand->amount[resource];
    const enum turns turns = resources[resource].turns;
    for (int i = 0; i < RESOURCES; i++)
        if (!turns_contain(turns, resources[i].turns))
            others.amount[i] = 0;
    others.amount[resource] = 0;
    const double before_ns = demand_time_ns(&others, known, &bound);
    /* Launches vary by more than the stacks of their warps may take, a TLB may have one set, a
     * prefetcher may leave lines out, and handed lines may come while others are waited for. */
    const bool may_be_nothing = resource == GPU_STACKS || resource == CPU_TLB_SET_WAITS ||
                                turns == APART_LINES || resource == CPU_HANDED ||
                                resource == CPU_ENTRY_WAITS || resource == CPU_LARGE_WAITS ||
                                resource == CPU_HANDED_IN_ORDER;
    const double least_ns = may_be_nothing ? least_part * ns : -INFINITY;
    return fmax(ns - (bound ? before_ns : 0), least_ns) / demand->amount[resource];
}

bool ceiling_replaces(const struct ceiling_set *set, enum resource resource, double ns_each,
                      bool disturbed)
{
    const double known_ns = set->known.ns_each[resource];
    return isnan(known_ns) ||
           (disturbed ? set->disturbed[resource] && ns_each < known_ns : !isnan(ns_each));
}

/* The time of the probe's pass. Other load only makes a sample longer, so what it disturbed least
 * says most of a ceiling: the shortest sample. */
static struct summary probe_time(const struct measurement *measured, bool disturbed)
{
    struct summary ns = measured->pass_ns;
    if (disturbed)
        ns.median = ns.low = ns.minimum;
    return ns;
}

static bool is_usable(const struct measurement *measured, bool disturbed)
{
    return !measured->invalid || (disturbed && measured->invalid == samples_vary);
}

/* A ceiling that could not be measured is unknown. */
static int measure_point(struct probing *probing, const struct point *point, enum resource resource,
                         struct finding *finding)
{
    static struct measurement measured; /* 8 KB of samples */
    struct kernel_args args;
    struct cost cost = cost_of(point);
    if (!cost.has_demand)
        return 0;
    cost_take_residence(&probing->set->known, &cost);
    const struct demand *demand = cost_demand_with(&cost, resource);
    int status = prove_point(probing->arrays, point, &args);
    if (status)
        return status;
    status =
        target_result(probing->target, measure_until_valid(probing->target, point->kernel->run,
                                                           &args, &probing->settings, &measured));
    if (status)
        return status;
    const bool disturbed = measure_disturbed(&measured);
    const struct summary ns = probe_time(&measured, disturbed);
    const struct sample_speed speed = measure_speed(&measured);
    const struct ceilings at_speed = ceilings_at(probing->set, speed.core_ns);
    const double each = ns_each(point, demand, &at_speed, resource, ns.median);
    const bool known = is_usable(&measured, disturbed) && each > 0 && isfinite(each);
    const struct probed probed = {known ? each : NAN, speed.core_ns, disturbed};
    *finding = (struct finding){true, probed, *point, ns, speed.memory_ns};
    return 0;
}

/* The shortest time of a byte in a copy of `bytes`, in *ns; NaN: it cannot be measured. A
 * disturbance only makes it longer. */
static int copy_ns_a_byte(struct probing *probing, int64_t bytes, struct point *point,
                          struct measurement *measured, double *ns)
{
    struct measure_settings settings = probing->settings; /* shorter: many sizes are tried */
    struct kernel_args args;
    *ns = NAN;
    settings.samples = settings.samples_least = 5;
    settings.sample_ns /= 8;
    const struct point_request request = {
        .target = probing->target, .pattern = pattern_find("copy"), .element_bytes = 4};
    int status = plan_probe(&request, bytes, point);
    if (!status && point->kernel)
        status = prove_point(probing->arrays, point, &args);
    if (status || !point->kernel)
        return status;
    for (int i = 0; i < CAPACITY_TRIES; i++) {
        const int error = measure(probing->target, point->kernel->run, &args, &settings, measured);
        if (error)
            return target_result(probing->target, error);
        *ns = fmin(isnan(*ns) ? INFINITY : *ns,
                   measured->pass_ns.minimum / (double)point->useful_bytes);
    }
    return 0;
}

/* What a probe of a capacity found. */
struct capacity {
    double share; /* of the reported one */
    bool disturbed;
};

/* The part of a cache that the workers have, with all of them running. */
static int measure_share(struct probing *probing, enum resource resource, struct point *point,
                         struct measurement *measured, struct capacity *found)
{
    double ns[CAPACITY_SHARES] = {0}, beyond_ns;
    const struct cache_level *level =
        &probing->target->facts.caches[resources[resource].probe.level];
    int status = copy_ns_a_byte(probing, 2 * level->size_bytes, point, measured, &beyond_ns);
    for (int i = 0; i < CAPACITY_SHARES && !status; i++) {
        status = copy_ns_a_byte(probing, (int64_t)(capacity_shares[i] * (double)level->size_bytes),
                                point, measured, &ns[i]);
        found->disturbed |= measure_disturbed(measured);
    }
    found->share = fmax(found->share, capacity_share(ns, beyond_ns));
    return status;
}

/* A part contradicts the report for some time: one short moment, in which others may have had the
 * rest, does not prove it. */
static int measure_capacity(struct probing *probing, enum resource resource,
                            struct finding *finding)
{
    static struct measurement measured;
    struct point point;
    struct capacity found = {.share = 0};
    int status = measure_share(probing, resource, &point, &measured, &found);
    if (!status && found.share < 1)
        status = measure_share(probing, resource, &point, &measured, &found);
    if (status)
        return status;
    const struct sample_speed speed = measure_speed(&measured);
    const struct probed probed = {1 / found.share, speed.core_ns, found.disturbed};
    *finding = (struct finding){true, probed, point, measured.pass_ns, speed.memory_ns};
    return 0;
}

void ceilings_apply(const struct ceilings *known, struct target_facts *facts)
{
    for (int i = 0; i < RESOURCES; i++)
        if (resources[i].probe.place == END_OF_LEVEL && known->ns_each[i] >= 1 &&
            resources[i].probe.level < facts->cache_levels)
            facts->caches[resources[i].probe.level].share = 1 / known->ns_each[i];
    if (known->ns_each[CPU_L3_STAYS] > 0)
        facts->l3_stays_ns = known->ns_each[CPU_L3_STAYS];
    if (known->ns_each[CPU_LARGE_WAITS] >= 0 && known->ns_each[CPU_TLB_WAITS] > 0)
        facts->large_pages = known->ns_each[CPU_LARGE_WAITS] < known->ns_each[CPU_TLB_WAITS] / 2
                                 ? LARGE_WHOLE
                                 : LARGE_SPLIT;
    if (l3_loses_lines(known) && facts->cache_levels == COST_LEVELS)
        facts->caches[COST_LEVELS - 1].share = 0;
}

/* How long the last cache has a line that nobody uses: other machines on the same chip evict it. A
 * chase through twice an L2 finds its nodes there, and again after a pause, until they are in
 * memory: on a host of 260 MiB, 1 MiB was all there after 4 ms, six tenths of it after 8, and
 * nothing after 16. */
enum { STAY_TRIES = 5, STAY_PAUSES = 11 };
static const double stay_pauses_ns[STAY_PAUSES] = {0,   1e6, 2e6,  3e6,  4e6,          5e6,
                                                   6e6, 8e6, 12e6, 16e6, STAYS_MOST_NS};
static const double gone_part = 0.05, /* of the lines, if the others stay */
    gone_times = 1.5;                 /* as long takes the chase without all of them */

double stay_of(const double *run_ns, const double *pauses_ns, int count, double again_ns)
{
    const double gone_ns = run_ns[count - 1],
                 most_ns = run_ns[0] + gone_part * (gone_ns - run_ns[0]);
    const double least_ns = again_ns <= most_ns ? gone_ns : 0;
    int i = count - 1;
    if (!(gone_ns > gone_times * run_ns[0]))
        return pauses_ns[i];
    while (i > 0 && run_ns[i] > most_ns)
        i--;
    const double part = (most_ns - run_ns[i]) / (run_ns[i + 1] - run_ns[i]);
    const double from = pauses_ns[i] + run_ns[i], to = pauses_ns[i + 1] + run_ns[i + 1];
    return fmax(from + part * (to - from), least_ns);
}

static void pause_for(double ns)
{
    const double end_ns = clock_now_ns() + ns;
    while (clock_now_ns() < end_ns)
        ;
}

static int measure_stay(struct probing *probing, enum resource resource, struct finding *finding)
{
    struct point point;
    struct kernel_args args;
    struct placement placement;
    double least_ns[STAY_PAUSES], run_ns[STAY_TRIES], again_ns = INFINITY;
    int status = probe_point(resource, probing->target, &point);
    if (!status && point.kernel)
        status = prove_point(probing->arrays, &point, &args);
    if (status || !point.kernel)
        return status;
    args.passes = pattern_round_passes(point.pattern, &point.shape);
    for (int pause = 0; pause < STAY_PAUSES; pause++) {
        least_ns[pause] = INFINITY; /* other load makes a run only longer */
        for (int i = 0; i < STAY_TRIES; i++) {
            double warm_ns;
            int error = probing->target->ops->run(probing->target, point.kernel->run, &args,
                                                  &warm_ns, &placement);
            pause_for(stay_pauses_ns[pause]);
            if (!error)
                error = probing->target->ops->run(probing->target, point.kernel->run, &args,
                                                  &run_ns[i], &placement);
            if (error)
                return target_result(probing->target, error);
            least_ns[pause] = fmin(least_ns[pause], run_ns[i]);
            if (pause == STAY_PAUSES - 1 && i > 0)
                again_ns = fmin(again_ns, warm_ns);
        }
    }
    const double stays_ns = stay_of(least_ns, stay_pauses_ns, STAY_PAUSES, again_ns);
    const struct summary summary = summarise(run_ns, STAY_TRIES, probing->settings.seed);
    *finding = (struct finding){true, {stays_ns, NAN, false}, point, summary, NAN};
    return 0;
}

static int measure_throughput(struct probing *probing, enum resource resource,
                              struct finding *finding)
{
    struct point point;
    const int status = probe_point(resource, probing->target, &point);
    return status || !point.kernel ? status : measure_point(probing, &point, resource, finding);
}

/* Other load only makes a probe longer: of several the shortest one counts. */
static bool is_better(const struct probed *probed, const struct probed *other)
{
    if (isnan(probed->ns_each) || isnan(other->ns_each))
        return !isnan(probed->ns_each);
    return probed->disturbed != other->disturbed ? other->disturbed
                                                 : probed->ns_each < other->ns_each;
}

static int probe_again(struct probing *probing, enum resource resource, struct finding *best)
{
    const enum place place = resources[resource].probe.place;
    struct finding finding = {.any = false};
    const int status = place == END_OF_LEVEL ? measure_capacity(probing, resource, &finding)
                       : place == LEFT_IDLE  ? measure_stay(probing, resource, &finding)
                                             : measure_throughput(probing, resource, &finding);
    if (finding.any && (!best->any || is_better(&finding.probed, &best->probed)))
        *best = finding;
    return status;
}

/* A probe that takes far longer than at its last time may have met a short disturbance, which the
 * next one does not: of 755 probes of one run, one found a hundredth of an L1's bandwidth, and of
 * 830 of another, one half of it. So a short probe is made twice at first. */
static const double doubtful_times = 1.5, short_ns = 0.2e9;

static int measure_probe(struct probing *probing, enum resource resource)
{
    struct ceiling_set *set = probing->set;
    const double start_ns = clock_now_ns(), before_ns = set->known.ns_each[resource];
    struct finding best = {.any = false};
    int status = probe_again(probing, resource, &best);
    const bool doubtful = set->probed_s[resource] == 0
                              ? clock_now_ns() - start_ns < short_ns
                              : best.probed.ns_each > doubtful_times * before_ns;
    if (!status && doubtful)
        status = probe_again(probing, resource, &best);
    const struct probed *found = &best.probed;
    if (!status && best.any && ceiling_replaces(set, resource, found->ns_each, found->disturbed)) {
        ceiling_take(set, resource, *found);
        status = ceilings_file_add(probing->file, &best.point, resource, *found, &best.ns,
                                   best.memory_ns);
    }
    ceilings_apply(&set->known, &probing->target->facts);
    set->took_s[resource] = (clock_now_ns() - start_ns) * 1e-9;
    set->probed_s[resource] = ceilings_now_s();
    set->speed[resource] = set->speed_now;
    return status;
}

bool ceiling_of_each_run(enum resource resource)
{
    const struct probe *probe = &resources[resource].probe;
    return probe->place != IN_MEMORY && probe->place != MANY_PAGES && probe->place != LEFT_IDLE &&
           (probe->place != END_OF_LEVEL || probe->level < 2);
}

/* In a virtual machine, others take and leave their part of caches and memory: random lines of one
 * took 1.6 to 2.2 times as long as at the run's begin. So all ceilings of a CPU are measured again,
 * each as rarely as its probe is long: that takes a sixtieth of the time. Copies, which all studies
 * measure, show memory's speed themselves. */
static const double lasts_for_each = 60;

static bool ages_on(const struct target *target, enum resource resource, double took_s)
{
    if (ceiling_of_each_run(resource))
        return true;
    return target->ops->side == SIDE_CPU && resource != CPU_MEMORY && took_s > 0;
}

/* Where an L3 loses lines, copies end in it where they take longer than lines stay: that says
 * nothing of its size. */
static bool is_needed(const struct ceiling_set *set, const bool *needed, enum resource resource)
{
    return needed[resource] && !(resource == CPU_L3_SHARE && l3_loses_lines(&set->known));
}

static bool is_due(const struct target *target, enum resource resource,
                   const struct ceiling_set *set, const bool *needed, double before_s)
{
    const double probed_s = set->probed_s[resource], took_s = set->took_s[resource];
    const bool old = probed_s < before_s - lasts_for_each * took_s || probed_s > ceilings_now_s();
    return probe_fits(resource, target) && is_needed(set, needed, resource) &&
           (probed_s == 0 || (old && ages_on(target, resource, took_s)));
}

int ceilings_due(const struct target *target, const struct ceiling_set *set, double before_s)
{
    int due = 0;
    for (int i = 0; i < RESOURCES; i++)
        due += is_due(target, (enum resource)i, set, set->needed, before_s);
    return due;
}

bool ceiling_is_missing(const struct ceiling_set *set, enum resource resource)
{
    return is_needed(set, set->needed, resource) && isnan(set->known.ns_each[resource]);
}

/* Probes ceilings in an impossible order again: those that were measured since then. */
static int probe_doubtful(struct probing *probing, const bool *doubtful, double since_s)
{
    int status = 0;
    for (int i = 0; i < RESOURCES && !status; i++)
        if (probe_fits((enum resource)i, probing->target) && doubtful[i] &&
            probing->set->probed_s[i] >= since_s)
            status = measure_probe(probing, (enum resource)i);
    return status;
}

/* Leaves out impossible ceilings, with a message. */
static int drop_impossible(struct probing *probing, const bool *impossible)
{
    int status = 0;
    struct point point;
    for (int i = 0; i < RESOURCES && !status; i++) {
        const enum resource resource = (enum resource)i;
        if (!probe_fits(resource, probing->target) || !impossible[resource])
            continue;
        char text[CEILING_TEXT_MAX];
        ceiling_text(resource, probing->set->known.ns_each[resource], text);
        complain(
            0,
            "target %s: the ceiling of %s, %s, contradicts those of its other levels, after %d "
            "probes; it is left out",
            probing->target->name, resources[resource].name, text, ORDER_ROUNDS + 1);
        const struct probed none = {NAN, NAN, false};
        ceiling_take(probing->set, resource, none);
        status = probe_point(resource, probing->target, &point);
        if (!status)
            status = ceilings_file_add(probing->file, &point, resource, none, NULL, NAN);
    }
    return status;
}

/* Doubt falls on what was measured since then first: the others agreed, and memory takes long. */
static int check_order(struct probing *probing, double since_s)
{
    bool doubtful[RESOURCES], impossible[RESOURCES];
    const double peak_gbps = probing->target->facts.peak_gbps;
    struct ceilings known = ceilings_at(probing->set, NAN);
    int status = 0;
    for (int i = 0; i < ORDER_ROUNDS && !status; i++) {
        if (ceilings_possible(&known, peak_gbps, doubtful, impossible))
            return 0;
        status = probe_doubtful(probing, doubtful, i == 0 ? since_s : 0);
        known = ceilings_at(probing->set, NAN);
    }
    if (!status && !ceilings_possible(&known, peak_gbps, doubtful, impossible))
        status = drop_impossible(probing, impossible);
    return status;
}

int ceilings_measure(struct target *target, struct arrays *arrays, uint64_t seed,
                     struct ceilings_file *file, const bool needed[RESOURCES], double before_s,
                     double most_ns, struct progress *progress, struct ceiling_set *set)
{
    struct probing probing = {
        .target = target, .arrays = arrays, .settings = probe_settings, .set = set, .file = file};
    const double start_ns = clock_now_ns(), start_s = ceilings_now_s();
    int status = 0, measured = 0;
    probing.settings.seed = seed;
    for (int i = 0; i < RESOURCES && !status; i++) {
        if (!is_due(target, (enum resource)i, set, needed, before_s) ||
            clock_now_ns() - start_ns > most_ns)
            continue;
        if (progress)
            progress_probe(progress);
        status = stop_asked();
        if (!status)
            status = measure_probe(&probing, (enum resource)i);
        measured++;
    }
    return status || measured == 0 ? status : check_order(&probing, start_s);
}

int ceilings_take_copies(const struct point *copy, const double *times_ns, int count,
                         double core_ns, uint64_t seed, struct ceilings_file *file,
                         struct ceiling_set *set)
{
    const struct cost_model *model = model_of(copy->target->ops->model);
    const struct summary ns = summarise(times_ns, count, seed);
    struct demand demand;
    if (!model || !cost_demand(copy, &demand) || !(demand.amount[model->memory] > 0))
        return 0;
    const enum resource memory = model->memory;
    const struct probed probed = {ns.median / demand.amount[memory], core_ns, false};
    ceiling_take(set, memory, probed);
    return ceilings_file_add(file, copy, memory, probed, &ns, NAN);
}
