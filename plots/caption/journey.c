/* Break-even of the transfers of data to a GPU and back. */
#include "plots/caption/caption.h"
#include "plots/caption/compared.h"
#include "plots/caption/wording.h"

#include <math.h>
#include <string.h>

/* The points of a break-even: the transfers to the GPU and back, a pass on either side. */
struct journey {
    const struct row *in, *out, *on_cpu, *on_gpu;
};

/* A machine's series of that pattern, on any of its CPUs or on the GPU `gpu`. */
static const struct series *series_of(const struct chart *chart, const char *pattern,
                                      const struct row *gpu, bool on_gpu)
{
    for (int i = 0; i < chart->series_count; i++) {
        const struct row *point = chart->series[i].points[0];
        if (strcmp(point->pattern, pattern) == 0 && point->from == gpu->from &&
            (on_gpu ? same_target(point, gpu) : !point->gpu))
            return &chart->series[i];
    }
    return NULL;
}

/* Finds the points on the machine and the GPU of `gpu`, at the largest value at which all can be
 * compared. False if a part is missing. */
static bool find_journey(const struct chart *chart, const struct row *gpu, bool pinned,
                         struct journey *journey)
{
    const struct series *in =
        series_of(chart, pinned ? "transfer_in_pinned" : "transfer_in", gpu, true);
    const struct series *out =
        series_of(chart, pinned ? "transfer_out_pinned" : "transfer_out", gpu, true);
    const struct series *on_cpu = series_of(chart, "copy", gpu, false);
    const struct series *on_gpu = series_of(chart, "copy", gpu, true);
    for (int i = in ? in->count - 1 : -1; i >= 0; i--) {
        const double at = in->points[i]->at;
        *journey = (struct journey){series_at(in, at), series_at(out, at), series_at(on_cpu, at),
                                    series_at(on_gpu, at)};
        if (journey->in && journey->out && journey->on_cpu && journey->on_gpu)
            return true;
    }
    return false;
}

static double passes(double copies_ns, double gain_ns)
{
    return gain_ns > 0 ? ceil(copies_ns / gain_ns) : INFINITY;
}

/* Infinite if the transfers never pay off; the upper end is if they may never do. */
static struct estimate passes_of(const struct journey *journey)
{
    const struct estimate in = estimate_time(journey->in), out = estimate_time(journey->out);
    const struct estimate cpu = estimate_time(journey->on_cpu);
    const struct estimate gpu = estimate_time(journey->on_gpu);
    return (struct estimate){.value = passes(in.value + out.value, cpu.value - gpu.value),
                             .low = passes(in.low + out.low, cpu.high - gpu.low),
                             .high = passes(in.high + out.high, cpu.low - gpu.high)};
}

/* "7 passes (6–8)" */
static struct slot passes_slot(struct estimate passes)
{
    struct slot slot;
    const char *const plural = passes.value == 1 ? "" : "es";
    if (passes.low == passes.high)
        snprintf(slot.text, sizeof slot.text, "%.0f pass%s", passes.value, plural);
    else if (isfinite(passes.high))
        snprintf(slot.text, sizeof slot.text, "%.0f pass%s (%.0f–%.0f)", passes.value, plural,
                 passes.low, passes.high);
    else
        snprintf(slot.text, sizeof slot.text, "%.0f pass%s (%.0f or more)", passes.value, plural,
                 passes.low);
    return slot;
}

static const struct row *gpu_of(const struct told *told)
{
    for (int t = 0; t < told->count; t++)
        if (told->targets[t]->gpu)
            return told->targets[t];
    return NULL;
}

static bool write_way(FILE *out, struct told *told, const struct row *gpu, bool pinned, bool first)
{
    struct journey journey;
    char size[64], sent[64], fetched[64];
    if (!find_journey(told->chart, gpu, pinned, &journey))
        return false;
    const struct estimate passes = passes_of(&journey);
    telling_value(size, sizeof size, told->chart->telling, journey.in);
    telling_bytes(sent, sizeof sent, journey.in->number.useful_bytes);
    telling_bytes(fetched, sizeof fetched, journey.out->number.useful_bytes);
    if (first)
        fprintf(out, "A copy kernel over %s on %s (%s sent, %s fetched)", size,
                named_slot(told, gpu).text, sent, fetched);
    note_number(told, gpu, "%", isfinite(passes.value) ? passes_slot(passes).text : "never");
    if (isfinite(passes.value))
        fprintf(out, first ? " pays off after %s" : ", after %s", passes_slot(passes).text);
    else
        fputs(first ? " never pays off" : ", never", out);
    fprintf(out, " from %s memory", pinned ? "pinned" : "pageable");
    return true;
}

void tell_journey(FILE *out, struct told *told, const struct sentence *sentence)
{
    const struct row *gpu = gpu_of(told);
    (void)sentence;
    if (!gpu)
        return;
    const bool pageable = write_way(out, told, gpu, false, true);
    const bool pinned = write_way(out, told, gpu, true, !pageable);
    fputs(pageable || pinned ? "." : "", out);
}
