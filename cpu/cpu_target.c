/* The CPU as a target: one bound thread per core, created once and reused.
 *
 * libgomp's host fallback of `target` creates a pool of threads at every launch and ends it again.
 * So the threads are created out here, by an ordinary parallel region, and each launches the kernel
 * as a team of one worker. */
#include "cpu/load.h"
#include "cpu/memory.h"
#include "cpu/placing.h"
#include "cpu/topology.h"
#include "patterns/clock.h"
#include "patterns/target.h"

#include <errno.h>
#include <linux/mempolicy.h>
#include <math.h>
#include <omp.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

/* The longest time that a sleeping thread needs to wake on an idle core. */
static const double waking_ns = 100e3;

/* One worker's notes, on separate cache lines: on shared ones, workers would slow each other
 * down. */
struct worker {
    struct notes notes;
    const struct core *core;   /* that it is bound to */
    int cpu_before, cpu_after; /* seen before and after the kernel */
    bool bound;
    struct thread_clocks began, ended;
    struct speed_arrays arrays; /* made by the first reading of its speed */
    struct speed_index speed;
} __attribute__((aligned(256)));

struct cpu_state {
    struct topology topology;
    struct worker *workers; /* one a core */
    int launched;           /* how many of them the last launch had */
    bool steals;            /* a hypervisor has stopped some core before */
    bool placed;            /* its threads run where the user requested, or not at all */
    struct memory_wish wish;
};

static int cpu_count(void)
{
    return 1;
}

/* Workers of a node are adjacent in hwloc's order; those of a node in two parts count in the first.
 */
static void find_nodes(const struct topology *topology, struct target_facts *facts)
{
    for (int i = 0; i < topology->core_count; i++) {
        const int node = topology->cores[i].numa_node;
        struct worker_range *range = node >= 0 && node < NODES_MAX ? &facts->on_node[node] : NULL;
        if (range && range->count == 0)
            range->first = i;
        if (range && range->first + range->count == i)
            range->count++;
    }
}

static enum distance distance_of(const struct core *a, const struct core *b)
{
    hwloc_obj_t common = hwloc_get_common_ancestor_obj(NULL, a->pu, b->pu);
    if (common->type == HWLOC_OBJ_CORE)
        return ONE_CORE;
    if (hwloc_obj_type_is_dcache(common->type))
        return common->type == HWLOC_OBJ_L3CACHE ? ONE_L3 : ONE_L2;
    for (hwloc_obj_t above = common; above; above = above->parent)
        if (hwloc_obj_type_is_dcache(above->type) || above->type == HWLOC_OBJ_PACKAGE)
            return above->type == HWLOC_OBJ_PACKAGE ? ONE_PACKAGE : ONE_L3;
    return TWO_PACKAGES;
}

static void describe(struct target_facts *facts, const struct topology *topology)
{
    char pages[32];
    (void)memory_page_policy("", pages, sizeof pages);
    topology_model(topology, facts->title, sizeof facts->title);
    snprintf(facts->detail, sizeof facts->detail,
             "%d %s%s in use, %d NUMA node%s, large pages: %s%s", topology->core_count,
             topology->each_thread ? "hardware thread" : "core",
             topology->core_count == 1 ? "" : "s", topology_numa_nodes(topology),
             topology_numa_nodes(topology) == 1 ? "" : "s", pages,
             topology->this_system ? "" : ", described by a topology that is not this machine's");
    facts->launch = (struct launch){.device = omp_get_initial_device(),
                                    .teams = 1,
                                    .threads = 1,
                                    .workers = topology->core_count};
    facts->multiprocessors = topology->core_count;
    facts->memory_bytes = memory_all_bytes();
    facts->memory_nodes = topology_numa_nodes(topology);
    facts->host_memory = true;
    facts->elsewhere = !topology->this_system;
    topology_binding(topology, facts->binding, sizeof facts->binding);
    facts->cache_levels = topology_caches(topology, topology->core_count, facts->caches);
    find_nodes(topology, facts);
    for (int i = 0; i + 1 < topology->core_count; i++)
        facts->to_next[i] =
            (unsigned char)distance_of(&topology->cores[i], &topology->cores[i + 1]);
}

