#include "plots/fleet/roll_call.h"

#include "plots/data/text_digest.h"
#include "study/base/array.h"
#include "study/base/text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Rows of a node whose samples are looked at; samples and equal rows that it takes. Fewer than five
 * samples, or equal ones, may be alike by chance. */
enum { DIGESTS_MOST = 32, SAMPLES_LEAST = 5, ROWS_LEAST = 3, POINTS_MOST = 1000000000 };
enum { TIMES_TEXT_MAX = 256 };

static int find_node(const struct roll *roll, const char *name)
{
    for (int i = roll->count - 1; i >= 0; i--)
        if (strcmp(roll->of[i].name, name) == 0)
            return i;
    return -1;
}

static struct roll_node *add_node(struct roll *roll, const char *name, int folder)
{
    array_make_room(roll->of, roll->count, roll->room);
    roll->of[roll->count] =
        (struct roll_node){.name = names_keep(&roll->names, name), .folder = folder};
    return &roll->of[roll->count++];
}

static struct roll_node *node_of_folder(struct roll *roll, const char *text, int folder)
{
    char name[NODE_NAME_MAX];
    node_name(name, text);
    const int known = roll->apart ? -1 : find_node(roll, name);
    if (known < 0)
        return add_node(roll, name, folder);
    roll->joined = known;
    return &roll->of[known];
}

/* The parts of one run have one plan; other runs of a node have other plans. */
static void take_plan(struct roll *roll, struct roll_node *node, const char *points)
{
    const char *plan = names_keep(&roll->names, points ? points : "");
    const long planned = points && plan != node->plan ? strtol(points, NULL, 10) : 0;
    if (planned > 0 && planned <= POINTS_MOST - node->planned)
        node->planned += (int)planned;
    node->plan = plan;
}

/* A line `# node12_KEY: VALUE` is below that of its node. */
static void take_merged(struct roll *roll, const struct table *table, int folder)
{
    struct roll_node *node = NULL;
    for (int i = 0; i < table->header_count; i++) {
        const struct table_header *line = &table->headers[i];
        if (names_a_node(line)) {
            node = node_of_folder(roll, line->value, folder);
            take_plan(roll, node, table_header_value(table, "points"));
            node->merged = true;
        } else if (node) {
            const char *key = line->key + node_prefix(line->key);
            node->edited |=
                strcmp(key, "_header_digest") == 0 && strcmp(line->value, "edited") == 0;
            if (strcmp(key, "_points") == 0)
                take_plan(roll, node, line->value);
        }
    }
}

void roll_folder(struct roll *roll, const struct rows *rows, int folder)
{
    roll->joined = roll->last = -1;
    if (rows->merged) {
        take_merged(roll, &rows->table, folder);
        return;
    }
    struct roll_node *node = node_of_folder(roll, rows->node, folder);
    node->edited |= rows->table.edited;
    take_plan(roll, node, table_header_value(&rows->table, "points"));
}

int roll_program(struct roll *roll, const struct rows *rows)
{
    static const char *const keys[] = {"warpline", "commit"};
    for (int i = 0; i < 2; i++) {
        const char *value = table_header_value(&rows->table, keys[i]),
                   *text = names_keep(&roll->names, value ? value : "-");
        if (!roll->program[i])
            roll->program[i] = text;
        if (roll->program[i] == text)
            continue;
        snprintf(
            rows->table.problem, rows->table.problem_size,
            "%s: %s is %s, but %s in folders before: results of two programs; use those of one",
            rows->table.path, keys[i], text, roll->program[i]);
        return -EINVAL;
    }
    return 0;
}

static bool can_be_told(const struct measured *row)
{
    for (int i = 1; i < row->samples; i++)
        if (row->times_ns[i] < row->times_ns[0] || row->times_ns[i] > row->times_ns[0])
            return row->samples >= SAMPLES_LEAST;
    return false;
}

static void take_samples(struct roll *roll, int node, const struct measured *row)
{
    if (roll->of[node].digested == DIGESTS_MOST || !can_be_told(row))
        return;
    array_make_room(roll->samples, roll->sample_count, roll->sample_room);
    roll->samples[roll->sample_count++] =
        (struct roll_samples){.digest = digest_add(digest_begin, (const char *)row->times_ns,
                                                   sizeof(double) * (size_t)row->samples),
                              .node = node};
    roll->of[node].digested++;
}

void roll_row(struct roll *roll, const struct measured *row)
{
    int at = roll->last;
    if (at < 0 || at >= roll->count || strcmp(roll->of[at].name, row->node) != 0)
        at = find_node(roll, row->node);
    if (at < 0) { /* the header does not name it */
        at = roll->count;
        add_node(roll, row->node, 0);
    }
    roll->last = at;
    roll->of[at].points++;
    roll->of[at].contradicted += row->contradicted;
    take_samples(roll, at, row);
}

