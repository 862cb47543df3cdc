#include "study/json/document.h"
#include "study/model/demand.h"
#include "study/time/timing.h"

#include <math.h>

static double or_none(const struct timing *timing, double ns)
{
    return timing->done.measured.invalid || timing->done.measured.count == 0 ? NAN : ns;
}

static void put_point(json_t *object, const struct point *point)
{
    put_count(object, "element_bytes", point->element_bytes);
    put_count(object, "footprint_bytes", point->footprint_bytes);
    put_count(object, "elements", point->shape.elements);
    put_count(object, "useful_bytes", point->useful_bytes);
    put_text(object, "level", point->level);
    json_t *parameters = put_object(object, "parameters");
    for (int i = 0; i < pattern_parameter_count(point->pattern); i++)
        put_count(parameters, point->pattern->parameters[i].name, point->shape.value[i]);
}

static void put_times(json_t *object, const struct timing *t)
{
    const struct summary *ns = &t->done.measured.pass_ns;
    put_number(object, "time_ns", or_none(t, ns->median));
    put_number(object, "time_min_ns", or_none(t, ns->minimum));
    put_number(object, "time_max_ns", or_none(t, ns->maximum));
    put_number(object, "ci_low_ns", or_none(t, ns->low));
    put_number(object, "ci_high_ns", or_none(t, ns->high));
    put_number(object, "quartile_low_ns", or_none(t, t->spread.quartile_low));
    put_number(object, "quartile_high_ns", or_none(t, t->spread.quartile_high));
    put_number(object, "mean_ns", or_none(t, t->spread.mean));
    put_number(object, "deviation_ns", or_none(t, t->spread.deviation));
    put_number(object, "mad_ns", or_none(t, t->spread.mad));
    put_number(object, "launch_ns", t->done.measured.launch_ns);
}

static void put_rates(json_t *object, const struct timing *t)
{
    const double copy_gbps = t->done.result.copy_gbps;
    const double gbps =
        or_none(t, (double)t->point->useful_bytes / t->done.measured.pass_ns.median);
    put_number(object, "bandwidth_gbps", gbps);
    put_number(object, "copy_gbps", copy_gbps > 0 ? copy_gbps : NAN);
    put_number(object, "fraction_of_copy", copy_gbps > 0 ? gbps / copy_gbps : NAN);
    put_number(object, "predicted_time_ns", t->done.result.predicted_ns);
    put_text(object, "bound", t->done.result.bound);
    put_text(object, "missing_ceiling", t->missing < RESOURCES ? resources[t->missing].name : NULL);
    put_number(object, "predicted_bytes", t->done.result.cost.predicted_bytes);
}

static void put_samples(json_t *object, const struct timing *t)
{
    put_count(object, "samples", t->done.measured.count);
    put_count(object, "passes", t->done.measured.high_passes - t->done.measured.low_passes);
    put_count(object, "disturbed", t->done.measured.disturbed);
    json_t *outliers = put_object(object, "outliers");
    put_count(outliers, "below", t->spread.below);
    put_count(outliers, "above", t->spread.above);
    put_count(outliers, "disturbed", t->spread.disturbed);
    put_number(outliers, "fence_low_ns", or_none(t, t->spread.fence_low));
    put_number(outliers, "fence_high_ns", or_none(t, t->spread.fence_high));
    add_numbers(put_array(object, "sample_ns"), t->done.measured.samples, t->done.measured.count);
}

static void put_warnings(json_t *object, const struct timed *timed, const struct timing *timing)
{
    char text[WARNING_TEXT_MAX];
    json_t *warnings = put_array(object, "warnings");
    for (int i = 0; timing_warning(timed, timing, i, text); i++)
        add_text(warnings, text);
}

static void put_timing(json_t *object, const struct timed *timed, const struct timing *timing)
{
    put_text(object, "target", timing->target->name);
    put_text(object, "title", timing->target->facts.title);
    put_text(object, "absent", timing->absent);
    put_flag(object, "measured", timing->is_done);
    if (!timing->is_done)
        return;
    put_point(object, timing->point);
    put_flag(object, "valid", !timing->done.measured.invalid);
    put_text(object, "invalid", timing->done.measured.invalid);
    put_times(object, timing);
    put_rates(object, timing);
    put_count(object, "workers", timing->done.measured.placement.workers);
    put_text(object, "ran_on", timing->done.measured.placement.where_text);
    put_text(object, "pages", timing->done.memory.nodes);
    put_samples(object, timing);
    put_warnings(object, timed, timing);
}

static void put_timed(json_t *object, const struct timed *timed, int targets)
{
    put_text(object, "pattern", timed->pattern->name);
    put_text(object, "help", timed->pattern->help);
    put_flag(object, "interrupted", *timed->stop);
    json_t *array = put_array(object, "targets");
    for (int i = 0; i < targets; i++)
        put_timing(add_object(array), timed, &timed->timings[i]);
}

static void put_ratios(json_t *array, const struct timed *timed, int patterns, int target)
{
    struct comparison speed;
    const int fastest = timings_fastest(timed, patterns, target);
    for (int i = 0; i < patterns && fastest >= 0; i++) {
        if (!timings_compare(&timed[fastest], &timed[i], target, &speed))
            continue;
        json_t *object = add_object(array);
        put_text(object, "target", timed->timings[target].target->name);
        put_text(object, "a", timed[fastest].pattern->name);
        put_text(object, "b", timed[i].pattern->name);
        put_number(object, "ratio", speed.ratio.value);
        put_number(object, "ratio_low", speed.ratio.low);
        put_number(object, "ratio_high", speed.ratio.high);
        put_text(object, "verdict", verdict_word(speed.verdict));
    }
}

void timings_document(const struct timed *timed, int patterns, int targets)
{
    json_t *document = json_object();
    if (patterns == 1) {
        put_timed(document, timed, targets);
        document_print(document);
        return;
    }
    json_t *array = put_array(document, "patterns"), *ratios = put_array(document, "ratios");
    for (int i = 0; i < patterns; i++)
        put_timed(add_object(array), &timed[i], targets);
    for (int target = 0; target < targets; target++)
        put_ratios(ratios, timed, patterns, target);
    document_print(document);
}
