#include "plots/verify/checks.h"

#include "study/base/text.h"
#include "study/base/units.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The factor by which a row may exceed the best probe. On the GPU, the fastest row of a full run
 * (by 24fc1094) is at 1.07, and of an earlier one at 1.15. On its CPU, which others share, the
 * fastest is at 1.01, and was at 2.5, because some data that the model counts as misses was still
 * in a cache. */
static const double gpu_leeway = 1.25, cpu_leeway = 2.75, sheet_leeway = 1.02;

/* Probes of a CPU with other load are unreliable: on two cores with a load of 8, a probe measured a
 * tenth of the following point's bandwidth. */
static const double disturbed_leeway = 20;

/* The least fraction of the best probe that a GPU's own copy reaches, if nothing disturbed it and
 * its elements are at least a word. The lowest of 38 copies of two runs on an H200 was 0.99.
 * Results with a copy that was made slower would have better fractions. */
static const double copy_least = 0.7;
enum { WORD_BYTES = 4 };

/* The least fraction of the predicted time that a row takes: on a GPU bound by throughput (0.40 in
 * that run, where warps that share an L1 follow each other through an array; 0.50 in an
 * earlier one), bound by a latency or a launch (0.41, and 0.18), and on a CPU (0.16, and 0.08). */
static const double throughput_least = 0.35, latency_least = 0.1, cpu_least = 0.03;

static struct allowance *allowance_of(struct allowances *all, const char *target)
{
    for (int i = 0; i < all->count; i++)
        if (strcmp(all->of[i].target, target) == 0)
            return &all->of[i];
    return NULL;
}

static void name_targets(struct allowances *all, const struct dataset *set)
{
    for (int i = 0; i < set->target_count && all->count < ALLOWANCE_TARGETS; i++) {
        char key[64];
        const char *target = set->targets[i].target;
        snprintf(key, sizeof key, "%.40s_peak_gbps", target);
        const char *peak = table_header_value(&set->table, key);
        all->of[all->count++] =
            (struct allowance){.target = target, .sheet_gbps = peak ? atof(peak) : 0};
    }
}

/* The rows of a busy machine have disturbed samples. */
static void look_for_load(struct allowances *all, const struct dataset *set)
{
    for (int i = 0; i < set->count; i++) {
        const struct row *row = &set->points[i];
        struct allowance *own = allowance_of(all, row->target);
        if (own) {
            own->rows++;
            own->disturbed += row->number.disturbed > 0;
        }
    }
}

static void note_bound(struct allowance *own, const char *bound)
{
    if (!word_among(own->bounds, bound))
        text_add(own->bounds, sizeof own->bounds, " %s", bound);
}

static int read_probes(struct allowances *all, struct table *table)
{
    static const struct table_range values = {.least = 0, .most = 1e18, .absent = true};
    const int target = table_needed_column(table, "target");
    const int resource = table_needed_column(table, "resource");
    const int bound = table_needed_column(table, "bound");
    const int value = table_needed_column(table, "value");
    int code = target < 0 || resource < 0 || bound < 0 || value < 0 ? -EINVAL : 0;
    while (!code && (code = table_next(table)) == 1) {
        double gbps;
        struct allowance *own = allowance_of(all, table->cells[target]);
        code = table_number(table, value, &values, &gbps);
        if (!code && own && strcmp(table->cells[resource], "memory") == 0)
            own->probed_gbps = fmax(own->probed_gbps, gbps);
        if (!code && own)
            note_bound(own, table->cells[bound]);
    }
    return code;
}

int allowances_read(struct allowances *all, const struct dataset *set, const char *folder,
                    char *problem, size_t problem_size)
{
    struct table table;
    *all = (struct allowances){.count = 0};
    name_targets(all, set);
    look_for_load(all, set);
    int code = table_open(&table, folder, "ceilings.csv", problem, problem_size);
    if (code)
        return code == -ENOENT || code == -ENODATA ? 0 : code;
    all->has_file = true;
    code = read_probes(all, &table);
    table_close(&table);
    return code;
}

