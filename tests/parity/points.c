/* warpline's side of the comparison with hand-written kernels: measures single points. Each is
 * PATTERN:ELEMENT_BYTES:ARRAY_BYTES[:VALUE], where VALUE is the first parameter's, and ARRAY_BYTES
 * counts for nothing where the value says how many steps there are. Prints one line a point: the
 * argument, its useful bandwidth in GB/s (median of 5 samples), the useful bytes of a step. The
 * result of every point is checked before it is measured, unless --unchecked is given: for large
 * arrays the check takes longer than the measurement. On the CPU one core is used.
 *
 * usage: parity_points [--unchecked] cpu|gpu0 POINT... */
#include "study/base/message.h"
#include "study/measure/arrays.h"
#include "study/measure/measure.h"
#include "study/own/own_names.h"
#include "study/plan/point.h"
#include "study/plan/targets.h"
#include "tests/named_point.h"

#include <stdlib.h>
#include <string.h>

static const struct measure_settings settings = {
    .samples = 5, .samples_least = 5, .warmup = 1, .warmup_slow = 1, .sample_ns = 20e6};

static int check_result(struct target *target, const struct kernel *kernel, struct arrays *arrays,
                        const struct named_point *request, const struct shape *shape)
{
    double ns;
    char problem[TEXT_MAX] = "";
    struct kernel_args args = arrays_args(arrays, request->pattern, shape);
    if (target->ops->run(target, kernel->run, &args, &ns, NULL))
        return complain(EXIT_NO_DEVICE, "%s: did not run", request->pattern->name);
    if (arrays_check(arrays, request->pattern, shape, request->element_bytes, problem,
                     sizeof problem))
        return complain(EXIT_WRONG, "%s: %s", request->pattern->name, problem);
    return 0;
}

static int measure_arrays(struct target *target, const struct kernel *kernel,
                          const struct named_point *request, const struct shape *shape,
                          bool checked, double *pass_ns)
{
    static struct measurement measured;
    static struct arrays arrays;
    char problem[TEXT_MAX] = "";
    if (arrays_ready(&arrays, target, request->pattern, shape, request->element_bytes, problem,
                     sizeof problem))
        return complain(EXIT_WRONG, "%s", problem);
    int error = checked ? check_result(target, kernel, &arrays, request, shape) : 0;
    struct kernel_args args = arrays_args(&arrays, request->pattern, shape);
    if (!error && measure(target, kernel->run, &args, &settings, &measured))
        error = complain(EXIT_NO_DEVICE, "%s: did not run", request->pattern->name);
    *pass_ns = measured.pass_ns.median;
    return error;
}

static int measure_request(struct target *target, const char *text, bool checked)
{
    char problem[TEXT_MAX];
    struct named_point request;
    double pass_ns = 0;
    if (!named_point_read(text, &request))
        return complain(EXIT_USAGE, "%s is no PATTERN:ELEMENT_BYTES:ARRAY_BYTES[:VALUE]", text);
    const struct kernel *kernel =
        point_kernel(target, request.pattern, request.element_bytes, problem, sizeof problem);
    if (!kernel)
        return complain(EXIT_WRONG, "%s: %s", text, problem);
    const int64_t elements = request.size / request.element_bytes;
    struct shape shape = named_point_shape(&request, elements);
    if (point_workers(target, request.pattern, kernel, &shape))
        return complain(EXIT_NO_DEVICE, "%s: did not run", text);
    shape.elements = point_elements(request.pattern, &shape, elements);
    int error = measure_arrays(target, kernel, &request, &shape, checked, &pass_ns);
    double bytes = (double)pattern_useful_bytes(request.pattern, &shape, request.element_bytes);
    if (!error)
        printf("%s %.5g %.2f %lld\n", text, bytes / pass_ns, bytes / (double)shape.elements,
               (long long)shape.elements);
    return error;
}

int main(int argc, char **argv)
{
    struct target_list targets;
    const bool unchecked = argc > 1 && strcmp(argv[1], "--unchecked") == 0;
    char **arguments = argv + 1 + unchecked;
    if (argc - unchecked < 3)
        return complain(EXIT_USAGE, "usage: parity_points [--unchecked] cpu|gpu0 POINT...");
    int status = targets_open(&targets, arguments[0], &(struct placing){.cores = 1});
    if (status)
        return status;
    own_names_load_folders();
    for (char **point = arguments + 1; *point && !status; point++)
        status = measure_request(&targets.targets[0], *point, !unchecked);
    targets_close(&targets);
    return status;
}
