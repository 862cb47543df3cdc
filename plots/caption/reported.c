/* What a system reports of its cores and NUMA nodes, against what was measured.
 *
 * Cores: of the pairs that are reported to share at most an L3, the near ones take less than half
 * of the median pair; of one pair alone, less than half of the fastest chase in the L3. They
 * mean something only if they form groups: two cores of a group are always near. Groups of two are
 * like the threads of one core. The near pairs are judged in the same way, since a node that is not
 * reported may have siblings that are not. Nodes: memory of another one against a core's own. */
#include "plots/caption/caption.h"
#include "plots/caption/compared.h"
#include "plots/caption/wording.h"
#include "study/base/message.h"
#include "study/base/units.h"

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
    bool apart;             /* no pair within a group is far */
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

static int by_time(const void *left, const void *right)
{
    const struct pair *a = left, *b = right;
    return (a->high_ns > b->high_ns) - (a->high_ns < b->high_ns);
}

/* The pairs whose cores are reported to share no core and no L2, the fastest first; the caller
 * frees them. */
static struct pair *gather_pairs(const struct chart *chart, const struct row *target, int *count)
{
    const struct dataset *set = target->from;
    struct pair *pairs = needed(calloc((size_t)set->count + 1, sizeof *pairs));
    *count = 0;
    for (int i = 0; i < set->count; i++) {
        const struct row *row = &set->points[i];
        const double first = row_setting(row, "first");
        if (is_one_of(row, target, "handover", "second") && is_sound(row) &&
            !strstr(row->ran_on, "one core") && !strstr(row->ran_on, "one L2") && first >= 0 &&
            first < CORES_MOST && row->at >= 0 && row->at < CORES_MOST)
            pairs[(*count)++] = (struct pair){{(int)first, (int)row->at},
                                              quantity_median(&handover_time, chart, row),
                                              quantity_end(&handover_time, chart, row, true)};
    }
    qsort(pairs, (size_t)*count, sizeof *pairs, by_time);
    return pairs;
}

/* The fastest access of a chase in the L3; 0: none was measured. */
static double l3_access_ns(const struct chart *chart, const struct row *target)
{
    double least = INFINITY;
    for (int i = 0; i < target->from->count; i++) {
        const struct row *row = &target->from->points[i];
        if (is_one_of(row, target, "chase", "footprint") && is_sound(row) &&
            strcmp(row->level, "L3") == 0)
            least = fmin(least, quantity_median(&handover_time, chart, row));
    }
    return isfinite(least) ? least : 0;
}

static int root_of(const struct groups *groups, int core)
{
    while (groups->parent[core] != core)
        core = groups->parent[core];
    return core;
}

/* The groups that the first `near` pairs join. */
static void find_groups(struct groups *groups, const struct pair *pairs, int near, int count)
{
    *groups = (struct groups){.least = CORES_MOST, .apart = true};
    for (int i = 0; i < CORES_MOST; i++)
        groups->parent[i] = i;
    for (int i = 0; i < near; i++)
        groups->parent[root_of(groups, pairs[i].core[0])] = root_of(groups, pairs[i].core[1]);
    for (int i = near; i < count; i++)
        groups->apart &= root_of(groups, pairs[i].core[0]) != root_of(groups, pairs[i].core[1]);
    for (int i = 0; i < CORES_MOST; i++)
        groups->size[root_of(groups, i)]++;
    for (int i = 0; i < CORES_MOST; i++)
        if (groups->size[i] > 1) {
            groups->count++;
            groups->least = groups->size[i] < groups->least ? groups->size[i] : groups->least;
            groups->most = groups->size[i] > groups->most ? groups->size[i] : groups->most;
        }
}

static void write_groups(FILE *out, const struct groups *groups)
{
    fprintf(out, " %d group%s of %d", groups->count, groups->count > 1 ? "s" : "", groups->least);
    if (groups->most > groups->least)
        fprintf(out, "–%d", groups->most);
    fprintf(out, " cores likely %s, unlike reported",
            groups->most == 2 ? "are threads of one core" : "share a cache, package or node");
}

