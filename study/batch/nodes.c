#include "study/batch/nodes.h"

#include "study/batch/slurm.h"
#include "study/message.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PARTITIONS_MAX = 256 };

/* A state may have a sign behind it; `*` is a node that does not answer. */
static bool is_usable(const char *state)
{
    static const char *const bad[] = {"down",  "drain",   "fail",   "error",
                                      "inval", "unknown", "future", "blocked"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (strncmp(state, bad[i], strlen(bad[i])) == 0)
            return false;
    return !strchr(state, '*');
}

static int no_partition(const char *name)
{
    const char *const arguments[] = {"sinfo", "-h", "-a", "-o", "%R", NULL};
    const char *names[PARTITIONS_MAX + 1];
    char near[256];
    struct answer answer;
    int count = 0;
    const int status = slurm_ask(arguments, &answer);
    if (status)
        return status;
    char *rest = answer.text;
    for (char *line; (line = strsep(&rest, "\n")) && count < PARTITIONS_MAX;)
        if (*line)
            names[count++] = line;
    names[count] = NULL;
    complain(EXIT_USAGE, "option --partition: %s%s; there is %s", name ? name : "is needed",
             name ? ": there is no such partition" : "",
             nearest_names(name ? name : "", names, near, sizeof near));
    answer_free(&answer);
    return EXIT_USAGE;
}

static struct node read_node(char *line)
{
    struct node node = {.name = strsep(&line, "|")};
    const char **fields[] = {&node.state, &node.features, &node.gres};
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        const char *field = line ? strsep(&line, "|") : "";
        *fields[i] = strcmp(field, "(null)") == 0 ? "" : field;
    }
    node.usable = is_usable(node.state);
    return node;
}

static int by_name(const void *a, const void *b)
{
    return strverscmp(((const struct node *)a)->name, ((const struct node *)b)->name);
}

/* The lines "LIMIT|NAME|STATE|FEATURES|GRES" of the list's text. */
static int read_nodes(struct node_list *list)
{
    int lines = 0;
    for (const char *c = list->text; *c; c++)
        lines += *c == '\n';
    list->nodes = calloc((size_t)lines + 1, sizeof *list->nodes);
    if (!list->nodes)
        return complain(EXIT_WRONG, "no memory for the nodes");
    char *rest = list->text;
    for (char *line; (line = strsep(&rest, "\n")) && list->count < lines;) {
        const char *limit = strsep(&line, "|");
        if (line && slurm_seconds(limit, &list->limit_s))
            list->nodes[list->count++] = read_node(line);
    }
    qsort(list->nodes, (size_t)list->count, sizeof *list->nodes, by_name);
    return 0;
}

int nodes_ask(const char *partition, struct node_list *list)
{
    struct answer answer;
    const char *const arguments[] = {"sinfo",          "-h", "-N", "-p", partition, "-o",
                                     "%l|%N|%T|%f|%G", NULL};
    *list = (struct node_list){.limit_s = INT64_MAX};
    if (!partition || !partition[0] || !slurm_text(partition) || strchr(partition, ','))
        return no_partition(partition && partition[0] ? partition : NULL);
    int status = slurm_ask(arguments, &answer);
    if (status)
        return status;
    list->text = answer.text;
    status = read_nodes(list);
    if (!status && list->count == 0)
        status = no_partition(partition);
    if (status)
        nodes_free(list);
    return status;
}

void nodes_free(struct node_list *list)
{
    free(list->nodes);
    free(list->text);
    *list = (struct node_list){.count = 0};
}

static struct node *find(const struct node_list *list, const char *name)
{
    for (int i = 0; i < list->count; i++)
        if (strcmp(list->nodes[i].name, name) == 0)
            return &list->nodes[i];
    return NULL;
}

/* Keeps the nodes that `text` names, a line each. */
static int keep_named(const char *partition, char *text, struct node_list *list)
{
    struct node *kept = calloc((size_t)list->count + 1, sizeof *kept);
    int count = 0, status = 0;
    if (!kept)
        return complain(EXIT_WRONG, "no memory for the nodes");
    for (char *line; !status && (line = strsep(&text, "\n"));) {
        struct node *node = find(list, line);
        if (*line && !node)
            status = complain(EXIT_USAGE,
                              "option --nodelist: %s: partition %s has no such node; see sinfo",
                              line, partition);
        if (node && !node->named) {
            node->named = true;
            kept[count++] = *node;
        }
    }
    free(list->nodes);
    list->nodes = kept;
    list->count = count;
    return status;
}

