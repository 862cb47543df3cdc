#include "study/run/session.h"

#include "patterns/clock.h"
#include "plots/data/yardstick.h"
#include "study/base/median.h"
#include "study/base/message.h"
#include "study/base/stop.h"
#include "study/ceilings/ceilings.h"
#include "study/ceilings/remembered.h"
#include "study/measure/proof.h"
#include "study/model/predict.h"
#include "study/own/bounds.h"

#include <math.h>
#include <string.h>

enum { COPIES_LEAST = 3 };

static const struct measure_settings quick_settings = {
    .samples = 10, .samples_least = 10, .warmup = 0, .sample_ns = 2e6, .most_ns = 10e9};
static const struct measure_settings full_settings = {
    .samples = 10, .samples_least = 10, .warmup = 2, .sample_ns = 5e6, .most_ns = 30e9};

/* Ceilings of a CPU are measured again after 20 s at least, since its clocks fall under load and,
 * in a virtual machine, others come and go (on one, the L2 was 1.5 times as fast 20 s later): for
 * at most 5 s at once, the rest after the next point. Twice as many predict no better: medians of
 * errors were 12.8 and 12.9 % on one host, 9.3 and 9.1 % on another. */
static const double ceilings_last_s = 20, renewing_most_ns = 5e9;

/* So short that a call of ceilings_measure makes one probe. */
static const double one_probe_ns = 1e6;

struct measure_settings session_settings(const struct plan_request *request)
{
    struct measure_settings settings = request->quick ? quick_settings : full_settings;
    if (request->samples) {
        settings.samples = settings.samples_least = (int)request->samples;
        settings.most_ns = 0;
    }
    if (request->warmup >= 0)
        settings.warmup = settings.warmup_slow = (int)request->warmup;
    settings.seed = (uint64_t)request->seed;
    return settings;
}

void session_begin(struct session *session, const struct plan_request *request,
                   struct target_list *targets)
{
    *session = (struct session){.targets = targets->targets,
                                .target_count = targets->count,
                                .settings = session_settings(request),
                                .reuses_ceilings = request->quick,
                                .ceilings_file = {.file = -1}};
    for (int i = 0; i < targets->count; i++) {
        session->arrays[i].checks = &own_checks;
        session->ceilings[i].known = ceilings_unknown();
    }
}

int session_target(const struct session *session, const struct point *point)
{
    return (int)(point->target - session->targets);
}

void session_keep_copy(struct session *session, const struct point *point, double gbps,
                       double core_ns, bool disturbed)
{
    if (point->baseline && session->copy_count < COPIES_MAX)
        session->copies[session->copy_count++] = (struct measured_copy){
            point->study, point->target, point->element_bytes, point->footprint_bytes, gbps,
            core_ns,      disturbed};
}

static const struct measured_copy *own_copy(const struct session *session,
                                            const struct point *point)
{
    for (int i = 0; i < session->copy_count; i++)
        if (session->copies[i].study == point->study && session->copies[i].target == point->target)
            return &session->copies[i];
    return NULL;
}

/* The last copy that was measured on a target; NULL if there is none. */
static const struct measured_copy *last_copy(const struct session *session,
                                             const struct target *target)
{
    for (int i = session->copy_count - 1; i >= 0; i--)
        if (session->copies[i].target == target)
            return &session->copies[i];
    return NULL;
}

/* Whether both are of the same target, element size and footprint. */
static bool copies_alike(const struct measured_copy *a, const struct measured_copy *b)
{
    return a->target == b->target && a->element_bytes == b->element_bytes &&
           a->footprint_bytes == b->footprint_bytes;
}

static bool counts_like(const struct measured_copy *copy, const struct measured_copy *like)
{
    return copies_alike(copy, like) && copy->gbps > 0 && !copy->disturbed;
}

/* The valid copies so far that are like this one. */
static struct copies copies_like(const struct session *session, const struct measured_copy *like)
{
    struct copies copies = {.count = 0};
    for (int i = 0; i < session->copy_count; i++) {
        const double gbps = session->copies[i].gbps;
        if (counts_like(&session->copies[i], like))
            copies_add(&copies, &(struct yardstick){gbps, gbps, gbps});
    }
    return copies;
}

