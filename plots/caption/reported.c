/* What a system reports of its cores and NUMA nodes, against what was measured.
 *
 * Cores: of the pairs that are reported to share at most an L3, the fast ones take less than half
 * of the median pair; of a single pair, less than half of the predicted access to the L3. They mean
 * something only if they form groups: two cores of a group are always fast. Groups of two are like
 * the threads of one core. The fast pairs are asked the same again, since a node that is not
 * reported may have siblings that are not. Nodes: memory of another one against a core's own. */
#include "plots/caption/caption.h"
#include "plots/caption/compared.h"
#include "plots/caption/wording.h"
#include "plots/data/median.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CORES_MOST = 4096, PAIRS_OF_MEDIAN = 3 };

struct pair {
    int core[2];
    double ns, high_ns;
};

struct groups {
    int parent[CORES_MOST], size[CORES_MOST];
    int count, least, most; /* groups of several cores, and their sizes */
    bool apart;             /* no slow pair is within a group */
};

/* Whether a row is one of that pattern and parameter on the target. */
static bool is_one_of(const struct row *row, const struct row *target, const char *pattern,
                      const char *parameter)
{
    return row->usable && same_target(row, target) && strcmp(row->parameter, parameter) == 0 &&
           strncmp(row->pattern, pattern, strlen(pattern)) == 0;
}

static bool is_sound(const struct row *row)
{
    return strcmp(row->marks, "-") == 0;
}

static int setting_of(const struct row *row, const char *name)
{
    const char *at = strstr(row->settings, name);
    return at ? atoi(at + strlen(name)) : -1;
}

/* The pairs whose cores are reported to share no core and no L2; the caller frees them. `*access`
 * is the predicted time of one. NULL if memory is short. */
static struct pair *gather_pairs(const struct chart *chart, const struct row *target, int *count,
                                 double *access)
{
    const struct dataset *set = target->from;
    struct pair *pairs = calloc((size_t)set->count + 1, sizeof *pairs);
    *count = 0;
    for (int i = 0; pairs && i < set->count; i++) {
        const struct row *row = &set->points[i];
        const int first = setting_of(row, "first="), second = (int)row->at;
        if (!is_one_of(row, target, "handover", "second") || !is_sound(row) ||
            strstr(row->ran_on, "one core") || strstr(row->ran_on, "one L2") || first < 0 ||
            first >= CORES_MOST || second < 0 || second >= CORES_MOST)
            continue;
        *access = quantity_predicted(&handover_time, chart, row);
        pairs[(*count)++] = (struct pair){{first, second},
                                          quantity_median(&handover_time, chart, row),
                                          quantity_end(&handover_time, chart, row, true)};
    }
    return pairs;
}

static int root_of(const struct groups *groups, int core)
{
    while (groups->parent[core] != core)
        core = groups->parent[core];
    return core;
}

static void find_groups(struct groups *groups, const struct pair *pairs, int count, double limit)
{
    *groups = (struct groups){.least = CORES_MOST, .apart = true};
    for (int i = 0; i < CORES_MOST; i++)
        groups->parent[i] = i;
    for (int i = 0; i < count; i++)
        if (pairs[i].high_ns < limit)
            groups->parent[root_of(groups, pairs[i].core[0])] = root_of(groups, pairs[i].core[1]);
    for (int i = 0; i < count; i++)
        groups->apart &= pairs[i].high_ns < limit ||
                         root_of(groups, pairs[i].core[0]) != root_of(groups, pairs[i].core[1]);
    for (int i = 0; i < CORES_MOST; i++)
        groups->size[root_of(groups, i)]++;
    for (int i = 0; i < CORES_MOST; i++)
        if (groups->size[i] > 1) {
            groups->count++;
            groups->least = groups->size[i] < groups->least ? groups->size[i] : groups->least;
            groups->most = groups->size[i] > groups->most ? groups->size[i] : groups->most;
        }
}

static double median_ns(const struct pair *pairs, int count)
{
    double *ns = calloc((size_t)count + 1, sizeof *ns);
    for (int i = 0; ns && i < count; i++)
        ns[i] = pairs[i].ns;
    const double median = ns ? median_of(ns, count) : NAN;
    free(ns);
    return median;
}

/* Keeps the pairs below the limit, in order of their time. Returns their number. */
static int keep_fast(struct pair *pairs, int count, double limit, double range[2])
{
    int kept = 0;
    range[0] = INFINITY;
    range[1] = 0;
    for (int i = 0; i < count; i++)
        if (pairs[i].high_ns < limit) {
            range[0] = fmin(range[0], pairs[i].ns);
            range[1] = fmax(range[1], pairs[i].ns);
            pairs[kept++] = pairs[i];
        }
    return kept;
}

