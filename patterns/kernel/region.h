/* How a kernel is started, and how it learns what to do. A file of conditions.
 *
 *   REGION(args)   starts a parallel region of args->launch; the statement after it is what each
 *                  worker does, and sees a copy of *args, `told`
 *
 * A region with arguments has libgomp allocate GPU memory for them, and before that it frees
 * the lanes' stacks, where they are more than 128 MiB (offload/stacks.h): on an H200 a launch of
 * 1056 warps took 250 us, of 3696 440 us. So what a kernel is told is sent to a variable that the
 * GPU has already, and the region has no arguments.
 *
 * Then libgomp does not learn from the host how many teams to start: it starts as many as there are
 * registers for, and those beyond the ones asked for end at once. With all the warps that a team
 * can have that is one on each multiprocessor. With the few that a pattern may have a tile for it
 * would be two, and the driver would not put the ones that stay on different multiprocessors:
 * reading banks took twice as long. A pattern that chooses its launch has arguments. So has a CPU's
 * kernel, which each worker calls for itself.
 *
 *   LONE_REGION(args)   the same with one warp alone on a GPU, where LONE is 1
 *
 * The stacks of all the other warps would push some 4 MiB of what a chase comes back to out of the
 * L2: at 32 MiB, which just fit, a step then takes 263 ns instead of 228 (H200; a CUDA chase with
 * 4 MiB written between its launches does the same). */
#ifndef WARPLINE_REGION_H
#define WARPLINE_REGION_H

#include "pattern.h"
#include "side.h"

enum { TEAM_WORKERS_MOST = 1024 };
#ifndef WORKERS_MOST
#define WORKERS_MOST TEAM_WORKERS_MOST
#endif
#ifndef CHOOSES_LAUNCH
#define CHOOSES_LAUNCH 0
#endif
#ifndef LONE
#define LONE 0
#endif

/* Workers of a team: as many as the pattern has a tile for. */
static inline int workers_of(const struct launch l)
{
    return l.threads < WORKERS_MOST ? l.threads : WORKERS_MOST;
}

#if defined WARPLINE_MODULE_GPU && !CHOOSES_LAUNCH && !LONE

#pragma omp declare target
/* unused where a kernel calls the driver */
static struct kernel_args told __attribute__((unused));
#pragma omp end declare target

#define REGION(args)                                                               \
    told = *(args);                                                                \
    PRAGMA(omp target update to(told) device(told.launch.device))                  \
    PRAGMA(omp target device(told.launch.device))                                  \
    PRAGMA(omp teams num_teams(told.launch.teams) thread_limit(TEAM_WORKERS_MOST)) \
    PRAGMA(omp parallel num_threads(workers_of(told.launch)))

#else

/* const, or a member, would reach libgomp as 0 teams */
#define REGION_OF(args, team_count, thread_count)                                             \
    const struct kernel_args told = *(args);                                                  \
    int teams = team_count, threads = thread_count;                                           \
    PRAGMA(omp target teams device(told.launch.device) num_teams(teams) thread_limit(threads) \
               firstprivate(told))                                                            \
    PRAGMA(omp parallel num_threads(threads))
#define REGION(args) REGION_OF(args, told.launch.teams, workers_of(told.launch))
#define LONE_REGION(args) \
    REGION_OF(args, BY_SIDE(told.launch.teams, 1), BY_SIDE(workers_of(told.launch), 1))

#endif

#endif