/* The speed index of the cores during the last `count` of these copies. */
static double core_ns_of_copies(const struct session *session, const struct measured_copy *like,
                                int count)
{
    double core_ns[YARDSTICK_COPIES];
    int found = 0;
    for (int i = session->copy_count - 1; i >= 0 && found < count; i--)
        if (counts_like(&session->copies[i], like) && session->copies[i].core_ns > 0)
            core_ns[found++] = session->copies[i].core_ns;
    return median_of(core_ns, found);
}

/* The bandwidth that the point is compared with: the median of the copies like its own; 0 if there
 * is none. */
static double copy_gbps(const struct session *session, const struct point *point)
{
    const struct measured_copy *own = own_copy(session, point);
    if (!own)
        return 0;
    const struct copies copies = copies_like(session, own);
    const double gbps = yardstick_of(&copies).gbps;
    return gbps > 0 ? gbps : 0;
}

/* Takes the ceiling of a target's memory from the copies nearest in time. `copy` is one of them. */
static int take_copies_of(struct session *session, const struct point *copy)
{
    double times_ns[YARDSTICK_COPIES];
    const struct measured_copy *last = last_copy(session, copy->target);
    const struct copies copies = copies_like(session, last);
    const int count = copies.count < YARDSTICK_COPIES ? copies.count : YARDSTICK_COPIES;
    if (strcmp(copy->level, "memory") != 0 || count < COPIES_LEAST)
        return 0;
    for (int i = 0; i < count; i++)
        times_ns[i] = (double)copy->useful_bytes / copies.last[i].gbps;
    return ceilings_take_copies(copy, times_ns, count, core_ns_of_copies(session, last, count),
                                session->settings.seed, &session->ceilings_file,
                                &session->ceilings[session_target(session, copy)]);
}

/* Takes each target's ceiling of memory from its last copies before point number `end`. */
static int take_copies(struct session *session, const struct plan *plan, int end)
{
    bool seen[TARGETS_MAX] = {false};
    int status = 0;
    for (int i = end - 1; i >= 0 && !status; i--) {
        const struct point *copy = &plan->points[i];
        bool *is_seen = &seen[session_target(session, copy)];
        if (copy->baseline && !*is_seen)
            status = take_copies_of(session, copy);
        *is_seen |= copy->baseline;
    }
    session->copies_changed = false;
    return status;
}

static int measure_ceilings(struct session *session, int number, const bool *needed,
                            double before_s, double most_ns, struct progress *progress)
{
    return ceilings_measure(&session->targets[number], &session->arrays[number],
                            session->settings.seed, &session->ceilings_file, needed, before_s,
                            most_ns, progress, &session->ceilings[number]);
}

/* Measures a CPU's ceilings again that a point needs, if they are old. This takes at most half of
 * the time. */
static int renew_ceilings(struct session *session, int number, const bool *needed)
{
    const double start_ns = clock_now_ns();
    if (session->targets[number].ops->side != SIDE_CPU || start_ns < session->renew_after_ns)
        return 0;
    const int status = measure_ceilings(session, number, needed, ceilings_now_s() - ceilings_last_s,
                                        renewing_most_ns, NULL);
    session->renew_after_ns = 2 * clock_now_ns() - start_ns;
    return status;
}

/* Whether probes have found caches or pages other than they were in `before`. */
static bool is_other_machine(const struct target_facts *before, const struct target_facts *now)
{
    bool other = before->large_pages != now->large_pages;
    for (int i = 0; i < now->cache_levels; i++) {
        const int64_t bytes = now->caches[i].size_bytes;
        other |= cache_usable(&before->caches[i], bytes) != cache_usable(&now->caches[i], bytes);
    }
    return other;
}