/* Whether other load was there for a good part of the run: a single mark, which anybody can write,
 * excuses nothing, and probes are made again and again. */
static bool is_disturbed(const struct allowance *own)
{
    return 4 * own->disturbed >= own->rows;
}

/* The highest bandwidth of its memory; NaN if unknown. */
static double most_gbps(const struct allowance *own, bool gpu)
{
    const double leeway = gpu ? gpu_leeway : is_disturbed(own) ? disturbed_leeway : cpu_leeway;
    const double most = own->probed_gbps > 0 ? own->probed_gbps * leeway : NAN;
    return own->sheet_gbps > 0 ? fmin(most, own->sheet_gbps * sheet_leeway) : most;
}

/* One disturbed pass makes a CPU's core time, and what follows from it, too long: 49 us were
 * predicted where a pass took 0.93. */
static double least_share(const struct allowance *own, const struct row *row)
{
    if (!row->gpu && (is_disturbed(own) || strcmp(row->bound, "core") == 0))
        return 0;
    static const char *const throughputs[] = {"sectors", "lines", "requests", "banks",
                                              "arithmetic"};
    for (size_t i = 0; row->gpu && i < sizeof throughputs / sizeof *throughputs; i++)
        if (strcmp(row->bound, throughputs[i]) == 0)
            return throughput_least;
    return row->gpu ? latency_least : cpu_least;
}

static void check_memory(const struct allowance *own, const struct row *row,
                         struct doubt_sink *sink)
{
    /* a core that detects full-line writes, as in a memset, skips this read */
    const double read_first = fmax(row->stated.allocated_bytes, 0);
    const double gbps = (row->stated.predicted_bytes - read_first) / row->stated.time_ns;
    const double most = most_gbps(own, row->gpu);
    if (strcmp(row->level, "memory") == 0 && gbps > most)
        doubt_add(sink, DOUBT_OTHER, row->line,
                  "its time_ns %.2f would be %s GB/s from memory, but the probes of ceilings.csv "
                  "and the data sheet allow %s GB/s",
                  row->stated.time_ns, DIGITS(gbps, 4), DIGITS(most, 4));
}

static void check_copy(const struct allowance *own, const struct row *row, struct doubt_sink *sink)
{
    const double gbps = row->stated.predicted_bytes / row->stated.time_ns;
    if (row->gpu && isnan(row->at) && strcmp(row->pattern, "copy") == 0 &&
        strcmp(row->level, "memory") == 0 && strcmp(row->marks, "-") == 0 &&
        atoi(row->element_bytes) >= WORD_BYTES && gbps < copy_least * own->probed_gbps)
        doubt_add(sink, DOUBT_OTHER, row->line,
                  "it is a copy of %.4g GB/s, but a probe of ceilings.csv moved %.4g GB/s", gbps,
                  own->probed_gbps);
}

static void check_bound(const struct allowance *own, const struct row *row, struct doubt_sink *sink)
{
    if (row->number.predicted_ns > 0 && strcmp(row->bound, "core") != 0 && /* probed apart */
        !word_among(own->bounds, row->bound))
        doubt_add(sink, DOUBT_OTHER, row->line,
                  "ceilings.csv has no ceiling of %.32s on %.32s, which bounds its prediction",
                  row->bound, row->target);
}

void allowances_check(const struct allowances *all, const struct row *row, struct doubt_sink *sink)
{
    const struct stated_numbers *number = &row->stated;
    const struct allowance *own = allowance_of((struct allowances *)all, row->target);
    const int before = sink->count;
    if (!own)
        return;
    const double share = least_share(own, row), least_ns = share * row->number.predicted_ns;
    if (all->has_file)
        check_bound(own, row, sink);
    check_memory(own, row, sink);
    check_copy(own, row, sink);
    if (sink->count == before && number->time_ns < least_ns)
        doubt_add(sink, DOUBT_OTHER, row->line,
                  "its time_ns %.2f is less than %.2f, which is %.2g of what its ceilings predict",
                  number->time_ns, least_ns, share);
}
