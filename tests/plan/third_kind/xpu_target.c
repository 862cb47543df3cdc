/* Another vendor's GPU, as far as a test needs one: two devices that run nothing. */
#include "patterns/target.h"

#include <errno.h>
#include <stdlib.h>

static int xpu_count(void)
{
    return 2;
}

static int xpu_outline(struct target_facts *facts, char *problem, size_t problem_size)
{
    (void)problem, (void)problem_size;
    facts->launch = (struct launch){.teams = 100, .threads = 8, .workers = 800};
    facts->team_l1_bytes = 16 << 10;
    facts->cache_levels = 1;
    facts->caches[0] = (struct cache_level){
        .name = "L2", .size_bytes = 8 << 20, .one_bytes = 8 << 20, .line_bytes = 128, .ways = -1};
    return 0;
}

static int xpu_open(struct target *target, int number, const struct placing *placing, char *problem,
                    size_t problem_size)
{
    (void)placing;
    snprintf(target->name, sizeof target->name, "xpu%d", number);
    snprintf(target->facts.title, sizeof target->facts.title, "another vendor's");
    return xpu_outline(&target->facts, problem, problem_size);
}

static int64_t xpu_free_bytes(struct target *target, int node)
{
    (void)target, (void)node;
    return INT64_C(1) << 34;
}

static int xpu_run(struct target *target, kernel_function *kernel, const struct kernel_args *args,
                   double *ns, struct placement *placement)
{
    (void)kernel, (void)args;
    *ns = 1000;
    if (placement)
        *placement = (struct placement){.where = RAN_ON_DEVICE,
                                        .workers = (int)target->facts.launch.workers};
    return 0;
}

static bool xpu_unused(char *text, size_t text_size)
{
    snprintf(text, text_size, "a third xpu is there and not used");
    return true;
}

static void xpu_close(struct target *target)
{
    (void)target;
}

const struct target_ops xpu_target_ops = {
    .name = "xpu",
    .what = "GPU",
    .numbered = true,
    .side = SIDE_GPU,
    .model = MODEL_SECTORS,
    .module_kind = "cpu", /* the modules that every build has */
    .outline = xpu_outline,
    .unused = xpu_unused,
    .count = xpu_count,
    .open = xpu_open,
    .free_bytes = xpu_free_bytes,
    .run = xpu_run,
    .close = xpu_close,
};
