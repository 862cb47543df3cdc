#include "study/ceilings/ceilings_file.h"

#include "plots/data/csv.h"
#include "study/base/folders.h"
#include "study/base/median.h"
#include "study/base/units.h"
#include "study/measure/append.h"
#include "study/plan/targets.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const char head[] =
    "# measured ceilings: throughput or latency of each resource; value is in its unit, - where it "
    "could not be measured; time_ns is a pass of the probe; of several rows for one resource the "
    "last ones count\n"
    "target,resource,bound,value,unit,pattern,element_bytes,parameter,setting,footprint_bytes,"
    "time_ns,ci_low_ns,ci_high_ns,samples,measured_at,l2_index_ns,memory_index_ns,marks\n";

struct ceilings ceilings_unknown(void)
{
    struct ceilings none;
    for (int i = 0; i < RESOURCES; i++)
        none.ns_each[i] = NAN;
    return none;
}

/* The ceiling in the resource's unit, from the time that one takes. */
static double in_unit(enum resource resource, double ns_each)
{
    const char *unit = resources[resource].unit;
    return strncmp(unit, "ns", 2) == 0 ? ns_each
           : strcmp(unit, "ms") == 0   ? ns_each * 1e-6
                                       : 1 / ns_each;
}

/* The reverse: 1 / x is its own inverse. */
static double from_unit(enum resource resource, double value)
{
    return strcmp(resources[resource].unit, "ms") == 0 ? value * 1e6 : in_unit(resource, value);
}

void ceiling_take(struct ceiling_set *set, enum resource resource, struct probed probed)
{
    struct past_probes *past = &set->past[resource];
    if (isnan(probed.ns_each) || set->disturbed[resource])
        past->count = 0;
    set->known.ns_each[resource] = probed.ns_each;
    set->core_ns[resource] = probed.core_ns;
    set->disturbed[resource] = probed.disturbed;
    if (resource == CPU_L1_SHARE)
        set->l1_over_part = fmax(set->l1_over_part, probed.ns_each);
    if (probed.ns_each > 0 && probed.core_ns > 0) {
        past->ns_each[past->count % PAST_PROBES] = probed.ns_each;
        past->core_ns[past->count % PAST_PROBES] = probed.core_ns;
        past->count++;
    }
}

/* Whether all workers run the resource's probe. */
static bool by_all(int resource)
{
    const struct probe *probe = &resources[resource].probe;
    return probe->place != TWO_CORES && probe->place != APART &&
           !(probe->parameter && strcmp(probe->parameter, "threads") == 0);
}

/* The median of the speed indices that all workers had in probes, and the lowest one. */
static double usual_core_ns(const struct ceiling_set *set, double *lowest_ns)
{
    double core_ns[RESOURCES];
    int count = 0;
    for (int i = 0; i < RESOURCES; i++)
        if (!isnan(set->known.ns_each[i]) && set->core_ns[i] > 0 && by_all(i))
            core_ns[count++] = set->core_ns[i];
    const double median = median_of(core_ns, count);
    *lowest_ns = count > 0 ? core_ns[0] : NAN;
    return median;
}

/* From that many times the lowest index on, two workers share a core. On the host that moves CPUs
 * onto one core, it rises to 1.5 to 1.8 times. Then each has half of the L1, as its probes find
 * there, and of the L2, or somewhat more of it: 1 MiB each stayed in an L2 of 2 MiB, 1.5 MiB did
 * not. Where no probe finds that, something else makes cores slow. */
static const double shared_from = 1.35, l2_of_sharers = 5 / 8.0;

static void share_caches(const struct ceiling_set *set, bool is_shared, double shared_ns,
                         struct ceilings *at)
{
    double *l1 = &at->ns_each[CPU_L1_SHARE], *l2 = &at->ns_each[CPU_L2_SHARE];
    if (is_shared) {
        *l1 = fmax(*l1, set->l1_over_part);
        *l2 = fmax(*l2, 1 / l2_of_sharers);
    } else if (set->core_ns[CPU_L1_SHARE] > shared_ns)
        *l1 = 1;
}

struct near_probe {
    double off, ns_each; /* how far from the wanted speed, and scaled to it */
};

static int by_distance(const void *a, const void *b)
{
    const struct near_probe *x = a, *y = b;
    return x->off != y->off ? (x->off > y->off) - (x->off < y->off)
                            : (x->ns_each > y->ns_each) - (x->ns_each < y->ns_each);
}

/* What others do on the chip changes from probe to probe, and the index does not show all of it: so
 * no probe is taken alone. Other load only makes a probe longer: of two the shorter one counts. */
