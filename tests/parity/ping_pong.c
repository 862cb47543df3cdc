/* How long does a line take from one core to another? A separate program, to compare the study
 * core_to_core with: it shares no line of code with warpline, neither threads nor clock.
 *
 * usage: ping_pong CPU CPU...    prints the median ns of a handover for each pair of CPUs */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { ROUNDS = 2000, SAMPLES = 31 };

static struct {
    _Alignas(256) atomic_uint ball;
    _Alignas(256) atomic_bool ready;
} court;

static void stay_on(int cpu)
{
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(cpu, &set);
    if (sched_setaffinity(0, sizeof set, &set)) {
        perror("ping_pong: sched_setaffinity");
        exit(1);
    }
}

static void play(unsigned hit, unsigned back)
{
    for (int i = 0; i < ROUNDS; i++)
        for (unsigned seen = hit; !atomic_compare_exchange_weak(&court.ball, &seen, back);)
            seen = hit;
}

static void *answer(void *cpu)
{
    stay_on(*(const int *)cpu);
    atomic_store(&court.ready, true);
    for (int sample = 0; sample < SAMPLES; sample++)
        play(1, 0);
    return NULL;
}

static double now_ns(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC_RAW, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static int rising(const void *left, const void *right)
{
    const double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

static double handover_ns(int first, int second)
{
    double samples[SAMPLES];
    pthread_t other;
    atomic_store(&court.ball, 0);
    atomic_store(&court.ready, false);
    stay_on(first);
    if (pthread_create(&other, NULL, answer, &second))
        exit(1);
    while (!atomic_load(&court.ready))
        ;
    for (int i = 0; i < SAMPLES; i++) {
        const double start = now_ns();
        play(0, 1);
        samples[i] = (now_ns() - start) / (2 * ROUNDS);
    }
    pthread_join(other, NULL);
    qsort(samples, SAMPLES, sizeof *samples, rising);
    return samples[SAMPLES / 2];
}

int main(int count, char **arguments)
{
    if (count < 3) {
        fprintf(stderr, "usage: ping_pong CPU CPU...\n");
        return 2;
    }
    for (int i = 1; i < count; i++)
        for (int j = i + 1; j < count; j++) {
            const int first = atoi(arguments[i]), second = atoi(arguments[j]);
            printf("%d %d %.1f\n", first, second, handover_ns(first, second));
        }
    return 0;
}
