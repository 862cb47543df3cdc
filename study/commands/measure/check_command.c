/* `warpline check`: every pattern's result in several sizes and element sizes, against the host
 * reference. */
#include "study/base/message.h"
#include "study/base/stop.h"
#include "study/commands/commands.h"
#include "study/measure/arrays.h"
#include "study/own/bounds.h"
#include "study/own/own.h"
#include "study/plan/parameter.h"
#include "study/plan/targets.h"

#include <stdio.h>

enum {
    TRIED_MAX = 16,
    BYTES_MOST = 80 << 20, /* a million elements of any size, and of 4 bytes of any pattern */
    WORK_MOST = 1 << 28,   /* operations on all elements */
    PROBLEM_MAX = 2048,
};

/* Small, odd, around whole blocks, and large enough for every worker to have a share. */
static const int64_t sizes[] = {1, 31, 33, 1000, 4096, 65537, 1 << 20};

#define LENGTH(array) ((int)(sizeof(array) / sizeof *(array)))

struct tally {
    int passed, failed;
    bool enough; /* stop checking this pattern: of a user's own pattern only the first fault is
                    printed */
};

/* One kernel on its target, being checked. */
struct check {
    struct target *target;
    struct arrays *arrays;
    const struct pattern *pattern;
    const struct kernel *kernel;
    struct tally *tally;
};

static void run_once(const struct check *check, const struct shape *shape, char *problem)
{
    double ns;
    const struct kernel_args args = arrays_args(check->arrays, check->pattern, shape);
    doing("checking %s on %s (%d-byte elements, %lld steps)", check->pattern->name,
          check->target->name, check->kernel->element_bytes, (long long)shape->elements);
    int error = check->target->ops->run(check->target, check->kernel->run, &args, &ns, NULL);
    if (error)
        snprintf(problem, PROBLEM_MAX, "%s", target_failure(error));
    else
        arrays_check(check->arrays, check->pattern, shape, check->kernel->element_bytes, problem,
                     PROBLEM_MAX);
}

/* Whether the shape may be run: its addresses are in bounds. */
static bool is_in_bounds(const struct check *check, const struct shape *shape,
                         char problem[PROBLEM_MAX])
{
    const struct bounds_point point = {.pattern = check->pattern,
                                       .shape = shape,
                                       .element_bytes = check->kernel->element_bytes,
                                       .side = check->target->ops->side};
    return bounds_hold(&point, problem, PROBLEM_MAX);
}

static void tell_wrong(const struct check *check, const struct shape *shape, const char *problem)
{
    const struct pattern *pattern = check->pattern;
    printf("FAILED %s on %s: %lld step%s, elements of %d byte%s", pattern->name,
           check->target->name, (long long)shape->elements, shape->elements == 1 ? "" : "s",
           check->kernel->element_bytes, check->kernel->element_bytes == 1 ? "" : "s");
    for (int i = 0; i < pattern_parameter_count(pattern); i++)
        printf(", %s=%lld", pattern->parameters[i].name, (long long)shape->value[i]);
    printf(": %s\n", problem);
}

/* Runs one shape and prints faults. */
static void check_shape(const struct check *check, const struct shape *shape)
{
    char problem[PROBLEM_MAX] = "";
    const struct pattern *pattern = check->pattern;
    int bytes = check->kernel->element_bytes;
    const bool in_bounds = is_in_bounds(check, shape, problem);
    if (in_bounds && arrays_ready(check->arrays, check->target, pattern, shape, bytes, problem,
                                  sizeof problem) == 0) {
        run_once(check, shape, problem);
        if (!problem[0] && pattern->relaxes)
            arrays_check_sweeps(check->arrays, pattern, check->kernel, shape, problem,
                                sizeof problem);
    }
    if (problem[0] && in_bounds)
        tell_wrong(check, shape, problem);
    else if (problem[0])
        printf("FAILED %s on %s: %s\n", pattern->name, check->target->name, problem);
    check->tally->enough = problem[0] && own_file(pattern);
    *(problem[0] ? &check->tally->failed : &check->tally->passed) += 1;
}

/* Whether the host's reference takes long for this value: in a pattern of numbers, a parameter that
 * is a count may be a number of operations on each element. */
static bool takes_long(const struct check *check, int parameter, const struct shape *shape)
{
    return parameter >= 0 && check->pattern->data == DATA_NUMBERS &&
           !check->pattern->parameters[parameter].power_of_two &&
           shape->value[parameter] > WORK_MOST / shape->elements;
}

