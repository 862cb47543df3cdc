/* The null target: does nothing, as fast as it can be done. What a run on it takes is the harness's
 * own cost; its points are below the clock and are marked so. */
#include "patterns/clock.h"
#include "patterns/target.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static int null_count(void)
{
    return 1;
}

static int null_open(struct target *target, int number, char *problem, size_t problem_size)
{
    (void)number, (void)problem, (void)problem_size;
    snprintf(target->name, sizeof target->name, "null");
    snprintf(target->facts.title, sizeof target->facts.title, "nothing");
    snprintf(target->facts.detail, sizeof target->facts.detail, "measures the harness itself");
    target->facts.launch = (struct launch){.teams = 1, .threads = 1, .workers = 1};
    target->facts.multiprocessors = 1;
    return 0;
}

static int64_t null_free_bytes(struct target *target)
{
    (void)target;
    return INT64_MAX;
}

static char nothing[4096] __attribute__((aligned(4096)));

static void *null_allocate(struct target *target, size_t bytes, enum pages pages)
{
    (void)target, (void)bytes, (void)pages;
    return nothing;
}

static void null_release(struct target *target, void *memory, size_t bytes)
{
    (void)target, (void)memory, (void)bytes;
}

static int null_copy(struct target *target, void *to, const void *from, size_t bytes)
{
    (void)target, (void)to, (void)from, (void)bytes;
    return 0;
}

static int null_run(struct target *target, kernel_function *kernel, const struct kernel_args *args,
                    double *ns, struct placement *placement)
{
    (void)target, (void)kernel, (void)args;
    const double before_ns = clock_now_ns();
    *ns = clock_now_ns() - before_ns;
    if (placement)
        *placement =
            (struct placement){.where = RAN_NOWHERE, .workers = 1, .where_text = "nowhere"};
    return 0;
}

static void null_locate(struct target *target, const void *memory, size_t bytes, char *text,
                        size_t text_size)
{
    (void)target, (void)memory, (void)bytes;
    snprintf(text, text_size, "-");
}

static void null_close(struct target *target)
{
    (void)target;
}

const struct target_ops null_target_ops = {
    .name = "null",
    .what = "does nothing: measures the harness itself",
    .module_kind = NULL,
    .count = null_count,
    .open = null_open,
    .free_bytes = null_free_bytes,
    .allocate = null_allocate,
    .release = null_release,
    .copy_in = null_copy,
    .copy_out = null_copy,
    .run = null_run,
    .locate = null_locate,
    .close = null_close,
};