static double ceiling_near(const struct past_probes *past, enum resource resource, double core_ns)
{
    enum { NEAR_PROBES = 5 };
    const int count = past->count < PAST_PROBES ? past->count : PAST_PROBES,
              taken = count < NEAR_PROBES ? count : NEAR_PROBES;
    struct near_probe near[PAST_PROBES] = {0};
    double ns_each[NEAR_PROBES] = {0};
    for (int i = 0; i < count; i++) {
        const double slower = core_ns / past->core_ns[i];
        near[i] = (struct near_probe){fabs(log(slower)),
                                      cost_if_slower(resource, slower) * past->ns_each[i]};
    }
    qsort(near, (size_t)count, sizeof *near, by_distance);
    for (int i = 0; i < taken; i++)
        ns_each[i] = near[i].ns_each;
    put_in_order(ns_each, taken);
    return ns_each[(taken - 1) / 2];
}

struct ceilings ceilings_at(const struct ceiling_set *set, double core_ns)
{
    struct ceilings at = set->known;
    double lowest_ns;
    const double usual_ns = usual_core_ns(set, &lowest_ns),
                 wanted_ns = isnan(core_ns) ? usual_ns : core_ns,
                 shared_ns = shared_from * lowest_ns;
    for (int i = 0; i < RESOURCES; i++)
        if (wanted_ns > 0 && set->core_ns[i] > 0 && at.ns_each[i] > 0 &&
            resources[i].probe.place != END_OF_LEVEL)
            at.ns_each[i] = ceiling_near(&set->past[i], (enum resource)i, wanted_ns);
    if (set->l1_over_part > 1 && shared_ns > 0 && wanted_ns > 0)
        share_caches(set, wanted_ns > shared_ns, shared_ns, &at);
    return at;
}

const char *ceiling_text(enum resource resource, double ns_each, char text[CEILING_TEXT_MAX])
{
    snprintf(text, CEILING_TEXT_MAX, "%s %s", DIGITS(in_unit(resource, ns_each), 3),
             resources[resource].unit);
    return text;
}

static void write_head(FILE *out)
{
    fputs(head, out);
}

int ceilings_file_open(struct ceilings_file *file, const char *folder, bool anew)
{
    char path[PATH_TEXT_MAX];
    snprintf(path, sizeof path, "%s/ceilings.csv", folder);
    return append_open(path, write_head, anew, &file->file);
}

void ceilings_file_close(struct ceilings_file *file)
{
    if (file->file >= 0)
        close(file->file);
    file->file = -1;
}

/* Up to the unit. */
static void write_ceiling(FILE *out, const char *target, enum resource resource, double ns_each)
{
    const struct resource_facts *r = &resources[resource];
    fprintf(out, "%s,%s,%s,", target, r->name, r->bound);
    if (isnan(ns_each))
        fputs("-,", out);
    else
        fprintf(out, "%.6g,", in_unit(resource, ns_each));
    fprintf(out, "%s,", r->unit);
}

static void write_time(FILE *out, double s)
{
    char text[UTC_TEXT_MAX];
    fprintf(out, "%s,", utc_text((time_t)s, text));
}

static void write_speed(FILE *out, struct sample_speed speed, bool disturbed)
{
    speed_write(out, speed);
    fputs(disturbed ? ",disturbed\n" : ",-\n", out);
}

/* A row without its probe. */
static void write_known(FILE *out, const char *target, enum resource resource,
                        const struct ceiling_set *set)
{
    write_ceiling(out, target, resource, set->known.ns_each[resource]);
    fputs("-,-,-,-,-,-,-,-,0,", out);
    write_time(out, set->probed_s[resource]);
    write_speed(out, set->speed[resource], set->disturbed[resource]);
}

void ceilings_write(FILE *out, const char *target, const struct ceiling_set *set)
{
    write_head(out);
    for (int i = 0; i < RESOURCES; i++)
        if (!isnan(set->known.ns_each[i]))
            write_known(out, target, (enum resource)i, set);
}

int ceilings_file_copy(struct ceilings_file *file, const char *target, enum resource resource,
                       const struct ceiling_set *set)
{
    struct draft draft;
    if (file->file < 0)
        return 0;
    write_known(draft_open(&draft), target, resource, set);
    return append_draft(&draft, file->file, "ceilings.csv");
}

static void write_row(FILE *out, const struct point *point, enum resource resource,
                      struct probed probed, const struct summary *ns, double memory_ns)
{
    write_ceiling(out, point->target->name, resource, probed.ns_each);
    fprintf(out, "%s,%d,%s,", point->pattern->name, point->element_bytes, point->parameter);
    if (point->baseline)
        fputs("-,", out);
    else
        fprintf(out, "%lld,", (long long)point->value);
    fprintf(out, "%lld,", (long long)point->footprint_bytes);
    if (isnan(probed.ns_each))
        fputs("-,-,-,0,", out);
    else
        fprintf(out, "%.2f,%.2f,%.2f,%d,", ns->median, ns->low, ns->high, ns->samples);
    write_time(out, (double)time(NULL));
    write_speed(out, (struct sample_speed){probed.core_ns, memory_ns}, probed.disturbed);
}

