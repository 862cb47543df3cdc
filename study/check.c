/* `warpline check`: every pattern's result in several sizes and element sizes, against the host
 * reference. */
#include "study/arrays.h"
#include "study/commands.h"
#include "study/message.h"
#include "study/parameters.h"

#include <stdio.h>

/* Small, odd, around whole blocks, and large enough for every worker to have a share. */
static const int64_t sizes[] = {1, 31, 33, 1000, 4096, 65537, 1 << 20};
static const int element_sizes[ELEMENT_SIZES] = {1, 2, 4, 8, 16};

#define LENGTH(array) ((int)(sizeof(array) / sizeof *(array)))

struct tally {
    int passed, failed;
};

static bool holds_values(const struct pattern *pattern, const struct shape *shape)
{
    int64_t turns = shape->elements / shape->threads;
    if (pattern->whole_turns)
        return turns > 0 && shape->elements % shape->threads == 0 && shape->value[0] <= turns &&
               turns % shape->value[0] == 0 && turns % 1024 == 0;
    return true;
}

/* Runs one shape in one element size; returns whether it was right, after saying what was not. */
static bool check_shape(struct target *target, struct arrays *arrays, const struct pattern *pattern,
                        const struct kernel *kernel, const struct shape *shape, int element_bytes)
{
    char problem[TEXT_MAX] = "";
    double ns;
    if (arrays_ready(arrays, target, pattern, shape, element_bytes, problem, sizeof problem) == 0) {
        struct kernel_args args = {
            .in = arrays->in, .out = arrays->out, .shape = *shape, .passes = 1};
        int error = target->ops->run(target, kernel ? kernel->run : NULL, &args, &ns, NULL);
        if (error)
            snprintf(problem, sizeof problem, "%s", target_failure(error));
        else
            arrays_check(arrays, pattern, shape, element_bytes, problem, sizeof problem);
    }
    if (problem[0])
        printf("FAILED %s on %s: %lld elements of %d bytes, first parameter %lld: %s\n",
               pattern->name, target->name, (long long)shape->elements, element_bytes,
               (long long)shape->value[0], problem);
    return !problem[0];
}

/* The values of the first parameter that are tried: its ends, as far as small arrays allow, and
 * some between. */
static int values_of(const struct pattern *pattern, int64_t values[8])
{
    static const int64_t tried[] = {0, 1, 2, 3, 7, 8, 32, 33};
    const struct parameter *p = &pattern->parameters[0];
    int count = 0;
    for (int i = 0; i < LENGTH(tried) && p->name; i++)
        if (tried[i] >= p->low && tried[i] <= p->high &&
            !(p->power_of_two && (tried[i] & (tried[i] - 1))))
            values[count++] = tried[i];
    if (!count)
        values[count++] = 1;
    return count;
}

static int64_t fitting_elements(const struct pattern *pattern, int64_t elements, int64_t threads)
{
    return pattern->whole_turns ? threads * 1024 * (1 + elements / (threads * 2048)) : elements;
}

static void check_values(struct target *target, struct arrays *arrays,
                         const struct pattern *pattern, const struct kernel *kernel,
                         int64_t elements, struct tally *tally)
{
    int64_t values[8];
    int64_t threads = point_threads(target, pattern, kernel);
    int count = values_of(pattern, values);
    if (threads < 0) {
        printf("FAILED %s on %s: %s\n", pattern->name, target->name, target_failure((int)threads));
        tally->failed++;
        return;
    }
    for (int i = 0; i < count; i++) {
        struct shape shape = shape_standard(pattern, fitting_elements(pattern, elements, threads),
                                            threads ? threads : 1);
        if (pattern->parameters[0].name)
            shape.value[0] = values[i];
        if (!holds_values(pattern, &shape))
            continue;
        bool right = check_shape(target, arrays, pattern, kernel, &shape,
                                 kernel ? kernel->element_bytes : 4);
        *(right ? &tally->passed : &tally->failed) += 1;
    }
}

static int check_pattern(struct target *target, struct arrays *arrays,
                         const struct pattern *pattern, struct tally *tally)
{
    char problem[TEXT_MAX];
    int before = tally->passed + tally->failed;
    for (int e = 0; e < ELEMENT_SIZES; e++) {
        const struct kernel *kernel =
            point_kernel(target, pattern, element_sizes[e], problem, sizeof problem);
        if (!kernel)
            return complain(EXIT_WRONG, "pattern %s on %s: %s", pattern->name, target->name,
                            problem[0] ? problem : "this target has no kernels to check");
        for (int i = 0; i < LENGTH(sizes); i++)
            check_values(target, arrays, pattern, kernel, sizes[i], tally);
    }
    printf("%s on %s: %d checks\n", pattern->name, target->name,
           tally->passed + tally->failed - before);
    return 0;
}

static int check_target(struct target *target, const struct options *options, struct tally *tally)
{
    int status = 0;
    struct arrays arrays = {0};
    for (const struct pattern *const *p = pattern_catalogue; *p && !status; p++)
        if (options->name_count == 0)
            status = check_pattern(target, &arrays, *p, tally);
    for (int i = 0; i < options->name_count && !status; i++)
        status = check_pattern(target, &arrays, pattern_find(options->names[i]), tally);
    arrays_release(&arrays);
    return status;
}

int check_command(const struct options *options)
{
    struct tally tally = {0};
    struct target_list targets;
    for (int i = 0; i < options->name_count; i++)
        if (!pattern_named(options->names[i]))
            return EXIT_USAGE;
    int status = targets_open(&targets, options->on, options->cores);
    if (status)
        return status;
    for (int i = 0; i < targets.count && !status; i++)
        status = check_target(&targets.targets[i], options, &tally);
    targets_close(&targets);
    if (!status)
        printf("%d passed, %d failed\n", tally.passed, tally.failed);
    return status ? status : tally.failed ? EXIT_WRONG : EXIT_DONE;
}
