/* Loops over memory whose misses valgrind's cachegrind and study/model/cache_model.h both
 * count: for tests/model/cachegrind.
 *
 * usage: cachegrind_walk list         the names of the walks
 *        cachegrind_walk NAME         does it in memory; "none" does nothing
 *        cachegrind_walk NAME model   prints the model's D1mr D1mw DLmr DLmw of the same addresses
 *
 * Before and after a walk the caches are filled with other lines, so that what the program misses
 * around it is as much as around "none", which is to be subtracted.
 */
#include "study/model/cache_model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    KIB = 1024,
    MEMORY_BYTES = 16 * KIB * KIB,
    SWEPT_BYTES = 2 * KIB * KIB,
    SIDE = 1024,
    PADDED_SIDE = SIDE + 16
};

/* As tests/model/cachegrind sets cachegrind, with --D1 and --LL. */
static const struct cache_hierarchy caches = {
    .workers = 1,
    .level_count = 2,
    .levels = {{.name = "D1", .size_bytes = 32 * KIB, .ways = 8, .line_bytes = 64, .sharers = 1},
               {.name = "LL", .size_bytes = KIB * KIB, .ways = 16, .line_bytes = 64, .sharers = 1}},
};

/* One of them: where the walk takes place. */
struct place {
    volatile char *memory; /* volatile, so that loops are neither turned round nor left out */
    struct cache_model *model;
    unsigned sum; /* of what was loaded: valgrind leaves loads out whose value nobody uses */
};

static void load(struct place *place, int64_t at)
{
    if (place->model)
        cache_model_access(place->model, 0, (uint64_t)at, 4, false);
    else
        place->sum += *(volatile unsigned *)(place->memory + at);
}

static void store(struct place *place, int64_t at)
{
    if (place->model)
        cache_model_access(place->model, 0, (uint64_t)at, 4, true);
    else
        *(volatile unsigned *)(place->memory + at) = place->sum;
}

struct loop {
    const char *name;
    void (*walk)(struct place *place, const struct loop *loop);
    int64_t footprint_bytes, stride_bytes; /* of a matrix: of its rows */
    int passes;
};

static void none(struct place *place, const struct loop *loop)
{
    (void)place, (void)loop;
}

static void read_on(struct place *place, const struct loop *loop)
{
    for (int pass = 0; pass < loop->passes; pass++)
        for (int64_t at = 0; at < loop->footprint_bytes; at += loop->stride_bytes)
            load(place, at);
}

static void read_rows(struct place *place, const struct loop *loop)
{
    for (int64_t row = 0; row < SIDE; row++)
        for (int64_t column = 0; column < SIDE; column++)
            load(place, row * loop->stride_bytes + 4 * column);
}

static void read_columns(struct place *place, const struct loop *loop)
{
    for (int64_t column = 0; column < SIDE; column++)
        for (int64_t row = 0; row < SIDE; row++)
            load(place, row * loop->stride_bytes + 4 * column);
}

static void copy(struct place *place, const struct loop *loop)
{
    for (int pass = 0; pass < loop->passes; pass++)
        for (int64_t at = 0; at < loop->footprint_bytes; at += loop->stride_bytes) {
            load(place, at);
            store(place, loop->footprint_bytes + at);
        }
}

/* Anywhere, every fourth a store. */
static void at_random(struct place *place, const struct loop *loop)
{
    uint64_t random = 1;
    for (int i = 0; i < loop->passes; i++) {
        random = random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        const int64_t at = (int64_t)(random >> 33) % loop->footprint_bytes & ~INT64_C(3);
        if (i % 4 == 0)
            store(place, at);
        else
            load(place, at);
    }
}

static const struct loop loops[] = {
    {.name = "none", .walk = none},
    {"sequential", read_on, 2048 * KIB, 4, 2},
    {"sequential_in_ll", read_on, 512 * KIB, 4, 4},
    {"sequential_in_d1", read_on, 24 * KIB, 4, 20},
    {"stride_64", read_on, 4096 * KIB, 64, 2},
    {"stride_128", read_on, 4096 * KIB, 128, 4},
    {"stride_4096", read_on, MEMORY_BYTES, 4096, 8},
    {"rows", read_rows, .stride_bytes = 4 * SIDE},
    {"columns", read_columns, .stride_bytes = 4 * SIDE},
    {"columns_padded", read_columns, .stride_bytes = 4 * PADDED_SIDE},
    {"copy", copy, 2048 * KIB, 4, 2},
    {"copy_in_ll", copy, 256 * KIB, 4, 4},
    {"random", at_random, 2048 * KIB, 4, 300000},
};

static void sweep(struct place *place)
{
    for (int64_t at = 0; at < SWEPT_BYTES; at += 64)
        load(place, MEMORY_BYTES + at);
}

static void walk_between_sweeps(struct place *place, const struct loop *loop)
{
    sweep(place);
    loop->walk(place, loop);
    sweep(place);
}

static const struct loop *loop_named(const char *name)
{
    for (size_t i = 0; i < sizeof loops / sizeof *loops; i++)
        if (strcmp(loops[i].name, name) == 0)
            return &loops[i];
    return NULL;
}

static int walk_model(const struct loop *loop)
{
    struct place place = {.memory = NULL};
    if (cache_model_create(&place.model, &caches) != 0)
        return EXIT_FAILURE;
    walk_between_sweeps(&place, loop);
    const struct cache_model_counts counts = cache_model_counts(place.model);
    for (int k = 0; k < caches.level_count; k++)
        printf("%lld %lld ", (long long)counts.levels[k].load_misses,
               (long long)counts.levels[k].store_misses);
    printf("\n");
    cache_model_free(place.model);
    return EXIT_SUCCESS;
}

static int walk_memory(const struct loop *loop)
{
    char *memory = aligned_alloc(4096, MEMORY_BYTES + SWEPT_BYTES);
    struct place place = {.memory = memory};
    if (!memory)
        return EXIT_FAILURE;
    walk_between_sweeps(&place, loop);
    free(memory);
    return EXIT_SUCCESS;
}

static int list(void)
{
    for (size_t i = 1; i < sizeof loops / sizeof *loops; i++)
        printf("%s\n", loops[i].name);
    return EXIT_SUCCESS;
}

int main(int argc, char **argv)
{
    const struct loop *loop = argc >= 2 ? loop_named(argv[1]) : NULL;
    if (argc == 2 && strcmp(argv[1], "list") == 0)
        return list();
    if (!loop || argc > 3 || (argc == 3 && strcmp(argv[2], "model") != 0)) {
        fprintf(stderr, "usage: cachegrind_walk list | NAME | NAME model\n");
        return 2;
    }
    return argc == 3 ? walk_model(loop) : walk_memory(loop);
}
