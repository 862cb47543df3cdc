/* Runs a pattern's kernel on a GPU for one pass and then for three, as the last two launches of the
 * program, after a line with what the model says that a pass needs: tests/model/counters
 * compares it with the hardware's counters.
 *
 * usage: kernel_counts gpu0 PATTERN:ELEMENT_BYTES:ELEMENTS[:VALUE]
 *
 * VALUE is the first parameter's. The line: requests, sectors of loads; the same of stores and
 * atomics; requests of the tile, and turns beyond those that each would take without conflicts. */
#include "study/base/message.h"
#include "study/measure/arrays.h"
#include "study/model/gpu/traffic.h"
#include "study/model/predict.h"
#include "study/plan/point.h"
#include "study/plan/targets.h"
#include "tests/named_point.h"

#include <stdio.h>

/* Misses are not compared, so any caches will do. */
static const struct gpu_caches gpu_caches = {132, 128 << 10, 60 << 20};

static int print_model(const struct named_point *asked, const struct shape *shape)
{
    struct gpu_prediction p;
    if (predict_gpu(asked->pattern, shape, asked->element_bytes, &gpu_caches, &predict_thorough,
                    &p))
        return complain(EXIT_USAGE, "%s: makes no accesses", asked->pattern->name);
    const int least_turns =
        asked->element_bytes > BANK_BYTES ? asked->element_bytes / BANK_BYTES : 1;
    printf("%.0f %.0f %.0f %.0f %.0f %.0f\n", p.loads.requests, p.loads.sectors, p.stores.requests,
           p.stores.sectors, p.tile_requests, p.tile_turns - least_turns * p.tile_requests);
    fflush(stdout);
    return 0;
}

static int run_passes(struct target *target, const struct kernel *kernel,
                      const struct named_point *asked, const struct shape *shape)
{
    static struct arrays arrays;
    char problem[TEXT_MAX] = "";
    double ns;
    if (arrays_ready(&arrays, target, asked->pattern, shape, asked->element_bytes, problem,
                     sizeof problem))
        return complain(EXIT_WRONG, "%s", problem);
    struct kernel_args args = arrays_args(&arrays, asked->pattern, shape);
    for (args.passes = 1; args.passes <= 3; args.passes += 2)
        if (target->ops->run(target, kernel->run, &args, &ns, NULL))
            return complain(EXIT_NO_DEVICE, "%s: did not run", asked->pattern->name);
    return 0;
}

static int count_one(struct target *target, const char *text)
{
    struct named_point asked;
    char problem[TEXT_MAX];
    if (!named_point_read(text, &asked))
        return complain(EXIT_USAGE, "%s is no PATTERN:ELEMENT_BYTES:ELEMENTS[:VALUE]", text);
    const struct kernel *kernel =
        point_kernel(target, asked.pattern, asked.element_bytes, problem, sizeof problem);
    if (!kernel)
        return complain(EXIT_WRONG, "%s: %s", text, problem);
    struct shape shape = named_point_shape(&asked, asked.size);
    if (point_workers(target, asked.pattern, kernel, &shape))
        return complain(EXIT_NO_DEVICE, "%s: did not run", text);
    shape.elements = point_elements(asked.pattern, &shape, asked.size);
    int status = print_model(&asked, &shape);
    return status ? status : run_passes(target, kernel, &asked, &shape);
}

int main(int argc, char **argv)
{
    struct target_list targets;
    if (argc != 3)
        return complain(EXIT_USAGE, "usage: kernel_counts gpu0 PATTERN:BYTES:ELEMENTS[:VALUE]");
    int status = targets_open(&targets, argv[1], &(struct placing){.cores = 1});
    if (status)
        return status;
    status = count_one(&targets.targets[0], argv[2]);
    targets_close(&targets);
    return status;
}