static int cpu_outline(struct target_facts *facts, char *problem, size_t problem_size)
{
    struct topology topology;
    const int error = topology_open(&topology, NULL, problem, problem_size);
    if (error)
        return error;
    *facts = (struct target_facts){.cache_levels = 0};
    describe(facts, &topology);
    topology_close(&topology);
    return 0;
}

/* libgomp keeps the threads and their binding from one region to the next as long as their number
 * stays the same. A thread that was replaced is bound again here: it has the binding of
 * OMP_PROC_BIND, or none. */
static void bind_worker(struct cpu_state *state, int number, int core_number)
{
    struct worker *worker = &state->workers[number];
    const struct core *core = &state->topology.cores[core_number];
    worker->core = core;
    worker->bound =
        topology_is_bound(&state->topology, core) || topology_bind(&state->topology, core);
}

/* Starts all threads, so that their address space is already taken when free memory is
 * determined. */
static void start_workers(struct cpu_state *state)
{
#pragma omp parallel num_threads(state->topology.core_count)
    bind_worker(state, omp_get_thread_num(), omp_get_thread_num());
}

static uint64_t node_bit(const struct core *core)
{
    return core->numa_node >= 0 && core->numa_node < NODES_MAX ? UINT64_C(1) << core->numa_node : 0;
}

/* The nodes that the workers are near, a bit each. */
static uint64_t near_nodes(const struct topology *topology)
{
    uint64_t near = 0;
    for (int i = 0; i < topology->core_count; i++)
        near |= node_bit(&topology->cores[i]);
    return near ? near : memory_nodes();
}

static int place_all(struct cpu_state *state, const struct placing *placing, char *problem,
                     size_t problem_size)
{
    struct topology *topology = &state->topology;
    int error = topology_open(topology, NULL, problem, problem_size);
    if (error)
        return error;
    state->placed = placing->cpus || placing->bind;
    error = placing_apply(topology, placing, problem, problem_size);
    if (!error)
        error =
            memory_wish_read(placing, near_nodes(topology), &state->wish, problem, problem_size);
    state->workers =
        error ? NULL
              : aligned_alloc(256, sizeof *state->workers * (size_t)state->topology.core_count);
    if (state->workers)
        return 0;
    topology_close(topology);
    return error ? error : -ENOMEM;
}

/* Large mappings begin at large pages, and the L1 of AMD's Zen takes two lines for the same if a
 * hash of bits 12 to 27 of their addresses agrees: bit 15 with 20, 16 with 21, and so on to 12 with
 * 27 (Lipp et al.: Take A Way, 2020). A copy in the L1 took 200 ns where its arrays were 256 MiB
 * apart, and 85 with 8 KiB more between them. Arrays that are 32 KiB and any number of large pages
 * apart never agree. Pages that are reserved are not wasted for it. */
enum { ARRAYS_APART = 4 << 10 };

/* What the kernel says of the workers' binding, and what was requested. */
static void describe_placing(const struct cpu_state *state, const struct placing *placing,
                             struct target_facts *facts)
{
    hwloc_bitmap_t bound = hwloc_bitmap_alloc(), home = hwloc_bitmap_alloc();
    for (int i = 0; i < state->topology.core_count; i++)
        if (state->workers[i].bound && hwloc_bitmap_and(home, state->topology.cores[i].home->cpuset,
                                                        state->topology.allowed) == 0)
            hwloc_bitmap_or(bound, bound, home);
    hwloc_bitmap_list_snprintf(facts->bound, sizeof facts->bound, bound);
    if (placing->cpus)
        snprintf(facts->binding, sizeof facts->binding, "by hwloc, over the CPUs of --cpus: %.128s",
                 facts->bound);
    placing_text(placing, facts->requested, sizeof facts->requested);
    if (!memory_wish_reserved(&state->wish))
        facts->arrays_apart_bytes = ARRAYS_APART;
    hwloc_bitmap_free(bound);
    hwloc_bitmap_free(home);
}

