/* Runs every point of a plan once and prints where it ran, where its memory was, and for a pair of
 * cores what the model says that it takes. For tests/numa, on a machine of several NUMA
 * nodes that is too slow to measure on.
 *
 * usage: numa_guest CPUS BIND MEMORY PAGES CORES NAME...   (- stands for no option) */
#include "patterns/target.h"
#include "study/base/message.h"
#include "study/measure/proof.h"
#include "study/model/model.h"
#include "study/plan/plan.h"
#include "study/plan/study.h"

#include <stdlib.h>
#include <string.h>

enum { NAMES_FROM = 6 };

static const char *given(const char *word)
{
    return strcmp(word, "-") == 0 ? NULL : word;
}

/* The pair, and how many of which resources it needs. */
static void print_pair(const struct point *point)
{
    struct demand demand;
    const bool known = cost_demand(point, &demand);
    printf("pair %lld %lld:", (long long)point->shape.value[0], (long long)point->shape.value[1]);
    for (int i = 0; i < RESOURCES && known; i++)
        if (demand.amount[i] > 0)
            printf(" %.0f %s", demand.amount[i], resources[i].name);
    putchar('\n');
}

/* One line: the point, and what was seen of it. */
static int run_point(const struct point *point)
{
    char problem[TEXT_MAX];
    double ns;
    struct kernel_args args;
    struct placement placement;
    struct seen_memory seen;
    struct arrays arrays = {.checks = NULL};
    struct target *target = point->target;
    int status = prove_point(&arrays, point, &args);
    if (!status && target->ops->run(target, point->kernel->run, &args, &ns, &placement))
        status = complain(EXIT_NO_DEVICE, "a thread was not where it was to be");
    if (!status && arrays_locate(&arrays, &seen, problem, sizeof problem))
        status = complain(EXIT_NO_DEVICE, "%s", problem);
    if (!status && point->pattern->pair)
        print_pair(point);
    else if (!status)
        printf("%s %s %s=%lld %s | %s | %s | %s | %s\n", point->study->name, point->pattern->name,
               point->parameter, (long long)point->value, point->settings, placement.where_text,
               seen.nodes, seen.policy, seen.page_sizes);
    arrays_release(&arrays);
    return status;
}

int main(int argc, char **argv)
{
    if (argc <= NAMES_FROM)
        return EXIT_USAGE;
    const struct placing placing = {.cpus = given(argv[1]),
                                    .bind = given(argv[2]),
                                    .memory = given(argv[3]),
                                    .pages = given(argv[4]),
                                    .cores = atoi(argv[5])};
    const struct plan_request request = {.names = (const char *const *)argv + NAMES_FROM,
                                         .name_count = argc - NAMES_FROM,
                                         .footprint_bytes = 16 << 20,
                                         .quick = true,
                                         .seed = 1};
    struct target_list list;
    struct plan plan;
    int status = targets_open(&list, "cpu", &placing);
    if (status)
        return status;
    status = plan_make(&plan, &request, &list);
    for (int i = 0; i < plan.count && !status; i++)
        status = run_point(&plan.points[i]);
    plan_free(&plan);
    targets_close(&list);
    return status;
}