/* Measures what a cost needs, and none before it did. `needed` says what that is. */
static int measure_unknown(struct session *session, int number, const struct cost *cost,
                           bool needed[RESOURCES])
{
    struct target *target = &session->targets[number];
    struct ceiling_set *set = &session->ceilings[number];
    memset(needed, 0, RESOURCES * sizeof *needed);
    cost_needs(cost, &set->known, needed);
    for (int i = 0; i < RESOURCES; i++)
        set->needed[i] = set->needed[i] || needed[i];
    if (ceilings_due(target, set, 0) == 0)
        return 0;
    const int status = probes_contained(target, needed);
    return status ? status : measure_ceilings(session, number, needed, 0, INFINITY, NULL);
}

/* Predicts what a point costs, with ceilings that are known and recent enough. */
static int ready_point(struct session *session, const struct point *point, struct cost *cost)
{
    const int number = session_target(session, point);
    const struct target_facts before = point->target->facts;
    bool needed[RESOURCES];
    *cost = cost_of(point);
    if (!cost->has_demand)
        return 0;
    int status = measure_unknown(session, number, cost, needed);
    if (!status && cost->may_leave) /* how long lines stay is known now */
        status = measure_unknown(session, number, cost, needed);
    if (!status)
        status = renew_ceilings(session, number, needed);
    if (status || !is_other_machine(&before, &point->target->facts))
        return status;
    *cost = cost_of(point);
    return measure_unknown(session, number, cost, needed);
}

static bool is_stopped(const struct session *session)
{
    return session->settings.stop && *session->settings.stop;
}

/* The median of some readings: one may be interrupted. */
static struct sample_speed speed_of(struct target *target)
{
    enum { READINGS = 15 };
    struct sample_speed speeds[READINGS];
    if (!target->ops->speed)
        return speed_unknown;
    for (int i = 0; i < READINGS; i++) {
        const struct speed_index speed = target->ops->speed(target, 0);
        speeds[i] = (struct sample_speed){speed.core_ns, speed.memory_ns};
    }
    return speed_usual(speeds, READINGS);
}

/* Measures those of one target, probe by probe, so that a stop signal between two of them is
 * seen. */
static int measure_due(struct session *session, int number)
{
    struct target *target = &session->targets[number];
    const struct ceiling_set *set = &session->ceilings[number];
    const double most_ns = session->settings.stop ? one_probe_ns : INFINITY;
    int status = 0;
    while (!status && !is_stopped(session) && ceilings_due(target, set, 0) > 0)
        status = measure_ceilings(session, number, set->needed, 0, most_ns, session->progress);
    return status;
}

/* Finds which ceilings a target's points need, or which capacities alone, and takes those that are
 * known from this machine's last run. */
static int find_needed(struct session *session, int number, const struct rest *rest,
                       bool capacities_alone, int *reused)
{
    int count = 0;
    struct target *target = &session->targets[number];
    struct ceiling_set *set = &session->ceilings[number];
    int status = probes_needed(target, rest, capacities_alone, set->needed);
    if (!status && session->reuses_ceilings)
        status = ceilings_reuse(target, &session->ceilings_file, set, &count);
    *reused += count;
    return status;
}

/* Measures the capacities of a target's caches, on which it depends what the points need. */
static int begin_target(struct session *session, int number, const struct rest *rest)
{
    struct target *target = &session->targets[number];
    struct ceiling_set *set = &session->ceilings[number];
    int reused = 0;
    set->speed_now = speed_of(target);
    int status = find_needed(session, number, rest, true, &reused);
    watch_look(&session->watches[number], target);
    const int due = ceilings_due(target, set, 0);
    if (due > 0 && session->progress && !status)
        progress_part(session->progress, "capacities", due);
    if (!status)
        status = measure_due(session, number);
    if (!status)
        status = find_needed(session, number, rest, false, &reused);
    if (!status && reused)
        complain(0,
                 "target %s: %d ceiling%s of the last run %s used again, since cores and memory "
                 "are as fast as then",
                 target->name, reused, reused == 1 ? "" : "s", reused == 1 ? "is" : "are");
    return status;
}

int session_ready_ceilings(struct session *session, const struct rest *rest)
{
    int due = 0, status = 0;
    for (int i = 0; i < session->target_count && !status; i++) {
        status = begin_target(session, i, rest);
        due += ceilings_due(&session->targets[i], &session->ceilings[i], 0);
    }
    if (due > 0 && !status && session->progress)
        progress_part(session->progress, "ceilings", due);
    for (int i = 0; i < session->target_count && !status; i++)
        status = measure_due(session, i);
    return status;
}

