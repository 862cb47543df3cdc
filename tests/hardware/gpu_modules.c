/* Loads three GPU modules in each order, before and after the GPU is open, unloads them and loads
 * them again: each way in a separate process, which must end well and in time.
 *
 * usage: gpu_modules BUILD_DIR [--run]
 *
 * --run also runs their kernels and looks at what they did: on a real GPU. Without it libgomp only
 * has to load the images, which it also does with tests/hardware/cuda_stand_in.c. The status is 77
 * where libgomp finds no GPU or the build has no GPU code. */
#include "patterns/random.h"
#include "patterns/target.h"

#include "offload/runtime.h"

#include <dlfcn.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MODULES = 3, SECONDS_MOST = 60, SKIPPED = 77, BYTES = 1 << 16 };
static const char *const names[MODULES] = {"fill", "copy", "clear"};
static const int orders[][MODULES] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                      {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
enum { ORDERS = sizeof orders / sizeof *orders };

static const char *build;
static bool runs;

struct loaded {
    void *object;
    const struct kernel_module *module;
};

static bool load(struct loaded *loaded, const int *order, int from, int to)
{
    for (int i = from; i < to; i++) {
        char path[4096];
        struct loaded *one = &loaded[order[i]];
        snprintf(path, sizeof path, "%s/modules/gpu/%s.so", build, names[order[i]]);
        one->object = dlopen(path, RTLD_NOW | RTLD_LOCAL);
        if (!one->object) {
            fprintf(stderr, "%s\n", dlerror());
            return false;
        }
        one->module = dlsym(one->object, "warpline_kernels");
    }
    return true;
}

static void unload(struct loaded *loaded, const int *order, int from, int to)
{
    for (int i = from; i < to; i++)
        dlclose(loaded[order[i]].object);
}

static bool run(struct target *gpu, const struct kernel_module *module, int element_bytes,
                struct kernel_args args)
{
    double ns;
    int i = 0;
    while (module->kernels[i].element_bytes != element_bytes)
        i++;
    args.shape.elements = BYTES / element_bytes;
    args.passes = 1;
    return gpu->ops->run(gpu, module->kernels[i].run, &args, &ns, NULL) == 0;
}

/* Fills an array, copies it and clears the copy: true if all three did that. */
static bool work(struct target *gpu, const struct loaded *loaded)
{
    static uint64_t host[BYTES / 8];
    bool right = true;
    const struct data_bits bits = word_bits();
    void *in = gpu->ops->allocate(gpu, BYTES, PAGES_AS_THE_SYSTEM_HAS_IT, -1);
    void *out = gpu->ops->allocate(gpu, BYTES, PAGES_AS_THE_SYSTEM_HAS_IT, -1);
    const struct shape fill = {.value = {(int64_t)bits.keep, (int64_t)bits.set}};
    right = run(gpu, loaded[0].module, 8, (struct kernel_args){.out = in, .shape = fill}) &&
            run(gpu, loaded[1].module, 4, (struct kernel_args){.out = out, .in = in}) &&
            gpu->ops->copy_out(gpu, host, out, BYTES) == 0;
    for (uint64_t i = 0; i < BYTES / 8; i++)
        right = right && host[i] == data_word(i, bits);
    right = right && run(gpu, loaded[2].module, 4, (struct kernel_args){.out = out}) &&
            gpu->ops->copy_out(gpu, host, out, BYTES) == 0;
    for (uint64_t i = 0; i < BYTES / 8; i++)
        right = right && host[i] == 0;
    gpu->ops->release(gpu, in, BYTES);
    gpu->ops->release(gpu, out, BYTES);
    return right;
}

/* Starts the device, which loads the images that are there. */
static bool open_gpu(struct target *gpu)
{
    char problem[TEXT_MAX];
    *gpu = (struct target){.ops = &gpu_target_ops};
    if (runs)
        return gpu->ops->open(gpu, 0, NULL, problem, sizeof problem) == 0;
    void *memory = omp_target_alloc(8, 0);
    omp_target_free(memory, 0);
    return memory != NULL;
}

/* `before` of the modules are loaded before the device is open, the others after it. */
static bool try_way(const int *order, int before)
{
    struct target gpu;
    struct loaded loaded[MODULES];
    bool right = load(loaded, order, 0, before) && open_gpu(&gpu) &&
                 load(loaded, order, before, MODULES) && (!runs || work(&gpu, loaded));
    if (!right)
        return false;
    unload(loaded, order, 1, MODULES);
    right = load(loaded, order, 1, MODULES) && (!runs || work(&gpu, loaded));
    unload(loaded, order, 0, MODULES);
    return right && load(loaded, order, 0, MODULES) && (!runs || work(&gpu, loaded));
}

/* 0, or 1 after a line on what went wrong. */
static int try_in_child(const int *order, int before)
{
    int status;
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        alarm(SECONDS_MOST);
        exit(try_way(order, before) ? 0 : 1);
    }
    waitpid(child, &status, 0);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return 0;
    printf("FAILED: %s, %s, %s, of which %d before the GPU was open: %s %d\n", names[order[0]],
           names[order[1]], names[order[2]], before, WIFSIGNALED(status) ? "signal" : "status",
           WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
    return 1;
}

/* Queried in a child: once libgomp has looked for devices here, no child could use one. */
static bool finds_gpu(void)
{
    int status;
    pid_t child = fork();
    if (child == 0)
        _exit(omp_get_num_devices() > 0 ? 0 : 1);
    waitpid(child, &status, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

int main(int argc, char **argv)
{
    char folder[4096];
    int failed = 0, tried = 0;
    build = argc > 1 ? argv[1] : ".";
    runs = argc > 2 && strcmp(argv[2], "--run") == 0;
    snprintf(folder, sizeof folder, "%s/modules/gpu", build);
    runtime_prepare();
    if (access(folder, R_OK) != 0 || !finds_gpu()) {
        printf("no GPU code in this build, or no GPU\n");
        return SKIPPED;
    }
    for (int i = 0; i < ORDERS; i++) /* one that hangs takes a minute: it is enough */
        for (int before = 0; before <= MODULES && !failed; before++, tried++)
            failed += try_in_child(orders[i], before);
    printf("%d passed, %d failed\n", tried - failed, failed);
    return failed ? 1 : 0;
}