/* Whether the arrays are small enough for a quick check. WHOLE_TURNS patterns on a GPU's many
 * threads are always accepted, since nothing smaller exists. */
static bool fits(const struct check *check, const struct shape *shape)
{
    struct footprint bytes;
    const int element_bytes = check->kernel->element_bytes;
    const int64_t all = arrays_bytes(check->pattern, shape, element_bytes, &bytes);
    int64_t most = BYTES_MOST;
    if (check->pattern->rounding == WHOLE_TURNS && most < 2 * shape->elements * element_bytes)
        most = 2 * shape->elements * element_bytes;
    return all > 0 && all <= most;
}

/* Whether the pattern can be run with this shape. */
static bool can_be_tried(const struct check *check, const struct shape *shape)
{
    int64_t turns = shape->elements / shape->threads;
    for (int p = 0; p < pattern_parameter_count(check->pattern); p++) {
        const char *above = check->pattern->parameters[p].not_above;
        if (above && shape->value[p] > parameter_value(check->pattern, shape, above))
            return false;
    }
    if (check->pattern->rounding == WHOLE_TURNS && shape->value[0] > turns &&
        !check->pattern->expect)
        return false;
    if (check->pattern->rounding == POWER_OF_TWO && shape->value[0] > shape->elements)
        return false;
    return fits(check, shape);
}

/* Makes the other parameters smaller, and with them the steps, if their standard values alone make
 * the arrays too large to check. */
static void shrink_others(const struct check *check, int parameter, struct shape *shape)
{
    for (int p = 0; check->pattern->elements && p < pattern_parameter_count(check->pattern); p++) {
        int64_t low = check->pattern->parameters[p].low, *value = &shape->value[p];
        while (p != parameter && !fits(check, shape) && *value / 4 >= low && *value > 0) {
            *value /= 4;
            shape->elements = point_elements(check->pattern, shape, shape->elements);
        }
    }
}

/* The values of a parameter to check: its ends, as far as small arrays allow, and some between. */
static int values_of(const struct parameter *p, int64_t values[TRIED_MAX])
{
    static const int64_t tried[] = {0, 1, 2, 3, 5, 7, 8, 32, 33};
    int count = 0;
    for (int i = 0; i < LENGTH(tried); i++)
        if (tried[i] > p->low && tried[i] <= p->high &&
            !(p->power_of_two && (tried[i] & (tried[i] - 1))))
            values[count++] = tried[i];
    values[count++] = p->low;
    for (int64_t v = p->low < 32 ? 32 : p->low; v <= p->high / 4 && count < TRIED_MAX - 1; v *= 4)
        values[count++] = 4 * v;
    return count;
}

/* Checks one value at size number `size`, unless the next smaller size gives the same number of
 * elements. */
static void check_value(const struct check *check, int size, int parameter, int64_t value)
{
    struct shape shape = shape_standard(check->pattern, 1, 1);
    if (check->tally->enough)
        return;
    if (parameter >= 0)
        shape.value[parameter] = value;
    if (!has_pair(check->target, check->pattern, &shape))
        return;
    int error = point_workers(check->target, check->pattern, check->kernel, &shape);
    if (error) {
        printf("FAILED %s on %s: %s\n", check->pattern->name, check->target->name,
               target_failure(error));
        check->tally->failed++;
        return;
    }
    shape.elements = point_elements(check->pattern, &shape, sizes[size]);
    if (size > 0 && shape.elements == point_elements(check->pattern, &shape, sizes[size - 1]))
        return;
    shrink_others(check, parameter, &shape);
    const bool is_told = shape.elements < 1 && own_file(check->pattern);
    if (is_told || (can_be_tried(check, &shape) && !takes_long(check, parameter, &shape)))
        check_shape(check, &shape);
}

/* Checks one size, changing one parameter at a time. Those of a loop depend on each other in ways
 * that nobody states: they keep their values. */
static void check_size(const struct check *check, int size)
{
    int parameters = pattern_parameter_count(check->pattern);
    if (parameters == 0 || check->pattern->loop)
        check_value(check, size, -1, 0);
    for (int p = 0; p < parameters && !check->pattern->loop; p++) {
        int64_t values[TRIED_MAX];
        int count = values_of(&check->pattern->parameters[p], values);
        for (int i = 0; i < count; i++)
            check_value(check, size, p, values[i]);
    }
}

