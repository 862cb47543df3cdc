/* The GPU as a target, through libgomp. */
#include "offload/cuda.h"
#include "offload/gpu_conditions.h"
#include "offload/runtime.h"
#include "offload/unused.h"
#include "patterns/clock.h"
#include "patterns/libgomp.h"
#include "patterns/target.h"

#include <errno.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    TEAM_WARPS = 32,        /* libgomp starts as many of them as registers allow */
    TEAMS_UNKNOWN_GPU = 64, /* if the driver does not report the number of multiprocessors */
    SECTOR_LINE_BYTES = 128,
    L1_LEAST_BYTES = 29 << 10,      /* of the memory that the L1 and shared memory have in common */
    SHARED_LEAST_BYTES = 8 << 10,   /* of it that the driver gives a team without tiles */
    LANE_STACK_BYTES = 4096,        /* four times what the largest kernel needs */
    CLEARED_BYTES_EACH_US = 400000, /* cleared by the driver of an H200, of freed memory */
    H200_L2_BYTES = 60 << 20,
    H200_TILE_MOST_BYTES = 227 << 10,
};

struct gpu_state {
    int device;
    int64_t memory_bytes; /* total; free_bytes returns it if the driver does not say more */
    struct notes *notes;  /* in the GPU's memory */
    struct gpu_watch watch;
};

void runtime_prepare(void)
{
    setenv("GOMP_NVPTX_LOWLAT_POOL", "0", false);
}

static int gpu_count(void)
{
    return omp_get_num_devices();
}

/* The first region: it starts the device, and shows whether this program has code for it. */
static bool region_runs_on(int device)
{
    int on_host = 1;
#pragma omp target device(device) map(from : on_host)
    on_host = omp_is_initial_device();
    return !on_host;
}

/* One on each multiprocessor. */
static int teams_for(int multiprocessors)
{
    if (multiprocessors <= 0)
        return TEAMS_UNKNOWN_GPU;
    return multiprocessors < TEAMS_MOST ? multiprocessors : TEAMS_MOST;
}

/* L1 and shared memory share one array, 29 or 32 KiB larger than the shared-memory limit, by
 * generation. Besides this program's teams the driver leaves all but 8 KiB of it for the L1 (ncu on
 * an H200 with 256 KiB). There a chase through 128 KiB always hits, and one through 256 KiB hits in
 * a fifth. */
static void describe_caches(struct target_facts *facts, const struct cuda_device *gpu)
{
    const int64_t both_bytes = gpu->tile_most_bytes + L1_LEAST_BYTES;
    const struct cache_level l1 = {.name = "L1",
                                   .one_bytes = both_bytes - SHARED_LEAST_BYTES,
                                   .line_bytes = SECTOR_LINE_BYTES,
                                   .ways = -1};
    const struct cache_level l2 = {.name = "L2",
                                   .size_bytes = gpu->l2_bytes,
                                   .one_bytes = gpu->l2_bytes,
                                   .line_bytes = SECTOR_LINE_BYTES,
                                   .ways = -1};
    facts->team_l1_bytes = l1.one_bytes;
    if (gpu->l2_bytes > 0 && gpu->tile_most_bytes > 0)
        facts->caches[facts->cache_levels++] = l1;
    if (gpu->l2_bytes > 0)
        facts->caches[facts->cache_levels++] = l2;
}

static void describe(struct target_facts *facts, int number, const struct cuda_device *gpu,
                     bool known)
{
    snprintf(facts->title, sizeof facts->title, "%s", known ? gpu->name : "GPU");
    facts->multiprocessors = gpu->multiprocessors;
    facts->memory_bytes = gpu->memory_bytes;
    facts->memory_nodes = 1;
    facts->peak_gbps = gpu->peak_gbps;
    if (known)
        snprintf(facts->detail, sizeof facts->detail,
                 "%d multiprocessors, compute capability %d.%d, CUDA %d.%d, PCI %04x:%02x:%02x",
                 gpu->multiprocessors, gpu->major, gpu->minor, gpu->driver_version / 1000,
                 gpu->driver_version % 1000 / 10, (unsigned)gpu->pci_domain, (unsigned)gpu->pci_bus,
                 (unsigned)gpu->pci_device);
    describe_caches(facts, gpu);
    facts->launch = (struct launch){
        .device = number,
        .teams = teams_for(gpu->multiprocessors),
        .threads = TEAM_WARPS,
    };
}

