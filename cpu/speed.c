#include "cpu/speed.h"

#include "patterns/clock.h"

#include <math.h>
#include <stddef.h>

enum { LINE = 64, REPETITIONS = 2, L1_ROUNDS = 32, KIB = 1024 };

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

static double l1_ns(float *data)
{
    const double start_ns = clock_now_ns();
    for (int round = 0; round < L1_ROUNDS; round++) {
        for (int i = 0; i < SPEED_L1_BYTES / (int)sizeof *data; i++)
            data[i] = 0.5F * data[i] + 1;
        __asm__ volatile("" : : "r"(data) : "memory"); /* the stores of each round are made */
    }
    return (clock_now_ns() - start_ns) / ((double)L1_ROUNDS * SPEED_L1_BYTES / KIB);
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
    struct speed_index speed = {INFINITY, INFINITY};
    for (int i = 0; i < REPETITIONS; i++) {
        speed.core_ns = fmin(speed.core_ns, l1_ns(arrays->l1));
        speed.memory_ns =
            fmin(speed.memory_ns, memory_ns(arrays->memory + (ptrdiff_t)i * PART, PART));
    }
    leave_caches(arrays->memory, SPEED_MEMORY_BYTES);
    return speed;
}