/* Slurm itself knows what "n[1-3,7]" means. */
static int keep_listed(const struct batch_options *wanted, struct node_list *list)
{
    const char *const arguments[] = {"scontrol", "show", "hostnames", wanted->nodelist, NULL};
    struct answer answer;
    if (!wanted->nodelist)
        return 0;
    if (!wanted->nodelist[0] || !slurm_text(wanted->nodelist) || strchr(wanted->nodelist, '/'))
        return complain(EXIT_USAGE,
                        "option --nodelist: '%s' is no list of nodes; use one such as n[1-3],n7",
                        wanted->nodelist);
    int status = slurm_ask(arguments, &answer);
    if (status)
        return status;
    status = keep_named(wanted->partition, answer.text, list);
    answer_free(&answer);
    return status;
}

/* Whether the gres of a node, "gpu:h200:8(S:0-1),..." has one of that kind, "gpu:h200:1". */
static bool has_gres(const char *there, const char *wanted)
{
    char kind[64];
    snprintf(kind, sizeof kind, "%.*s", (int)strcspn(wanted, "=,"), wanted);
    char *last = strrchr(kind, ':');
    if (last && strspn(last + 1, "0123456789") == strlen(last + 1))
        *last = '\0';
    const size_t length = strlen(kind);
    for (const char *at = there; *at; at += strcspn(at, ","), at += *at == ',')
        if (strncmp(at, kind, length) == 0 && strchr(":(,", at[length]))
            return true;
    return !wanted[0];
}

static bool has_features(const char *there, const char *wanted)
{
    while (*wanted) {
        const size_t length = strcspn(wanted, "&,");
        bool found = false;
        for (const char *at = there; *at; at += strcspn(at, ","), at += *at == ',')
            found |= strcspn(at, ",") == length && strncmp(at, wanted, length) == 0;
        if (!found)
            return false;
        wanted += length + (wanted[length] != '\0');
    }
    return true;
}

/* Why a node is left out; NULL where it is not. */
static const char *unfit(const struct batch_options *wanted, const struct node *node)
{
    const char *constraint = wanted->constraint ? wanted->constraint : "";
    if (!node->usable)
        return "cannot be used now";
    if (!has_gres(node->gres, wanted->gres ? wanted->gres : ""))
        return "has no such GPU or other resource";
    if (!strpbrk(constraint, "|*()[]") && !has_features(node->features, constraint))
        return "has not these features";
    return NULL;
}

/* In a whole partition some nodes have no GPU: that is worth no line. */
static void tell_left_out(const struct batch_options *wanted, const struct node_list *list)
{
    for (int i = 0; i < list->count; i++) {
        const struct node *node = &list->nodes[i];
        const char *why = unfit(wanted, node);
        if (why && (!node->usable || wanted->nodelist))
            complain(0, "node %s (%s) %s: it is left out", node->name, node->state, why);
    }
}

static int count_fit(const struct batch_options *wanted, const struct node_list *list)
{
    int count = 0;
    for (int i = 0; i < list->count; i++)
        count += !unfit(wanted, &list->nodes[i]);
    return count;
}

static void keep_fit(const struct batch_options *wanted, struct node_list *list)
{
    int count = 0;
    for (int i = 0; i < list->count; i++)
        if (!unfit(wanted, &list->nodes[i]))
            list->nodes[count++] = list->nodes[i];
    list->count = count;
}

static int idle_first(const void *a, const void *b)
{
    const struct node *one = a, *other = b;
    const int busy = strncmp(one->state, "idle", 4) != 0,
              more = strncmp(other->state, "idle", 4) != 0;
    return busy != more ? busy - more : by_name(a, b);
}

static void keep_so_many(const struct batch_options *wanted, struct node_list *list)
{
    if (wanted->nodes == 0)
        return;
    qsort(list->nodes, (size_t)list->count, sizeof *list->nodes, idle_first);
    list->count = (int)wanted->nodes;
    qsort(list->nodes, (size_t)list->count, sizeof *list->nodes, by_name);
}

int nodes_choose(const struct batch_options *wanted, struct node_list *list)
{
    int status = keep_listed(wanted, list);
    if (status)
        return status;
    const int fit = count_fit(wanted, list);
    if (wanted->nodes > fit)
        return complain(EXIT_USAGE, "option --nodes: %lld: %d can be used now; use at most so many",
                        (long long)wanted->nodes, fit);
    tell_left_out(wanted, list);
    if (fit == 0)
        return complain(EXIT_NO_DEVICE,
                        "batch: partition %s has no node that can be used now; see sinfo -p %s",
                        wanted->partition, wanted->partition);
    keep_fit(wanted, list);
    keep_so_many(wanted, list);
    return 0;
}
