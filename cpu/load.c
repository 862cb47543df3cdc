#include "cpu/load.h"

#include "patterns/clock.h"

#include <limits.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { LINE_MAX_BYTES = 512, LOOK_NS = 100000000, STEPS_OF_ALL = 20 };

/* "cpu3 user nice system idle iowait irq softirq steal ...": old systems lack the last one. */
static bool read_line(const char *line, double tick_ns, int *cpu, struct cpu_times *times)
{
    long long user, nice, system, idle, wait, irq = 0, softirq = 0, stolen = 0;
    if (sscanf(line, "cpu%d %lld %lld %lld %lld %lld %lld %lld %lld", cpu, &user, &nice, &system,
               &idle, &wait, &irq, &softirq, &stolen) < 6)
        return false;
    times->busy_ns = tick_ns * (double)(user + nice + system + irq + softirq + stolen);
    times->stolen_ns = tick_ns * (double)stolen;
    return true;
}

void load_read(const char *root, struct cpu_times *times, int count)
{
    char path[PATH_MAX], line[LINE_MAX_BYTES];
    int cpu;
    struct cpu_times read;
    const double tick_ns = 1e9 / (double)sysconf(_SC_CLK_TCK);
    for (int i = 0; i < count; i++)
        times[i] = (struct cpu_times){NAN, NAN};
    snprintf(path, sizeof path, "%s/proc/stat", root);
    FILE *file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file) && strncmp(line, "cpu", 3) == 0)
        if (read_line(line, tick_ns, &cpu, &read) && cpu >= 0 && cpu < count)
            times[cpu] = read;
    if (file)
        fclose(file);
}

/* In twentieths of the interval, so that equally quiet cores keep their order. */
static long busy_steps(const struct topology *topology, const struct core *core,
                       const struct cpu_times *before, const struct cpu_times *after, int cpus,
                       double interval_ns)
{
    unsigned cpu;
    double busy_ns = 0;
    hwloc_obj_t whole = hwloc_get_ancestor_obj_by_type(topology->hwloc, HWLOC_OBJ_CORE, core->pu);
    hwloc_bitmap_foreach_begin(cpu, whole ? whole->cpuset : core->pu->cpuset)
    {
        const double ns = cpu < (unsigned)cpus ? after[cpu].busy_ns - before[cpu].busy_ns : 0;
        busy_ns += ns > 0 ? ns : 0;
    }
    hwloc_bitmap_foreach_end();
    return (long)(STEPS_OF_ALL * busy_ns / interval_ns);
}

/* The least busy core of those not yet selected. */
static int next_quietest(const long *steps, const bool *kept, int cores)
{
    int best = -1;
    for (int i = 0; i < cores; i++)
        if (!kept[i] && (best < 0 || steps[i] < steps[best]))
            best = i;
    return best;
}

void load_keep_quietest(struct topology *topology, int count, const struct cpu_times *before,
                        const struct cpu_times *after, int cpus, double interval_ns)
{
    const int cores = topology->core_count;
    long *steps = calloc((size_t)cores, sizeof *steps);
    bool *kept = calloc((size_t)cores, sizeof *kept);
    for (int i = 0; steps && i < cores; i++)
        steps[i] = busy_steps(topology, &topology->cores[i], before, after, cpus, interval_ns);
    for (int i = 0; steps && kept && i < count; i++)
        kept[next_quietest(steps, kept, cores)] = true;
    int left = 0;
    for (int i = 0; steps && kept && i < cores; i++)
        if (kept[i])
            topology->cores[left++] = topology->cores[i];
    free(steps);
    free(kept);
    topology->core_count = count;
}

static int cpu_count(const struct topology *topology)
{
    return hwloc_bitmap_last(hwloc_topology_get_topology_cpuset(topology->hwloc)) + 1;
}

void load_find_quietest(struct topology *topology, int count)
{
    const int cpus = cpu_count(topology);
    struct cpu_times *times =
        topology->this_system ? calloc(2 * (size_t)cpus, sizeof *times) : NULL;
    if (!times) {
        topology->core_count = count;
        return;
    }
    load_read("", times, cpus);
    nanosleep(&(struct timespec){.tv_nsec = LOOK_NS}, NULL);
    load_read("", times + cpus, cpus);
    load_keep_quietest(topology, count, times, times + cpus, cpus, LOOK_NS);
    free(times);
}

double load_stolen_ns(const struct topology *topology)
{
    const int cpus = cpu_count(topology);
    struct cpu_times *times = topology->this_system ? calloc((size_t)cpus, sizeof *times) : NULL;
    double stolen_ns = 0;
    if (times)
        load_read("", times, cpus);
    for (int i = 0; times && i < topology->core_count; i++) {
        const double ns = times[topology->cores[i].os_index].stolen_ns;
        stolen_ns += ns > 0 ? ns : 0;
    }
    free(times);
    return stolen_ns;
}

enum { LINE = 64, REPETITIONS = 2, ROUNDS = 3, KIB = 1024 };

/* So that the next reading comes from memory, whatever ran in between, and the cache is left to the
 * kernel. Where there is no such instruction, the index is that of the cache which keeps the array.
 */
static void leave_caches(char *memory, int bytes)
{
    for (int i = 0; i < bytes; i += LINE) {
#if defined __x86_64__
        __builtin_ia32_clflush(memory + i);
#elif defined __aarch64__
        __asm__ volatile("dc civac, %0" : : "r"(memory + i) : "memory");
#endif
    }
    __sync_synchronize();
}

/* The first round takes the lines from wherever they are. */
static double lines_ns(char *lines)
{
    double least_ns = INFINITY;
    for (int round = 0; round <= ROUNDS; round++) {
        const double start_ns = clock_now_ns();
        for (int i = 0; i < SPEED_LINES_BYTES; i += LINE)
            *(volatile char *)(lines + i) ^= 1;
        if (round > 0)
            least_ns = fmin(least_ns, clock_now_ns() - start_ns);
    }
    return least_ns / (SPEED_LINES_BYTES / (double)KIB);
}

static double memory_ns(const char *memory, int bytes)
{
    long sum = 0;
    const double start_ns = clock_now_ns();
    for (int i = 0; i < bytes; i += LINE)
        sum += *(const volatile char *)(memory + i);
    __asm__ volatile("" : : "r"(sum));
    return (clock_now_ns() - start_ns) / (bytes / (double)KIB);
}

struct speed_index speed_now(const struct speed_arrays *arrays)
{
    enum { PART = SPEED_MEMORY_BYTES / REPETITIONS };
    struct speed_index speed = {lines_ns(arrays->lines), INFINITY};
    for (int i = 0; i < REPETITIONS; i++)
        speed.memory_ns =
            fmin(speed.memory_ns, memory_ns(arrays->memory + (ptrdiff_t)i * PART, PART));
    leave_caches(arrays->memory, SPEED_MEMORY_BYTES);
    return speed;
}