void roll_invalid(struct roll *roll, const char *node, const char *target, int invalid, int rows)
{
    const int at = find_node(roll, node);
    char text[TIMES_TEXT_MAX / 2];
    if (at < 0)
        return;
    struct roll_node *of = &roll->of[at];
    snprintf(text, sizeof text, "%s%s%s", of->target ? of->target : "", of->target ? " and " : "",
             target);
    of->target = names_keep(&roll->names, text);
    of->invalid += invalid;
    of->rows += rows;
}

/* What is wrong with the times of a node's rows, each after "; ". */
static const char *doubt_of_times(const struct roll_node *node, bool invalid,
                                  char text[TIMES_TEXT_MAX])
{
    text[0] = '\0';
    if (node->contradicted)
        text_add(text, TIMES_TEXT_MAX, "; %d %s samples that are missing or say otherwise",
                 node->contradicted, node->contradicted == 1 ? "point has" : "points have");
    if (node->target && invalid)
        text_add(text, TIMES_TEXT_MAX, "; %d of %d points of %s have no valid time", node->invalid,
                 node->rows, node->target);
    return text;
}

static bool has_node(const struct roll *roll, const char *name)
{
    const size_t length = strlen(name);
    for (int i = 0; i < roll->count; i++)
        if (strncmp(roll->of[i].name, name, length) == 0 &&
            (!roll->of[i].name[length] || roll->of[i].name[length] == '.'))
            return true;
    return false;
}

void roll_expect(struct roll *roll, const char *list)
{
    char *rest = needed(strdup(list)), *const text = rest;
    for (char *name; (name = strsep(&rest, ","));)
        if (*name && !has_node(roll, name))
            node_of_folder(roll, name, -1);
    free(text);
}

static int by_digest(const void *left, const void *right)
{
    const struct roll_samples *a = left, *b = right;
    if (a->digest != b->digest)
        return a->digest < b->digest ? -1 : 1;
    return (a->node > b->node) - (a->node < b->node);
}

void roll_end(struct roll *roll)
{
    const struct roll_samples *first = roll->samples;
    if (roll->sample_count)
        qsort(roll->samples, (size_t)roll->sample_count, sizeof *roll->samples, by_digest);
    for (int i = 1; i < roll->sample_count; i++) {
        const struct roll_samples *samples = &roll->samples[i];
        if (samples->digest != first->digest)
            first = samples;
        if (samples->node == first->node || samples->node == samples[-1].node)
            continue;
        struct roll_node *node = &roll->of[samples->node];
        node->same++;
        node->twin = first->node;
    }
}

const char *roll_name(const struct roll *roll, int number, char *const *folders,
                      char text[ROLL_TEXT_MAX])
{
    const struct roll_node *node = &roll->of[number];
    const char *folder = folders && node->folder >= 0 ? folders[node->folder] : NULL;
    snprintf(text, ROLL_TEXT_MAX, "%s%s%s%s", node->name, folder ? " (" : "", folder ? folder : "",
             folder ? ")" : "");
    return text;
}

static const char *doubts(const struct roll *roll, int number, char *const *folders, bool invalid,
                          char text[ROLL_TEXT_MAX])
{
    const struct roll_node *node = &roll->of[number];
    char points[64] = "", times[TIMES_TEXT_MAX], twin[ROLL_TEXT_MAX] = "";
    if (node->points == 0)
        snprintf(points, sizeof points, "; no points");
    else if (node->planned && node->points != node->planned)
        snprintf(points, sizeof points, "; %d of %d points", node->points, node->planned);
    if (node->same >= ROWS_LEAST || 2 * node->same > node->digested)
        roll_name(roll, node->twin, folders, twin);
    snprintf(text, ROLL_TEXT_MAX, "%s%s%s%s%s", points, doubt_of_times(node, invalid, times),
             node->edited ? "; the header was changed" : "",
             *twin ? "; the samples are those of " : "", twin);
    return *text ? memmove(text, text + 2, strlen(text + 2) + 1) : text;
}

const char *roll_doubt(const struct roll *roll, int number, char *const *folders,
                       char text[ROLL_TEXT_MAX])
{
    return doubts(roll, number, folders, true, text);
}

bool roll_is_wrong(const struct roll *roll, int number)
{
    char text[ROLL_TEXT_MAX];
    return *doubts(roll, number, NULL, false, text);
}

int roll_incomplete(const struct roll *roll)
{
    int count = 0;
    for (int i = 0; i < roll->count; i++)
        count += roll->of[i].points - roll->of[i].contradicted < roll->of[i].planned ||
                 roll->of[i].points == 0;
    return count;
}

void roll_free(struct roll *roll)
{
    free(roll->of);
    free(roll->samples);
    names_free(&roll->names);
    *roll = (struct roll){0};
}
