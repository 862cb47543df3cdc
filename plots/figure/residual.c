#include "plots/figure/residual.h"
#include "study/base/median.h"
#include "study/base/message.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { REPEATS_MOST = 4096 };

/* The likely causes of a missed prediction, by its bound, and the bound in words. */
static const struct meaning {
    const char *bound, *words, *slower, *faster;
} meanings[] = {
    {.bound = "sectors",
     .words = "memory or L2 bandwidth",
     .slower = "too few warps to hide the latency, TLB misses, or an access order with many DRAM "
               "row changes",
     .faster = "the caches held more of the data than the model assumes"},
    {.bound = "lines",
     .words = "cache or memory bandwidth",
     .slower = "set conflicts, missed prefetches, or lines that move between cores",
     .faster = "the caches held, or the prefetchers loaded, more of the data than the model "
               "assumes"},
    {.bound = "banks",
     .words = "banks of shared memory and L1",
     .slower = "the instructions around the accesses also take time",
     .faster = "the bank-conflict degree is lower than the model counts"},
    {.bound = "latency",
     .words = "latency",
     .slower = "accesses take longer, or fewer of them overlap, than in the probe",
     .faster = "more accesses overlap, or nearer levels serve them, than the model assumes"},
    {.bound = "launch",
     .words = "launches",
     .slower = "each of many workers takes longer to start than one of few",
     .faster = "workers start in parallel"},
    {.bound = "arithmetic",
     .words = "arithmetic",
     .slower = "the instructions besides the multiply-adds also take time",
     .faster = "the arithmetic ceiling was measured while the clock was lower"},
    {.bound = "core",
     .words = "the kernel itself",
     .slower = "a block of a large pass takes longer than one of the small passes that measured it",
     .faster = "other load was on the machine while the small passes were measured"},
    {.bound = "requests",
     .words = "requests of warps",
     .slower = "the instructions besides loads and stores also take time",
     .faster = "requests are issued faster here than by the probe"},
    {.bound = "accesses",
     .words = "loads and stores",
     .slower = "the instructions besides loads and stores also take time, or the compiler uses no "
               "vector instructions",
     .faster = "accesses are issued faster here than by the probe"},
    {.bound = "atomics",
     .words = "atomic additions",
     .slower = "the cells lie in fewer slices of the L2 than the model assumes",
     .faster = "the L2 combines more additions at once than the model assumes"},
};

double residual_of(const struct row *point)
{
    const bool baseline = strcmp(point->value, "-") == 0;
    return point->usable && !baseline ? point->number.predicted_ns / point->number.time_ns - 1
                                      : NAN;
}

/* The factor by which the prediction is missed, in either direction. */
static double times_off(const struct row *point)
{
    return fabs(log1p(residual_of(point)));
}

/* The value below which that part of `count` numbers in order lies. */
static double part_of(const double *numbers, int count, double part)
{
    const double at = (count - 1) * part;
    const int below = (int)at;
    if (count < 2)
        return count == 1 ? numbers[0] : NAN;
    return numbers[below] +
           (below + 1 < count ? (at - below) * (numbers[below + 1] - numbers[below]) : 0);
}

/* Reads the differences of that study's (NULL: any) points on the target. Returns how many. */
static int read_repeats(struct table *table, const char *study, const char *target,
                        double differences[REPEATS_MOST])
{
    static const struct table_range range = {.least = 0, .most = 1e15, .absent = true};
    const int of_study = table_column(table, "study"), of_target = table_column(table, "target"),
              first = table_column(table, "time_ns"), again = table_column(table, "again_ns");
    const bool known = of_study >= 0 && of_target >= 0 && first >= 0 && again >= 0;
    int found = 0;
    while (known && found < REPEATS_MOST && table_next(table) == 1) {
        double first_ns, again_ns;
        if (strcmp(table->cells[of_target], target) == 0 &&
            (!study || strcmp(table->cells[of_study], study) == 0) &&
            table_number(table, first, &range, &first_ns) == 0 &&
            table_number(table, again, &range, &again_ns) == 0 && first_ns > 0 && again_ns > 0)
            differences[found++] = fabs(again_ns / first_ns - 1);
    }
    return found;
}