/* Records where the point's memory is, and its bandwidth for the points to come. Memory that is not
 * where it was requested is an error. */
static int note_point(struct session *session, const struct point *point,
                      struct session_point *done)
{
    char problem[TEXT_MAX];
    const struct measurement *measured = &done->measured;
    const int number = session_target(session, point);
    const double gbps =
        measured->invalid ? 0 : (double)point->useful_bytes / measured->pass_ns.median;
    if (arrays_locate(&session->arrays[number], &done->memory, problem, sizeof problem))
        return complain(EXIT_NO_DEVICE, "pattern %s on %s, %s %lld: %s", point->pattern->name,
                        point->target->name, point->parameter, (long long)point->value, problem);
    if (session->progress)
        progress_measured(session->progress, measured->kernel_ns, gbps);
    watch_point(&session->watches[number], point, measured->conditions, gbps);
    session_keep_copy(session, point, gbps, measure_speed(measured).core_ns,
                      measure_disturbed(measured));
    session->copies_changed |= point->baseline;
    return 0;
}

int session_measure_again(struct session *session, const struct point *point,
                          struct measurement *measured)
{
    const int number = session_target(session, point);
    return measure_proved(&session->arrays[number], point, &session->watches[number],
                          &session->settings, measured);
}

/* The ceilings at a speed, and the cost where the workers have other parts of their caches then,
 * which may need others. */
static int know_at(struct session *session, const struct point *point, double index_ns,
                   struct ceilings *known, struct cost *cost)
{
    const int number = session_target(session, point);
    struct target_facts *facts = &session->targets[number].facts;
    const struct target_facts before = *facts;
    bool needed[RESOURCES];
    *known = ceilings_at(&session->ceilings[number], index_ns);
    ceilings_apply(known, facts);
    const bool same = !is_other_machine(&before, facts);
    if (!same)
        *cost = cost_of(point);
    *facts = before;
    if (same)
        return 0;
    const int status = measure_unknown(session, number, cost, needed);
    *known = ceilings_at(&session->ceilings[number], index_ns);
    return status;
}

static int measure_point(struct session *session, const struct point *point, struct cost *cost,
                         struct session_point *done)
{
    const int number = session_target(session, point);
    double core_ns;
    int status = session_measure_again(session, point, &done->measured);
    if (!status)
        status = note_point(session, point, done);
    if (status)
        return status;
    const double index_ns = measure_speed(&done->measured).core_ns;
    struct ceilings known;
    status = know_at(session, point, index_ns, &known, cost);
    if (status)
        return status;
    done->result =
        result_of(point, &done->measured, &done->memory, copy_gbps(session, point), *cost, &known);
    /* a copy is no point to predict; non-temporal stores go past the core to memory */
    if (is_stopped(session) || point->baseline || cost->demand.amount[CPU_STREAMED] > 0)
        return 0;
    status = core_measure(point, &session->arrays[number], session->settings.seed, index_ns,
                          &session->cores, &core_ns);
    if (!status)
        result_predict(&done->result, core_ns, &known);
    return status;
}

int session_measure(struct session *session, const struct plan *plan, int index,
                    struct session_point *done)
{
    const struct point *point = &plan->points[index];
    struct cost cost;
    int status = stop_asked();
    if (session->progress)
        progress_point(session->progress, point, index, plan->count);
    if (!status && !point->baseline && session->copies_changed)
        status = take_copies(session, plan, index);
    if (!status)
        status = ready_point(session, point, &cost);
    if (!status)
        status = measure_point(session, point, &cost, done);
    if (session->progress)
        progress_point_end(session->progress, index);
    return status;
}

void session_end(struct session *session)
{
    ceilings_file_close(&session->ceilings_file);
    for (int i = 0; i < session->target_count; i++) {
        watch_end(&session->watches[i], &session->targets[i]);
        ceilings_remember(&session->targets[i], &session->ceilings[i]);
        arrays_release(&session->arrays[i]);
    }
}
