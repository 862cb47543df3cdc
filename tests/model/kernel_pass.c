/* Runs a pattern's CPU kernel on one thread for a number of passes, or prints what the model says
 * that one more pass misses: tests/model/kernel_misses compares the two under cachegrind.
 *
 * usage: kernel_pass PATTERN VALUE ELEMENTS MODULE.so PASSES
 *        kernel_pass PATTERN VALUE ELEMENTS model
 *
 * VALUE is the first parameter's, - for its standard. Elements have 4 bytes. The model's caches are
 * those of the script: load misses and store misses of the L1, then of the last level. */
#include "study/base/message.h"
#include "study/model/predict.h"
#include "study/plan/module.h"
#include "study/plan/point.h"

#include <dlfcn.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

enum { ELEMENT_BYTES = 4, ALIGNMENT = 1 << 16 /* a way of the last level, as the model has it */ };

static const struct cache_hierarchy caches = {
    .workers = 1,
    .level_count = 2,
    .levels = {{"L1", 32768, 8, 64, 1}, {"LL", 1048576, 16, 64, 1}},
};

static void *zeros(int64_t elements, int64_t bytes)
{
    const size_t room = ((size_t)(elements * bytes) / ALIGNMENT + 1) * ALIGNMENT;
    void *memory = aligned_alloc(ALIGNMENT, room);
    return memory ? memset(memory, 0, room) : NULL;
}

static int print_model(const struct pattern *pattern, const struct shape *shape)
{
    struct cpu_prediction p;
    if (predict_cpu(pattern, shape, ELEMENT_BYTES, &caches, &predict_thorough, &p) ||
        p.walked != p.blocks)
        return complain(EXIT_USAGE, "%s: not walked whole", pattern->name);
    for (int i = 0; i < caches.level_count; i++)
        printf("%lld %lld ", (long long)p.counts.levels[i].load_misses,
               (long long)p.counts.levels[i].store_misses);
    putchar('\n');
    return 0;
}

static int run_passes(const struct pattern *pattern, const struct shape *shape, const char *path,
                      int64_t passes)
{
    struct notes notes = {0};
    void *object = dlopen(path, RTLD_NOW);
    const struct kernel_module *module = object ? dlsym(object, "warpline_kernels") : NULL;
    if (!module)
        return complain(EXIT_USAGE, "%s: %s", path, dlerror());
    struct kernel_args args = {
        .in = zeros(pattern->in_length(shape), ELEMENT_BYTES),
        .out = zeros(pattern->out_length(shape), ELEMENT_BYTES),
        .notes = &notes,
        .shape = *shape,
        .launch = {.device = omp_get_initial_device(), .teams = 1, .threads = 1},
        .passes = passes};
    if (pattern->index_length)
        args.shape.index = zeros(pattern->index_length(shape), 4);
    if (module->prepare)
        module->prepare(&args);
    module_kernel(module, ELEMENT_BYTES)->run(&args);
    return notes.workers == 1 ? 0 : complain(EXIT_WRONG, "%d workers", notes.workers);
}

int main(int argc, char **argv)
{
    const struct pattern *pattern = argc >= 5 ? pattern_find(argv[1]) : NULL;
    if (!pattern)
        return complain(EXIT_USAGE, "usage: kernel_pass PATTERN VALUE ELEMENTS MODULE.so PASSES");
    struct shape shape = shape_standard(pattern, atoll(argv[3]), 1);
    shape.workers = 1;
    if (strcmp(argv[2], "-") != 0)
        shape.value[0] = atoll(argv[2]);
    shape.elements = point_elements(pattern, &shape, atoll(argv[3]));
    return argc == 5 ? print_model(pattern, &shape)
                     : run_passes(pattern, &shape, argv[4], atoll(argv[5]));
}