/* Reports that nothing could be checked; for a user's own pattern it looks for the reason. */
static void tell_untried(const struct check *check)
{
    char problem[PROBLEM_MAX];
    const struct pattern *pattern = check->pattern;
    struct shape shape = shape_standard(pattern, 1, 1);
    const int bytes = check->kernel->element_bytes;
    snprintf(problem, sizeof problem,
             "nothing could be tried with elements of %d byte%s: the arrays are too large to check",
             bytes, bytes == 1 ? "" : "s");
    point_workers(check->target, pattern, check->kernel, &shape);
    for (int i = 0; i < LENGTH(sizes) && own_file(pattern); i++) {
        shape.elements = point_elements(pattern, &shape, sizes[i]);
        if (!is_in_bounds(check, &shape, problem))
            break;
    }
    printf("FAILED %s on %s: %s\n", pattern->name, check->target->name, problem);
    check->tally->failed++;
    check->tally->enough = own_file(pattern);
}

/* Checks one element size of a pattern. It is a failure if no size and value could be run. */
static int check_kernel(struct target *target, struct arrays *arrays, const struct pattern *pattern,
                        int element_bytes, struct tally *tally)
{
    char problem[TEXT_MAX];
    const int before = tally->passed + tally->failed;
    const struct kernel *kernel =
        point_kernel(target, pattern, element_bytes, problem, sizeof problem);
    if (!kernel)
        return complain(EXIT_WRONG, "pattern %s on %s: %s", pattern->name, target->name,
                        problem[0] ? problem : "this target has no kernels to check");
    const struct check check = {target, arrays, pattern, kernel, tally};
    for (int i = 0; i < (pattern->elements ? 1 : LENGTH(sizes)); i++)
        check_size(&check, i);
    if (tally->passed + tally->failed == before)
        tell_untried(&check);
    return 0;
}

/* Checks the examples of a user's own pattern, before anything runs. */
static bool check_examples(const struct target *target, const struct pattern *pattern,
                           struct tally *tally)
{
    char problem[PROBLEM_MAX];
    if (examples_hold(pattern, problem, sizeof problem))
        return true;
    printf("FAILED %s on %s: %s\n", pattern->name, target->name, problem);
    tally->failed++;
    return false;
}

/* Prints what verifies the user's own patterns, once they have passed. */
static void print_proofs(const struct options *options)
{
    char text[PROBLEM_MAX];
    for (int i = 0; i < options->name_count; i++)
        if (explain_proof(pattern_find(options->names[i]), text, sizeof text)[0])
            printf("%s\n", text);
}

static int check_pattern(struct target *target, struct arrays *arrays,
                         const struct pattern *pattern, struct tally *tally)
{
    int status = 0, before = tally->passed + tally->failed;
    if (why_absent(pattern, target)) {
        printf("%s on %s: none, %s\n", pattern->name, target->name, why_absent(pattern, target));
        return 0;
    }
    tally->enough = false;
    if (!check_examples(target, pattern, tally))
        return 0;
    for (int bytes = 1; bytes <= ELEMENT_BYTES_MAX && !status && !tally->enough; bytes *= 2)
        if (pattern->sizes & bytes)
            status = check_kernel(target, arrays, pattern, bytes, tally);
    if (!status)
        printf("%s on %s: %d checks\n", pattern->name, target->name,
               tally->passed + tally->failed - before);
    return status;
}

static int check_target(struct target *target, const struct options *options, struct tally *tally)
{
    int status = 0;
    /* the first touch of new memory takes longer than a check: room for any shape at once */
    struct arrays arrays = {.checks = &own_checks, .in.room = BYTES_MOST, .out.room = BYTES_MOST};
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
    int status = targets_open(&targets, options->on, &options->placing);
    if (status)
        return status;
    status = targets_measurable(&targets);
    for (int i = 0; i < targets.count && !status; i++)
        if (!targets.targets[i].ops->module_kind)
            status =
                complain(EXIT_USAGE, "option --on: %s has no kernels to check; use cpu or gpu0",
                         targets.targets[i].name);
    for (int i = 0; i < targets.count && !status; i++)
        status = check_target(&targets.targets[i], options, &tally);
    targets_close(&targets);
    if (!status && !tally.failed)
        print_proofs(options);
    if (!status)
        printf("%d passed, %d failed\n", tally.passed, tally.failed);
    return status ? status : tally.failed ? EXIT_WRONG : EXIT_DONE;
}