static void write_groups(FILE *out, const struct groups *groups, const double range[2],
                         double usual)
{
    fprintf(out, " %d group%s of %d", groups->count, groups->count > 1 ? "s" : "", groups->least);
    if (groups->most > groups->least)
        fprintf(out, "–%d", groups->most);
    fprintf(out, " cores likely %s (a handover takes ",
            groups->most == 2 ? "are threads of one core" : "share a cache, package or node");
    if (range[1] > 1.01 * range[0])
        fprintf(out, "%.3g–", range[0]);
    fprintf(out, "%.3g ns, against %.3g ns), unlike reported", range[1], usual);
}

static void write_cores(FILE *out, struct pair *pairs, int count, double access)
{
    struct groups groups;
    double range[2];
    const bool few = count < PAIRS_OF_MEDIAN;
    const double median = median_ns(pairs, count);
    double usual = few ? access : median;
    for (int said = 0; count > 0; usual = median_ns(pairs, count)) {
        find_groups(&groups, pairs, count, usual / 2);
        count = keep_fast(pairs, count, usual / 2, range);
        fputs(said++ && count > 0 ? "," : said == 1 ? ":" : "", out);
        if (count > 0 && !groups.apart)
            fprintf(out, " inconclusive, %d pairs of cores without groups are near", count);
        else if (count > 0)
            write_groups(out, &groups, range, usual);
        else if (said == 1)
            fprintf(out,
                    " cores as reported (a handover takes %.3g ns, and none less than %.3g ns)",
                    median, usual / 2);
    }
}

void tell_cores(FILE *out, struct told *told, const struct sentence *sentence)
{
    int said = 0;
    (void)sentence;
    for (int t = 0; t < told->count; t++) {
        int count;
        double access = NAN;
        struct pair *pairs = gather_pairs(told->chart, told->targets[t], &count, &access);
        if (pairs && (count >= PAIRS_OF_MEDIAN || (count > 0 && access > 0))) {
            fprintf(out, "%s%s", joint(said++), target_slot(told->targets[t]).text);
            write_cores(out, pairs, count, access);
        }
        free(pairs);
    }
    fputs(said ? "." : "", out);
}

/* Times of other nodes' memory, divided by those of a core's own. */
struct nodes {
    int count, others, slower; /* nodes; pairs of two nodes, and those certainly 5 % slower */
    double low, high;
};

static const struct row *own_of(const struct row *row, const char *pattern)
{
    const int node = setting_of(row, "cpu_node=");
    for (int i = 0; i < row->from->count; i++) {
        const struct row *own = &row->from->points[i];
        if (is_one_of(own, row, pattern, "memory_node") && is_sound(own) && own->at == node &&
            setting_of(own, "cpu_node=") == node)
            return own;
    }
    return NULL;
}

static void compare_nodes(struct nodes *nodes, const struct row *row, const struct row *own)
{
    const struct estimate times = estimate_ratio(estimate_time(row), estimate_time(own));
    nodes->others++;
    nodes->slower += times.low > 1.05;
    nodes->low = fmin(nodes->low, times.value);
    nodes->high = fmax(nodes->high, times.value);
}

static struct nodes find_nodes(const struct row *target, const char *pattern)
{
    struct nodes nodes = {.low = INFINITY};
    const char *settings = NULL;
    for (int i = 0; i < target->from->count; i++) {
        const struct row *row = &target->from->points[i];
        if (!is_one_of(row, target, pattern, "memory_node"))
            continue;
        settings = settings ? settings : row->settings;
        nodes.count += row->settings == settings;
        const struct row *own = is_sound(row) ? own_of(row, pattern) : NULL;
        if (own && own != row)
            compare_nodes(&nodes, row, own);
    }
    return nodes;
}

void tell_nodes(FILE *out, struct told *told, const struct sentence *sentence)
{
    int said = 0;
    for (int t = 0; t < told->count; t++) {
        const struct nodes nodes = find_nodes(told->targets[t], sentence->of);
        if (nodes.count != 1 && nodes.others == 0)
            continue;
        fprintf(out, "%s%s", joint(said++), target_slot(told->targets[t]).text);
        if (nodes.count == 1)
            fputs(": one NUMA node, and no other to compare it with", out);
        else
            fprintf(
                out,
                ": NUMA nodes %sas reported (the memory of another one takes %.2f–%.2f times as "
                "long, certainly more in %d of %d cases)",
                nodes.slower == nodes.others ? "" : "not all ", nodes.low, nodes.high, nodes.slower,
                nodes.others);
    }
    fputs(said ? "." : "", out);
}
