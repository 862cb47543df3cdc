/* The region: starts the workers. Included for each kernel (kernel.h), for the index array
 * (index.h) and for filling an array (fill.c), after
 *
 *   REGION         its name, a function of a const struct kernel_args *
 *   REGION_WORKER  what each worker does, a function of a copy of that
 *   REGION_ALONE   1: on a GPU a single warp
 *
 * The arguments of a region are expensive: libgomp allocates GPU memory for them, and before that
 * it frees the lanes' stacks, where they are more than 128 MiB (patterns/libgomp.h): on an H200 a
 * launch of 1056 warps took 250 us, of 3696 440 us. So a kernel's arguments are sent to a variable
 * in the GPU's memory, and the region itself has none.
 *
 * Then libgomp does not learn from the host how many teams to start: it starts as many as there are
 * registers for, and those beyond the requested number end at once. With all the warps that a team
 * can have that is one on each multiprocessor. With the few that have shared memory it would be
 * two, and the driver would not put the remaining ones on different multiprocessors: reading banks
 * took twice as long. A pattern that chooses its launch has arguments. So has a CPU's kernel, which
 * each worker calls for itself.
 *
 * The stacks of all the other warps would push some 4 MiB of what a chase comes back to out of the
 * L2: at 32 MiB, which just fit, a step then takes 263 ns instead of 228 (H200; a CUDA chase with
 * 4 MiB written between its launches does the same). So a kernel of one worker starts one alone:
 * numbers that the compiler knows reach libgomp without arguments. */
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
    /* const, or a member, would reach libgomp as 0 teams */
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