/* Of runs that repeated no point there is no such file. */
static void take_repeats(const struct dataset *from, const char *study, const char *target,
                         struct residuals *residuals)
{
    char folder[PATH_MAX], problem[PATH_MAX + 256];
    double differences[REPEATS_MOST];
    struct table table;
    snprintf(folder, sizeof folder, "%s", from->table.path);
    char *end = strrchr(folder, '/');
    *(end ? end : folder) = '\0';
    residuals->spread = NAN;
    if (table_open(&table, folder, "repeats.csv", problem, sizeof problem))
        return;
    residuals->repeats = read_repeats(&table, study, target, differences);
    residuals->spread = median_of(differences, residuals->repeats);
    table_close(&table);
}

bool residuals_within_noise(const struct residuals *residuals)
{
    return residuals->median_absolute <= residuals->spread;
}

struct residuals residuals_among(const struct row *const *rows, int count,
                                 const struct dataset *from, const char *target)
{
    double *values =
        needed(malloc(sizeof *values * 3 * (size_t)(count + 1))); /* signed, absolute, factors */
    int found = 0;
    struct residuals residuals = {.count = 0};
    for (int i = 0; i < count; i++) {
        const struct row *row = rows[i];
        const double residual = residual_of(row);
        if (row->from != from || strcmp(row->target, target) != 0 || !isfinite(residual))
            continue;
        values[found] = residual;
        values[count + found] = fabs(residual);
        values[2 * count + found++] = exp(times_off(row));
        if (!residuals.largest || times_off(row) > times_off(residuals.largest))
            residuals.largest = row;
    }
    residuals.count = found;
    residuals.median = median_of(values, found);
    residuals.median_absolute = median_of(values + count, found);
    residuals.p90_absolute = part_of(values + count, found, 0.9);
    residuals.median_factor = median_of(values + 2 * (size_t)count, found);
    free(values);
    /* Rows of several studies are in the order of their studies. */
    const bool one_study = count > 0 && rows[0]->study == rows[count - 1]->study;
    take_repeats(from, one_study ? rows[0]->study : NULL, target, &residuals);
    return residuals;
}

const char *residual_bound(const struct row *point)
{
    for (size_t i = 0; i < sizeof meanings / sizeof meanings[0]; i++)
        if (strcmp(point->bound, meanings[i].bound) == 0)
            return meanings[i].words;
    return point->bound;
}

const char *residual_meaning(const struct row *point)
{
    for (size_t i = 0; i < sizeof meanings / sizeof meanings[0]; i++)
        if (strcmp(point->bound, meanings[i].bound) == 0)
            return residual_of(point) < 0 ? meanings[i].slower : meanings[i].faster;
    return "";
}

/* Writes two significant digits, or all digits before the decimal point. */
static void write_percent(FILE *out, double fraction)
{
    fprintf(out, fraction < 0.1 ? "%.2g %%" : "%.0f %%", 100 * fraction);
}

void residual_summary(const struct dataset *set, char *text, size_t size)
{
    const char *before = "median error of the predictions: ";
    text[0] = '\0';
    FILE *out = needed(fmemopen(text, size, "w"));
    for (int i = 0; i < set->target_count; i++) {
        const char *target = set->targets[i].target;
        const struct residuals of = residuals_among(set->by_study, set->count, set, target);
        if (of.count == 0)
            continue;
        fprintf(out, "%s%s ", before, target);
        write_percent(out, of.median_absolute);
        fprintf(out, " (%d point%s)", of.count, of.count == 1 ? "" : "s");
        before = ", ";
    }
    fclose(out);
    text[size - 1] = '\0';
}
