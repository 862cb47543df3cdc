#include "plots/data/headline.h"

#include "plots/data/dataset.h"

#include <math.h>
#include <string.h>

/* Whether the row can be ranked by what it keeps of its copy: both are in memory, not in caches. */
static bool is_ranked(const struct row *row)
{
    return strcmp(row->level, "memory") == 0 && row->usable && !row->hollow &&
           !row_is_baseline(row) && isfinite(row_fraction(row)) && row_fraction(row) > 0;
}

static void put_row(FILE *out, const char *what, const struct row *row)
{
    fprintf(out, "  %s %.2g of it: %s, %s %s\n", what, row_fraction(row), row->pattern,
            row->parameter, row->value);
}

static void put_target(FILE *out, const struct dataset *set, const struct target_rates *rates)
{
    const struct row *least = NULL, *most = NULL;
    for (int i = 0; i < set->count; i++) {
        const struct row *row = &set->points[i];
        if (row->target != rates->target || !is_ranked(row))
            continue;
        if (!least || row_fraction(row) < row_fraction(least))
            least = row;
        if (!most || row_fraction(row) > row_fraction(most))
            most = row;
    }
    if (rates->fastest_gbps <= 0)
        return;
    fprintf(out, "%s: own copies %.4g to %.4g GB/s\n", rates->target, rates->slowest_gbps,
            rates->fastest_gbps);
    if (least && least != most) {
        put_row(out, "most ", most);
        put_row(out, "least", least);
    }
}

/* Texts of one dataset are equal where their pointers are. */
static bool same_point(const struct row *a, const struct row *b)
{
    return a->study == b->study && a->pattern == b->pattern && a->parameter == b->parameter &&
           a->value == b->value && a->element_bytes == b->element_bytes;
}

/* The same point on a CPU and on a GPU, and by which factor their fractions differ. */
struct pair {
    const struct row *cpu, *gpu;
    double factor; /* as a logarithm */
};

static void compare(struct pair *most, const struct row *cpu, const struct row *gpu)
{
    if (cpu->gpu || !gpu->gpu || !same_point(cpu, gpu) || !is_ranked(cpu) || !is_ranked(gpu))
        return;
    const double factor = fabs(log(row_fraction(cpu) / row_fraction(gpu)));
    if (factor > most->factor)
        *most = (struct pair){cpu, gpu, factor};
}

/* Of the pairs of all studies the one whose fractions are farthest apart. */
static void put_disagreement(FILE *out, const struct dataset *set)
{
    struct pair most = {.factor = 0};
    for (int s = 0; s < set->study_count; s++) {
        const struct study_rows *study = &set->studies[s];
        for (int i = 0; i < study->count; i++)
            for (int j = 0; j < study->count; j++)
                compare(&most, study->rows[i], study->rows[j]);
    }
    if (most.cpu)
        fprintf(out, "they disagree most on %s, %s %s: %s keeps %.2g of its copy, %s %.2g\n",
                most.cpu->pattern, most.cpu->parameter, most.cpu->value, most.cpu->target,
                row_fraction(most.cpu), most.gpu->target, row_fraction(most.gpu));
}

static void put_quality(FILE *out, const struct dataset *set)
{
    int invalid = 0, hollow = 0;
    for (int i = 0; i < set->count; i++) {
        invalid += !set->points[i].usable;
        hollow += set->points[i].usable && set->points[i].hollow;
    }
    if (invalid + hollow > 0)
        fprintf(
            out,
            "of %d points, %d have no valid time and %d are marked (columns `valid`, `marks`)\n",
            set->count, invalid, hollow);
}

int headline_write(FILE *out, const char *folder, char *problem, size_t problem_size)
{
    struct dataset set;
    const int code = dataset_read(&set, folder, NULL, problem, problem_size);
    if (code)
        return code;
    for (int i = 0; i < set.target_count; i++)
        put_target(out, &set, &set.targets[i]);
    put_disagreement(out, &set);
    put_quality(out, &set);
    dataset_free(&set);
    return 0;
}
