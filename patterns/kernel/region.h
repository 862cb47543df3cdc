/* How a kernel is started, and how it learns what to do. Included for each region, after
 *
 *   region   its name, a function of a const struct kernel_args *
 *   worker   what each worker does, a function of a copy of that
 *   lone     1: on a GPU one warp alone
 *
 * A region with arguments has libgomp allocate GPU memory for them, and before that it frees the
 * lanes' stacks, where they are more than 128 MiB (patterns/libgomp.h): on an H200 a launch of 1056
 * warps took 250 us, of 3696 440 us. So what a kernel is told is sent to a variable that the GPU
 * has already, and the region has no arguments.
 *
 * Then libgomp does not learn from the host how many teams to start: it starts as many as there are
 * registers for, and those beyond the ones asked for end at once. With all the warps that a team
 * can have that is one on each multiprocessor. With the few that a pattern may have a tile for it
 * would be two, and the driver would not put the ones that stay on different multiprocessors:
 * reading banks took twice as long. A pattern that chooses its launch has arguments. So has a CPU's
 * kernel, which each worker calls for itself.
 *
 * The stacks of all the other warps would push some 4 MiB of what a chase comes back to out of the
 * L2: at 32 MiB, which just fit, a step then takes 263 ns instead of 228 (H200; a CUDA chase with
 * 4 MiB written between its launches does the same). So a kernel of one worker starts one alone:
 * numbers that the compiler knows reach libgomp without arguments. */
#if defined WARPLINE_MODULE_GPU && (lone || !CHOOSES_LAUNCH)

#include "patterns/kernel/gpu/told.h"

static void region(const struct kernel_args *args)
{
    told = *args;
#pragma omp target update to(told) device(told.launch.device)
#if lone
#pragma omp target teams device(told.launch.device) num_teams(1) thread_limit(1)
#pragma omp parallel num_threads(1)
#else
#pragma omp target device(told.launch.device)
#pragma omp teams num_teams(told.launch.teams) thread_limit(TEAM_WORKERS_MOST)
#pragma omp parallel num_threads(workers_of(told.launch))
#endif
    worker(told);
}

#else

static void region(const struct kernel_args *args)
{
    const struct kernel_args told = *args;
    /* const, or a member, would reach libgomp as 0 teams */
    int teams = told.launch.teams;
    int threads = workers_of(told.launch);
#pragma omp target teams device(told.launch.device) num_teams(teams) thread_limit(threads) \
    firstprivate(told)
#pragma omp parallel num_threads(threads)
    worker(told);
}

#endif