static void write_cores(FILE *out, const struct pair *pairs, int count, double l3_ns)
{
    struct groups groups;
    const char *before = ":";
    for (int near; count > 0; count = near, before = ",") {
        const struct pair *middle = &pairs[count / 2];
        const bool alone = *before == ':' && count < PAIRS_OF_MEDIAN;
        const double usual = alone ? l3_ns : middle->ns;
        for (near = 0; near < count && pairs[near].high_ns < usual / 2;)
            near++;
        find_groups(&groups, pairs, near, count);
        if (near > 0 || *before == ':')
            fputs(before, out);
        if (near > 0 && groups.apart)
            write_groups(out, &groups);
        else if (near > 0 || *before == ':')
            fputs(near ? " cores inconclusive" : " cores as reported", out);
        if (near > 0)
            fprintf(out, " (%d handover%s of %s ns or less, against %s ns)", near,
                    near > 1 ? "s" : "", DIGITS(pairs[near - 1].ns, 3), DIGITS(usual, 3));
        else if (*before == ':')
            fprintf(out, " (a handover takes %s ns, and none less than %s ns)",
                    DIGITS(middle->ns, 3), DIGITS(usual / 2, 3));
    }
}

void tell_cores(FILE *out, struct told *told, const struct sentence *sentence)
{
    int said = 0;
    (void)sentence;
    for (int t = 0; t < told->count; t++) {
        int count;
        struct pair *pairs = gather_pairs(told->chart, told->targets[t], &count);
        const double l3_ns = l3_access_ns(told->chart, told->targets[t]);
        if (count >= PAIRS_OF_MEDIAN || (count && l3_ns > 0)) {
            fprintf(out, "%s%s", joint(said++), named_slot(told, told->targets[t]).text);
            write_cores(out, pairs, count, l3_ns);
        }
        free(pairs);
    }
    fputs(said ? "." : "", out);
}

/* Times of other nodes' memory, divided by those of a core's own. */
struct nodes {
    int all, others, slower; /* points; those compared; of these, those certainly 5 % slower */
    double low, high;
};

static const struct row *own_of(const struct row *row, const char *pattern)
{
    const double node = row_setting(row, "cpu_node");
    for (int i = 0; i < row->from->count; i++) {
        const struct row *own = &row->from->points[i];
        if (is_one_of(own, row, pattern, "memory_node") && is_sound(own) && own->at == node &&
            row_setting(own, "cpu_node") == node)
            return own;
    }
    return NULL;
}

static struct nodes find_nodes(const struct row *target, const char *pattern)
{
    struct nodes nodes = {.low = INFINITY};
    for (int i = 0; i < target->from->count; i++) {
        const struct row *row = &target->from->points[i];
        if (!is_one_of(row, target, pattern, "memory_node"))
            continue;
        nodes.all++;
        const struct row *own = is_sound(row) ? own_of(row, pattern) : NULL;
        if (!own || own == row)
            continue;
        const struct estimate times = estimate_ratio(estimate_time(row), estimate_time(own));
        nodes.others++;
        nodes.slower += times.low > 1.05;
        nodes.low = fmin(nodes.low, times.value);
        nodes.high = fmax(nodes.high, times.value);
    }
    return nodes;
}

void tell_nodes(FILE *out, struct told *told, const struct sentence *sentence)
{
    int said = 0;
    for (int t = 0; t < told->count; t++) {
        const struct nodes nodes = find_nodes(told->targets[t], sentence->of);
        if (nodes.all != 1 && nodes.others == 0)
            continue;
        fprintf(out, "%s%s", joint(said++), named_slot(told, told->targets[t]).text);
        if (nodes.all == 1)
            fputs(": one NUMA node, and no other to compare it with", out);
        else
            fprintf(out,
                    ": NUMA nodes %sas reported (the memory of another one takes %s times as "
                    "long, certainly more in %d of %d cases)",
                    nodes.slower == nodes.others ? "" : "not all ",
                    range_slot(nodes.low, nodes.high, 2).text, nodes.slower, nodes.others);
    }
    fputs(said ? "." : "", out);
}