static bool gpu_look_up(int number, struct target_facts *facts, struct pci_place *place)
{
    struct cuda_device gpu;
    if (!cuda_describe(number, &gpu))
        return false;
    describe(facts, number, &gpu, true);
    *place = (struct pci_place){gpu.pci_domain, gpu.pci_bus, gpu.pci_device};
    return true;
}

/* An H200, whose ceilings are recorded. The number of warps hardly changes the counts. */
static int gpu_outline(struct target_facts *facts, char *problem, size_t problem_size)
{
    enum { H200_MULTIPROCESSORS = 132, H200_TEAM_WARPS = 8 };
    (void)problem, (void)problem_size;
    *facts = (struct target_facts){.multiprocessors = H200_MULTIPROCESSORS,
                                   .launch = {.teams = H200_MULTIPROCESSORS,
                                              .threads = H200_TEAM_WARPS,
                                              .workers = H200_MULTIPROCESSORS * H200_TEAM_WARPS}};
    describe_caches(facts, &(struct cuda_device){.l2_bytes = H200_L2_BYTES,
                                                 .tile_most_bytes = H200_TILE_MOST_BYTES});
    return 0;
}

static int start(struct gpu_state *state, char *problem, size_t problem_size)
{
    if (!region_runs_on(state->device)) {
        snprintf(problem, problem_size,
                 "a region meant for it ran on the host; is this program "
                 "built with GPU code (-DWARPLINE_OFFLOAD=ON)?");
        return -ENODEV;
    }
    state->notes = omp_target_alloc(sizeof *state->notes, state->device);
    if (state->notes && cuda_set_stack(LANE_STACK_BYTES))
        return 0;
    snprintf(problem, problem_size,
             state->notes ? "its driver would not set a stack of 4 KiB a lane"
                          : "it gave no memory at all");
    omp_target_free(state->notes, state->device);
    return -ENOMEM;
}

static int gpu_open(struct target *target, int number, const struct placing *placing, char *problem,
                    size_t problem_size)
{
    (void)placing;
    struct cuda_device gpu;
    struct gpu_state *state = calloc(1, sizeof *state);
    if (!state)
        return -ENOMEM;
    snprintf(target->name, sizeof target->name, "gpu%d", number);
    target->state = state;
    state->device = number;
    const bool known = cuda_describe(number, &gpu);
    gpu_watch_begin(&state->watch, &gpu, NULL);
    double start_ns = clock_now_ns();
    const int error = start(state, problem, problem_size);
    if (error) {
        gpu_watch_end(&state->watch);
        free(state);
        return error;
    }
    target->facts.start_seconds = (clock_now_ns() - start_ns) / 1e9;
    describe(&target->facts, number, &gpu, known);
    gpu_watch_describe(&state->watch, &target->facts);
    state->memory_bytes = target->facts.memory_bytes;
    return 0;
}

static void gpu_look(struct target *target, struct conditions *conditions)
{
    struct gpu_state *state = target->state;
    gpu_watch_look(&state->watch, conditions);
}

static int gpu_copy_in(struct target *target, void *to, const void *host, size_t bytes)
{
    const struct gpu_state *state = target->state;
    return omp_target_memcpy(to, host, bytes, 0, 0, state->device, omp_get_initial_device()) ? -EIO
                                                                                             : 0;
}

static int64_t gpu_free_bytes(struct target *target, int node)
{
    (void)node;
    const struct gpu_state *state = target->state;
    struct notes notes = {0};
    if (gpu_copy_in(target, state->notes, &notes,
                    sizeof notes)) /* makes this GPU the current one */
        return 0;
    int64_t free_bytes = cuda_free_bytes();
    return free_bytes >= 0 ? free_bytes : state->memory_bytes;
}

static void *gpu_allocate(struct target *target, size_t bytes, enum pages pages, int node)
{
    (void)pages, (void)node;
    const struct gpu_state *state = target->state;
    return omp_target_alloc(bytes, state->device);
}

static void gpu_release(struct target *target, void *memory, size_t bytes)
{
    const struct gpu_state *state = target->state;
    (void)bytes;
    omp_target_free(memory, state->device);
}

static int gpu_copy_out(struct target *target, void *host, const void *from, size_t bytes)
{
    const struct gpu_state *state = target->state;
    return omp_target_memcpy(host, from, bytes, 0, 0, omp_get_initial_device(), state->device)
               ? -EIO
               : 0;
}

static bool gpu_pin(struct target *target, void *host, size_t bytes)
{
    (void)target;
    return cuda_pin(host, bytes);
}

static void gpu_unpin(struct target *target, void *host)
{
    (void)target;
    (void)cuda_unpin(host);
}

