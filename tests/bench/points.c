/* Measures single points for the benchmark: each argument after the target is
 * PATTERN:ELEMENT_BYTES:ARRAY_BYTES[:VALUE], where VALUE is the first parameter's. Prints one line
 * a point: the argument and its useful bandwidth in GB/s (median of 11 samples). The result of
 * every point is checked before it is measured. On the CPU one core is used.
 *
 * usage: points cpu|gpu0 POINT... */
#include "study/arrays.h"
#include "study/measure.h"
#include "study/message.h"
#include "study/study.h"

#include <stdlib.h>
#include <string.h>

static const struct measure_settings settings = {.samples = 11, .warmup = 2, .sample_ns = 20e6};

struct request {
    const struct pattern *pattern;
    int element_bytes;
    long long array_bytes, value;
    bool value_given;
};

static bool read_request(const char *text, struct request *request)
{
    char name[32];
    int read = sscanf(text, "%31[^:]:%d:%lld:%lld", name, &request->element_bytes,
                      &request->array_bytes, &request->value);
    request->value_given = read == 4;
    if (read < 3)
        return false;
    request->pattern = pattern_find(name);
    return request->pattern != NULL;
}

static int measure_arrays(struct target *target, const struct kernel *kernel,
                          const struct request *request, const struct shape *shape, double *gbps)
{
    static struct measurement measured;
    static struct arrays arrays;
    double ns;
    char problem[TEXT_MAX] = "";
    if (arrays_ready(&arrays, target, request->pattern, shape, request->element_bytes, problem,
                     sizeof problem))
        return complain(EXIT_WRONG, "%s", problem);
    struct kernel_args args = arrays_args(&arrays, request->pattern, shape);
    int error = target->ops->run(target, kernel->run, &args, &ns, NULL);
    if (!error && arrays_check(&arrays, request->pattern, shape, request->element_bytes, problem,
                               sizeof problem))
        error = complain(EXIT_WRONG, "%s", problem);
    if (!error)
        error = measure(target, kernel->run, &args, &settings, &measured);
    *gbps = (double)pattern_useful_bytes(request->pattern, shape, request->element_bytes) /
            measured.pass_ns.median;
    return error;
}

static int measure_request(struct target *target, const char *text)
{
    char problem[TEXT_MAX];
    struct request request;
    double gbps = 0;
    if (!read_request(text, &request))
        return complain(EXIT_USAGE, "%s is no PATTERN:ELEMENT_BYTES:ARRAY_BYTES[:VALUE]", text);
    const struct kernel *kernel =
        point_kernel(target, request.pattern, request.element_bytes, problem, sizeof problem);
    if (!kernel)
        return complain(EXIT_WRONG, "%s: %s", text, problem);
    const int64_t elements = request.array_bytes / request.element_bytes;
    struct shape shape = shape_standard(request.pattern, elements, 1);
    if (request.value_given)
        shape.value[0] = request.value;
    if (point_workers(target, request.pattern, kernel, &shape))
        return complain(EXIT_NO_DEVICE, "%s: did not run", text);
    shape.elements = point_elements(request.pattern, &shape, elements);
    int error = measure_arrays(target, kernel, &request, &shape, &gbps);
    if (!error)
        printf("%s %.2f\n", text, gbps);
    return error;
}

int main(int argc, char **argv)
{
    struct target_list targets;
    if (argc < 3)
        return complain(EXIT_USAGE, "usage: points cpu|gpu0 POINT...");
    int status = targets_open(&targets, argv[1], 1);
    if (status)
        return status;
    for (int i = 2; i < argc && !status; i++)
        status = measure_request(&targets.targets[0], argv[i]);
    targets_close(&targets);
    return status;
}
