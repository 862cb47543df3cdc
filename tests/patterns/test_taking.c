/* How a GPU's warps take tiles (patterns/loop/taking.h), by threads that take the place of warps:
 * each tile of each pass once, whatever the last chunk has, and for teams of any size. */
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* What the header takes from the engine. */
#define WARPLINE_WORK_H
#define INLINED static inline
enum { LANES = 32, TEAMS_MOST = 4, THREADS_MOST = 32 };
struct notes {
    int64_t taken;
};
struct kernel_args {
    struct notes *notes;
    int64_t passes;
};
struct share {
    int64_t first_tile, tile_step, tiles;
};

static int team_count, thread_count;
static _Thread_local int team, thread;
static uint32_t tickets[TEAMS_MOST][2];
static pthread_barrier_t joined[TEAMS_MOST];

static int omp_get_num_teams(void)
{
    return team_count;
}
static int omp_get_team_num(void)
{
    return team;
}
static int omp_get_num_threads(void)
{
    return thread_count;
}
static int omp_get_thread_num(void)
{
    return thread;
}
static bool omp_is_initial_device(void)
{
    return false;
}
static bool is_first_lane(void)
{
    return true;
}
static void sync_warp(void)
{
}
static uint32_t word_from_first_lane(uint32_t word)
{
    return word;
}
static int64_t request_number(int64_t *counter)
{
    return __atomic_fetch_add(counter, 1, __ATOMIC_SEQ_CST);
}

/* A ticket's address is its place in the team's memory, in bytes. */
#define TICKETS
static uint32_t *ticket_at(unsigned ticket)
{
    return &tickets[team][ticket / 4];
}
static uint32_t ticket_take(unsigned ticket)
{
    return __atomic_fetch_add(ticket_at(ticket), 1, __ATOMIC_SEQ_CST);
}
static void ticket_write(unsigned ticket, unsigned value)
{
    __atomic_store_n(ticket_at(ticket), value, __ATOMIC_SEQ_CST);
}
static uint32_t ticket_read(unsigned ticket)
{
    sched_yield();
    return __atomic_load_n(ticket_at(ticket), __ATOMIC_SEQ_CST);
}
static void join_team(int threads)
{
    (void)threads;
    pthread_barrier_wait(&joined[team]);
}
static unsigned ticket_of_team(void)
{
    return 0;
}

#include "patterns/loop/taking.h"
#include "tests/assertions.h"

/* A run: each worker is a thread. */
struct run {
    struct kernel_args args;
    int64_t tiles;
    bool by_ticket;
    int *times; /* that each tile was taken */
};

struct worker {
    struct run *run;
    int team, thread;
};

static void *work(void *context)
{
    const struct worker *worker = context;
    struct run *run = worker->run;
    const uint32_t tiles = (uint32_t)run->tiles;
    team = worker->team;
    thread = worker->thread;
    const struct share mine = {.first_tile = team * thread_count + thread,
                               .tile_step = team_count * thread_count,
                               .tiles = run->tiles};
    const struct taking taking = taking_of(run->args, mine);
    __atomic_store_n(&run->by_ticket, taking.by_ticket, __ATOMIC_RELAXED);
    for (int64_t pass = 0; pass < (taking.by_ticket ? 1 : run->args.passes); pass++) {
        uint32_t next = taking.next, tile;
        while (tile = take_part(taking, next, tiles), tile != NO_TILE) {
            const uint32_t end = part_end(taking, tile, tiles);
            for (; tile < end; tile++)
                __atomic_fetch_add(&run->times[tile], 1, __ATOMIC_RELAXED);
            next += taking.step;
        }
    }
    return NULL;
}

static const struct taken_case {
    int teams, threads;
    int64_t tiles, passes;
    bool by_ticket;
} cases[] = {
    {1, 32, 8 * 64, 1, true},      {1, 32, 8 * 64, 3, true},
    {2, 32, 16 * 64 + 1, 5, true}, /* the last chunk has one tile */
    {2, 32, 17 * 64 - 1, 5, true}, /* ... all but one */
    {4, 7, 40 * 64 + 9, 4, true},  /* few warps */
    {3, 1, 24 * 64 + 33, 3, true}, /* a single one */
    {2, 32, 15 * 64, 3, false},    /* too few chunks */
    {4, 8, 5, 2, false},           {4, 8, 0, 2, false},
};

static void takes_each_tile_once(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct taken_case *c = &cases[i];
        struct notes notes = {0};
        struct run run = {.args = {&notes, c->passes},
                          .tiles = c->tiles,
                          .times = calloc((size_t)c->tiles + 1, sizeof *run.times)};
        pthread_t threads[TEAMS_MOST * THREADS_MOST];
        struct worker workers[TEAMS_MOST * THREADS_MOST];
        const int count = c->teams * c->threads;
        team_count = c->teams;
        thread_count = c->threads;
        for (int t = 0; t < c->teams; t++)
            assert_int_equal(pthread_barrier_init(&joined[t], NULL, (unsigned)c->threads), 0);
        for (int w = 0; w < count; w++) {
            workers[w] = (struct worker){&run, w / c->threads, w % c->threads};
            assert_int_equal(pthread_create(&threads[w], NULL, work, &workers[w]), 0);
        }
        for (int w = 0; w < count; w++)
            pthread_join(threads[w], NULL);
        for (int t = 0; t < c->teams; t++)
            pthread_barrier_destroy(&joined[t]);
        assert_int_equal(run.by_ticket, c->by_ticket);
        for (int64_t tile = 0; tile < c->tiles; tile++)
            if (run.times[tile] != c->passes)
                fail_msg("case %zu: tile %d was taken %d times in %d passes", i, (int)tile,
                         run.times[tile], (int)c->passes);
        free(run.times);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(takes_each_tile_once)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