static int cpu_open(struct target *target, int number, const struct placing *placing, char *problem,
                    size_t problem_size)
{
    double start_ns = clock_now_ns();
    struct cpu_state *state = calloc(1, sizeof *state);
    (void)number;
    omp_set_dynamic(0); /* OMP_DYNAMIC would start fewer threads than cores, depending on the
                         * load */
    if (omp_get_max_active_levels() < 1)
        omp_set_max_active_levels(1); /* OMP_MAX_ACTIVE_LEVELS=0: no threads at all */
    const int error = state ? place_all(state, placing, problem, problem_size) : -ENOMEM;
    if (error) {
        free(state);
        return error;
    }
    memset(state->workers, 0, sizeof *state->workers * (size_t)state->topology.core_count);
    snprintf(target->name, sizeof target->name, "cpu");
    target->state = state;
    state->steals = load_stolen_ns(&state->topology) > 0;
    if (state->topology.this_system)
        start_workers(state);
    describe(&target->facts, &state->topology);
    describe_placing(state, placing, &target->facts);
    target->facts.start_seconds = (clock_now_ns() - start_ns) / 1e9;
    return 0;
}

static int64_t cpu_free_bytes(struct target *target, int node)
{
    const struct cpu_state *state = target->state;
    const struct memory_wish wish = memory_wish_on(&state->wish, node);
    return memory_wish_free_bytes(&wish);
}

static void *cpu_allocate(struct target *target, size_t bytes, enum pages pages, int node)
{
    const struct cpu_state *state = target->state;
    const struct memory_wish wish = memory_wish_on(&state->wish, node);
    return memory_take(bytes, pages, &wish);
}

static void cpu_release(struct target *target, void *memory, size_t bytes)
{
    const struct cpu_state *state = target->state;
    memory_release(memory, bytes, &state->wish);
}

static int cpu_copy(struct target *target, void *to, const void *from, size_t bytes)
{
    (void)target;
    memcpy(to, from, bytes);
    return 0;
}

/* `last`: of all launches. The thread's clocks are read before the time counts and after the last
 * pass, which costs the same for any number of passes. If no pass is made, the launch itself is
 * timed, and no clock is read. */
static void run_worker(struct cpu_state *state, int number, kernel_function *kernel,
                       const struct kernel_args *args, const struct launch *launch, bool last)
{
    struct worker *worker = &state->workers[number];
    struct kernel_args ours = *args;
    worker->notes = (struct notes){.where = RAN_NOWHERE};
    worker->cpu_before = sched_getcpu();
    ours.launch = *launch;
    ours.launch.first_worker = number;
    ours.notes = &worker->notes;
    kernel(&ours);
    worker->cpu_after = sched_getcpu();
    if (last && args->passes > 0)
        worker->ended = thread_clocks_now();
}

static const char *const distance_words[DISTANCES] = {
    [ONE_CORE] = ", threads of one core",       [ONE_L2] = ", cores with one L2",
    [ONE_L3] = ", cores with one L3",           [ONE_PACKAGE] = ", cores of one package",
    [TWO_PACKAGES] = ", cores of two packages",
};

