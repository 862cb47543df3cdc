/* The region: starts the workers. Included for each kernel (kernel.h), for the index array
 * (index.h) and for filling an array (fill.c), after
 *
 *   REGION         its name, a function of a const struct kernel_args *
 *   REGION_WORKER  what each worker does, a function of a copy of that
 *   REGION_ALONE   1: on a GPU a single warp
 *
 * The arguments of a region are expensive: libgomp allocates GPU memory for them, and before that
 * it frees the lanes' stacks, if they are larger than 128 MiB (patterns/libgomp.h). On an H200 a
 * launch of 1056 warps took 250 us, one of 3696 warps 440 us. So a kernel's arguments are sent to a
 * variable in the GPU's memory, and the region itself has none.
 *
 * Then the host cannot tell libgomp how many teams to start: it starts as many as there are
 * registers for, and those beyond the requested number end at once. If teams have the maximal
 * number of warps, that is one team on each multiprocessor. With the few warps that shared memory
 * allows it would be two, and the driver would not distribute the remaining ones over different
 * multiprocessors: reading banks took twice as long. So a pattern that chooses its launch has
 * arguments. A CPU's kernel has them, too, since each worker calls it for itself.
 *
 * The stacks of all other warps would evict some 4 MiB of a chase's data from the L2: at a
 * footprint of 32 MiB, which just fits, a step then takes 263 ns instead of 228 (H200; a CUDA chase
 * with 4 MiB written between its launches shows the same). So a kernel of one worker starts a
 * single warp: libgomp receives numbers that are known at compile time without arguments. */
#if defined WARPLINE_MODULE_GPU && (REGION_ALONE || !CHOOSES_LAUNCH)

#pragma omp declare target
static struct kernel_args arguments;
#pragma omp end declare target

static void REGION(const struct kernel_args *args)
{
    arguments = *args;
#pragma omp target update to(arguments) device(arguments.launch.device)
#if REGION_ALONE
#pragma omp target teams device(arguments.launch.device) num_teams(1) thread_limit(1)
#pragma omp parallel num_threads(1)
#else
#pragma omp target device(arguments.launch.device)
#pragma omp teams num_teams(arguments.launch.teams) thread_limit(TEAM_WORKERS_MOST)
#pragma omp parallel num_threads(workers_of(arguments.launch))
#endif
    REGION_WORKER(arguments);
}

#else

static void REGION(const struct kernel_args *args)
{
    const struct kernel_args arguments = *args;
    /* with const, or as a member, libgomp would receive 0 teams */
    int teams = arguments.launch.teams;
    int threads = workers_of(arguments.launch);
#pragma omp target teams device(arguments.launch.device) num_teams(teams) thread_limit(threads) \
    firstprivate(arguments)
#pragma omp parallel num_threads(threads)
    REGION_WORKER(arguments);
}

#endif

#undef REGION
#undef REGION_WORKER
#undef REGION_ALONE