static void place(const struct target *target, const struct notes *notes,
                  struct placement *placement)
{
    placement->where = notes->where;
    placement->workers = notes->workers;
    placement->loaded_bytes = notes->loaded;
    snprintf(placement->where_text, sizeof placement->where_text, "%s: %d warps", target->name,
             notes->workers);
}

/* The target's default launch, changed as requested. */
static struct launch launch_of(const struct target *target, const struct launch *asked)
{
    struct launch launch = target->facts.launch;
    if (asked->teams > 0)
        launch.teams *= asked->teams;
    if (asked->threads > 0 && asked->threads < launch.threads)
        launch.threads = asked->threads;
    return launch;
}

/* The driver clears freed memory in the background, and a copy at the same time is a tenth slower.
 * Clearing is quick, except after many launches that each freed their warps' stacks
 * (patterns/libgomp.h). */
static double gpu_rest_ns(int64_t workers)
{
    const int64_t stack_bytes = workers * WARP_STACK_BYTES;
    return stack_bytes > STACKS_KEPT_BYTES ? 1e3 * (double)stack_bytes / CLEARED_BYTES_EACH_US : 0;
}

static void wait_for_clearing(int64_t launches, int workers)
{
    const int64_t wait_us = (int64_t)((double)launches * gpu_rest_ns(workers) / 1e3);
    if (launches <= 1 || wait_us == 0)
        return;
    nanosleep(&(struct timespec){.tv_sec = wait_us / 1000000, .tv_nsec = wait_us % 1000000 * 1000},
              NULL);
}

static int gpu_run(struct target *target, kernel_function *kernel, const struct kernel_args *args,
                   double *ns, struct placement *placement)
{
    const struct gpu_state *state = target->state;
    struct kernel_args ours = *args;
    struct notes notes = {.where = RAN_NOWHERE};
    ours.launch = launch_of(target, &args->launch);
    ours.notes = state->notes;
    ours.set_memory = cuda_set;
    if (gpu_copy_in(target, state->notes, &notes, sizeof notes))
        return -EIO;
    const struct thread_clocks before = thread_clocks_now();
    double start_ns = clock_now_ns();
    for (int64_t i = 0; i == 0 || i < args->launches; i++)
        kernel(&ours);
    *ns = clock_now_ns() - start_ns;
    const struct thread_clocks after = thread_clocks_now();
    if (gpu_copy_out(target, &notes, state->notes, sizeof notes))
        return -EIO;
    wait_for_clearing(args->launches, notes.workers);
    if (placement) {
        place(target, &notes, placement);
        placement->loss = (struct loss){0};
        loss_add_launcher(&placement->loss, &before, &after);
    }
    return notes.where == RAN_ON_DEVICE ? 0 : -ENODEV;
}

static int gpu_locate(struct target *target, const void *memory, size_t bytes, int node,
                      struct seen_memory *seen, char *problem, size_t problem_size)
{
    (void)memory, (void)bytes, (void)node, (void)problem, (void)problem_size;
    if (seen)
        snprintf(seen->nodes, sizeof seen->nodes, "memory of %s", target->name);
    return 0;
}

static void gpu_close(struct target *target)
{
    struct gpu_state *state = target->state;
    gpu_watch_end(&state->watch);
    omp_target_free(state->notes, state->device);
    free(state);
    target->state = NULL;
}

/* They affect how well the driver compiles kernels, and limit the number of teams and warps. */
static const char *const slowed_by[] = {"GOMP_NVPTX_JIT", "OMP_TEAMS_THREAD_LIMIT", "OMP_NUM_TEAMS",
                                        "OMP_THREAD_LIMIT", NULL};

const struct target_ops gpu_target_ops = {
    .name = "gpu",
    .what = "GPU",
    .numbered = true,
    .side = SIDE_GPU,
    .model = MODEL_SECTORS,
    .likeness = "h200",
    .prepare = runtime_prepare,
    .unused = gpu_unused_here,
    .look_up = gpu_look_up,
    .outline = gpu_outline,
    .module_kind = "gpu",
    .slowed_by = slowed_by,
    .count = gpu_count,
    .open = gpu_open,
    .free_bytes = gpu_free_bytes,
    .allocate = gpu_allocate,
    .release = gpu_release,
    .copy_in = gpu_copy_in,
    .copy_out = gpu_copy_out,
    .pin = gpu_pin,
    .unpin = gpu_unpin,
    .set_memory = cuda_set,
    .run = gpu_run,
    .rest_ns = gpu_rest_ns,
    .look = gpu_look,
    .locate = gpu_locate,
    .close = gpu_close,
};