static void place(const struct cpu_state *state, const struct launch *launch, int count,
                  struct placement *placement)
{
    char cpus[128];
    bool bound = true, stayed = true;
    hwloc_bitmap_t seen = hwloc_bitmap_alloc();
    *placement = (struct placement){.where = RAN_ON_HOST, .workers = count};
    for (int i = 0; i < count; i++) {
        const struct worker *worker = &state->workers[i];
        if (worker->notes.where != RAN_ON_HOST)
            placement->where = worker->notes.where;
        bound = bound && worker->bound;
        stayed = stayed && topology_is_home(&state->topology, worker->core, worker->cpu_before) &&
                 topology_is_home(&state->topology, worker->core, worker->cpu_after);
        hwloc_bitmap_set(seen, (unsigned)worker->cpu_after);
        placement->loaded_bytes += worker->notes.loaded;
    }
    hwloc_bitmap_list_snprintf(cpus, sizeof cpus, seen);
    for (char *comma = strchr(cpus, ','); comma; comma = strchr(comma, ','))
        *comma = ' ';
    const bool pair = launch->worker_step > 0 && count == 2;
    snprintf(placement->where_text, sizeof placement->where_text, "CPUs %s%s%s", cpus,
             pair ? distance_words[distance_of(state->workers[0].core, state->workers[1].core)]
                  : "",
             !bound   ? " (unbound)"
             : stayed ? ""
                      : " (moved)");
    hwloc_bitmap_free(seen);
    if (state->placed && !(bound && stayed))
        placement->where = RAN_NOWHERE;
}

/* In addition to the workers' losses: the first worker sleeps if it waits long for the others, and
 * may get its core back late, after they are done, at end_ns. */
static struct loss loss_of(const struct cpu_state *state, int count, double end_ns)
{
    struct loss loss = {0};
    double last_ns = 0;
    for (int i = 0; i < count; i++) {
        const struct worker *worker = &state->workers[i];
        struct thread_clocks began = worker->began;
        if (topology_is_home(&state->topology, worker->core, began.cpu) &&
            topology_is_home(&state->topology, worker->core, worker->ended.cpu))
            began.cpu = worker->ended.cpu; /* it may move there */
        loss_add(&loss, &began, &worker->ended);
        last_ns = worker->ended.wall_ns > last_ns ? worker->ended.wall_ns : last_ns;
    }
    const double late_ns = end_ns - last_ns - waking_ns;
    loss.ns += late_ns > 0 ? late_ns : 0;
    return loss;
}

/* As many workers as launch.threads requests; 0 or too many: all from `first` on. */
static int workers_of(const struct target *target, int64_t first, int64_t threads)
{
    const int64_t all = target->facts.launch.workers - first;
    return (int)(threads > 0 && threads < all ? threads : all);
}

/* The core of worker `number` of `count`: launch.first_worker, and then each worker_step further
 * on, unless they are spread. */
static int core_of(const struct topology *topology, const struct launch *launch, int number,
                   int count)
{
    if (topology->spread && launch->any_cores)
        return number * topology->core_count / count;
    const int64_t step = launch->worker_step > 0 ? launch->worker_step : 1;
    return (int)(launch->first_worker + number * step);
}

static int cpu_run(struct target *target, kernel_function *kernel, const struct kernel_args *args,
                   double *ns, struct placement *placement)
{
    struct cpu_state *state = target->state;
    struct placement seen;
    struct launch launch = target->facts.launch;
    const int first = (int)args->launch.first_worker;
    int count = workers_of(target, first, args->launch.threads), started = 0;
    launch.workers = count;
    if (core_of(&state->topology, &args->launch, count - 1, count) >= state->topology.core_count)
        return -EINVAL;
#pragma omp parallel num_threads(count)
    {
        bind_worker(state, omp_get_thread_num(),
                    core_of(&state->topology, &args->launch, omp_get_thread_num(), count));
#pragma omp single
        started = omp_get_num_threads();
        state->workers[omp_get_thread_num()].began = thread_clocks_now();
    }
    if (started != count)
        return -EAGAIN; /* OMP_THREAD_LIMIT or the like: never measure with fewer threads
                         * silently */
    double start_ns = clock_now_ns();
    for (int64_t i = 0; i == 0 || i < args->launches; i++) {
#pragma omp parallel num_threads(count)
        run_worker(state, omp_get_thread_num(), kernel, args, &launch, i + 1 >= args->launches);
    }
    *ns = clock_now_ns() - start_ns;
    state->launched = count;
    place(state, &args->launch, count, &seen);
    if (args->passes > 0)
        seen.loss = loss_of(state, count, start_ns + *ns);
    if (placement)
        *placement = seen;
    return seen.where == RAN_ON_HOST ? 0 : state->placed ? -EXDEV : -ENODEV;
}