int ceilings_file_add(struct ceilings_file *file, const struct point *point, enum resource resource,
                      struct probed probed, const struct summary *ns, double memory_ns)
{
    struct draft draft;
    if (file->file < 0)
        return 0;
    write_row(draft_open(&draft), point, resource, probed, ns, memory_ns);
    return append_draft(&draft, file->file, "ceilings.csv");
}

/* Seconds since 1970; 1, long ago, if the field is empty. */
static double time_of(const char *text)
{
    struct tm utc = {0};
    const char *end = text ? strptime(text, "%Y-%m-%dT%H:%M:%SZ", &utc) : NULL;
    return end && !*end ? (double)timegm(&utc) : 1;
}

/* The columns of ceilings.csv; the last four are missing in old files. */
struct ceiling_columns {
    int target, resource, value, measured_at, core, memory, marks;
};

static int find_columns(struct table *table, struct ceiling_columns *of)
{
    of->target = table_needed_column(table, "target");
    of->resource = table_needed_column(table, "resource");
    of->value = table_needed_column(table, "value");
    of->measured_at = table_column(table, "measured_at");
    of->core = table_column(table, "l2_index_ns");
    of->memory = table_column(table, "memory_index_ns");
    of->marks = table_column(table, "marks");
    return of->target < 0 || of->resource < 0 || of->value < 0 ? -EINVAL : 0;
}

/* A file does not say how long a probe took. */
static const double took_about_s = 1;

static const struct table_range possible = {.least = 1e-9, .most = 1e12, .absent = true};

/* A speed in a row; NaN if it is absent. */
static double speed_of(struct table *table, int column)
{
    double ns;
    return column < 0 || table_number(table, column, &possible, &ns) ? NAN : ns;
}

/* Rejects impossible values: below 1e-9 or above 1e12 of their unit (G/s, GB/s, ns or ms). Returns
 * 1 if the row is of the target, 0 if it is not, or a negative errno. */
static int take_row(struct table *table, const struct ceiling_columns *of, const char *target,
                    struct ceiling_set *set)
{
    double value;
    int number;
    const int code = table_number(table, of->value, &possible, &value);
    const struct target_ops *kind = target_kind(target, &number);
    const enum resource resource =
        resource_named(table->cells[of->resource], kind ? kind->model : MODEL_NONE);
    if (code || strcmp(table->cells[of->target], target) != 0)
        return code;
    if (resource == RESOURCES)
        return 1;
    set->probed_s[resource] = time_of(of->measured_at < 0 ? NULL : table->cells[of->measured_at]);
    set->took_s[resource] = took_about_s;
    set->speed[resource] =
        (struct sample_speed){speed_of(table, of->core), speed_of(table, of->memory)};
    ceiling_take(
        set, resource,
        (struct probed){from_unit(resource, value), set->speed[resource].core_ns,
                        of->marks >= 0 && strcmp(table->cells[of->marks], "disturbed") == 0});
    return 1;
}

/* Returns the number of the target's rows, or a negative errno. */
static int take_rows(struct table *table, const char *target, struct ceiling_set *set)
{
    struct ceiling_columns of;
    int found = 0, more = 0, code = find_columns(table, &of);
    while (code >= 0 && (more = table_next(table)) == 1) {
        code = take_row(table, &of, target, set);
        found += code > 0;
    }
    return code < 0 ? code : more ? more : found;
}

int ceilings_read_set(const char *folder, const char *target, struct ceiling_set *set,
                      char *problem, size_t problem_size)
{
    struct table table;
    *set = (struct ceiling_set){.known = ceilings_unknown()};
    int code = table_open(&table, folder, "ceilings.csv", problem, problem_size);
    if (code)
        return code;
    code = take_rows(&table, target, set);
    if (code == 0)
        snprintf(problem, problem_size, "%s: holds nothing of %s", table.path, target);
    table_close(&table);
    return code > 0 ? 0 : code == 0 ? -ENOENT : code;
}

int ceilings_read(const char *folder, const char *target, struct ceilings *ceilings, char *problem,
                  size_t problem_size)
{
    struct ceiling_set set;
    const int error = ceilings_read_set(folder, target, &set, problem, problem_size);
    *ceilings = ceilings_at(&set, NAN);
    return error;
}

int ceilings_like(const char *folder, const char *target, struct ceilings *ceilings, char *problem,
                  size_t problem_size)
{
    struct table table;
    char like[TARGET_NAME_MAX] = "";
    int number, column = -1;
    const struct target_ops *kind = target_kind(target, &number);
    int code = table_open(&table, folder, "ceilings.csv", problem, problem_size);
    if (code)
        return code;
    column = table_needed_column(&table, "target");
    while (column >= 0 && !like[0] && table_next(&table) == 1)
        if (target_kind(table.cells[column], &number) == kind)
            snprintf(like, sizeof like, "%s", table.cells[column]);
    table_close(&table);
    return ceilings_read(folder, like[0] ? like : target, ceilings, problem, problem_size);
}