/* Reading the file takes long on a machine of many CPUs, so it is skipped if nothing was ever
 * stolen. */
static double cpu_stolen_ns(struct target *target)
{
    const struct cpu_state *state = target->state;
    return state->steals ? load_stolen_ns(&state->topology) : 0;
}

/* The worker itself writes its arrays, so that they lie on its node. */
static bool has_arrays(struct speed_arrays *arrays)
{
    enum { BYTES = SPEED_LINES_BYTES + SPEED_MEMORY_BYTES, PAGE = 4096 };
    if (arrays->lines)
        return true;
    arrays->lines = aligned_alloc(PAGE, BYTES);
    if (!arrays->lines)
        return false;
    memset(arrays->lines, 0, BYTES);
    arrays->memory = arrays->lines + SPEED_LINES_BYTES;
    return true;
}

/* Workers have equal parts of a pass, so the slowest one decides: two that share a core for a while
 * make all of it slow. Memory they share. */
static struct speed_index cpu_speed(struct target *target, int64_t workers)
{
    struct cpu_state *state = target->state;
    const int count = workers_of(target, 0, workers);
    struct speed_index speed = {0, 0};
#pragma omp parallel num_threads(count)
    {
        struct worker *worker = &state->workers[omp_get_thread_num()];
        worker->speed = has_arrays(&worker->arrays) ? speed_now(&worker->arrays)
                                                    : (struct speed_index){NAN, NAN};
    }
    for (int i = 0; i < count; i++) {
        speed.core_ns = fmax(speed.core_ns, state->workers[i].speed.core_ns);
        speed.memory_ns += state->workers[i].speed.memory_ns / count;
    }
    if (isnan(speed.memory_ns)) /* a worker has no arrays */
        speed.core_ns = NAN;
    return speed;
}

/* Local memory is near the workers of the last launch; one that may move is near all. */
static uint64_t local_nodes(const struct cpu_state *state)
{
    uint64_t near = 0;
    for (int i = 0; i < state->launched; i++) {
        const struct core *core = state->workers[i].core;
        near |= core->home == core->pu ? node_bit(core) : state->wish.nodes;
    }
    return near ? near : state->wish.nodes;
}

static int cpu_locate(struct target *target, const void *memory, size_t bytes, int node,
                      struct seen_memory *seen, char *problem, size_t problem_size)
{
    const struct cpu_state *state = target->state;
    struct memory_wish wish = memory_wish_on(&state->wish, node);
    if (!state->topology.this_system)
        return 0;
    if (wish.mode == MPOL_LOCAL)
        wish.nodes = local_nodes(state);
    if (seen)
        memory_see(memory, bytes, seen);
    return memory_check(memory, bytes, &wish, problem, problem_size);
}

static void cpu_close(struct target *target)
{
    struct cpu_state *state = target->state;
    for (int i = 0; i < state->topology.core_count; i++)
        free(state->workers[i].arrays.lines);
    topology_close(&state->topology);
    free(state->workers);
    free(state);
    target->state = NULL;
}

const struct target_ops cpu_target_ops = {
    .name = "cpu",
    .what = "CPU",
    .side = SIDE_CPU,
    .model = MODEL_CACHE_LINES,
    .module_kind = "cpu",
    .outline = cpu_outline,
    .count = cpu_count,
    .open = cpu_open,
    .free_bytes = cpu_free_bytes,
    .allocate = cpu_allocate,
    .release = cpu_release,
    .copy_in = cpu_copy,
    .copy_out = cpu_copy,
    .run = cpu_run,
    .locate = cpu_locate,
    .stolen_ns = cpu_stolen_ns,
    .speed = cpu_speed,
    .close = cpu_close,
};
