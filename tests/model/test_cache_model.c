/* The simulated cache hierarchy: walks over small caches, their counts worked out by hand. */
#include "study/model/cache_model.h"
#include "tests/assertions.h"

#include <errno.h>
#include <stdlib.h>

enum { STEPS_MAX = 10, LINE = 64, PAGE = 4096 };

enum action { END, LOAD, STORE, STREAM, HOLD, RESET };

/* `count` accesses of `bytes` (0: 4), from `start` on, `stride` bytes apart, done `passes` (0: 1)
 * times over. */
struct visit {
    enum action action;
    int worker;
    uint64_t start;
    int64_t stride, count, bytes, passes;
};

struct course {
    const char *name;
    const struct cache_hierarchy *shape;
    struct visit steps[STEPS_MAX];
    struct cache_model_counts counts; /* lines_in and memory's lines left out: see complete() */
};

#define SEQUENTIAL(lines) .stride = LINE, .count = (lines)

#define CACHE(size, way_count, line, workers_each)                                                 \
    {                                                                                              \
        .size_bytes = (size), .ways = (way_count), .line_bytes = (line), .sharers = (workers_each) \
    }
#define TLB(entry_count, way_count, page)                                   \
    {                                                                       \
        .entries = (entry_count), .ways = (way_count), .page_bytes = (page) \
    }

/* 4 sets of 2 ways; below it 8 sets of 4 ways, in a cache of each worker's and in a shared one. */
#define SMALL_L1  CACHE(8 * LINE, 2, LINE, 1)
#define MEDIUM_L2 CACHE(32 * LINE, 4, LINE, 1)
#define SHARED_L2 CACHE(32 * LINE, 4, LINE, 2)

static const struct cache_hierarchy one = {.workers = 1, .level_count = 1, .levels = {SMALL_L1}};
static const struct cache_hierarchy two = {
    .workers = 1, .level_count = 2, .levels = {SMALL_L1, MEDIUM_L2}};
static const struct cache_hierarchy private_caches = {
    .workers = 2, .level_count = 2, .levels = {SMALL_L1, MEDIUM_L2}};
static const struct cache_hierarchy handing = {
    .workers = 2, .level_count = 2, .levels = {SMALL_L1, MEDIUM_L2}, .hands_over = true};
static const struct cache_hierarchy shared_cache = {
    .workers = 2, .level_count = 2, .levels = {SMALL_L1, SHARED_L2}};
static const struct cache_hierarchy three_workers = {
    .workers = 3, .level_count = 2, .levels = {SMALL_L1, SHARED_L2}};
static const struct cache_hierarchy six_sets = {
    .workers = 1, .level_count = 1, .levels = {CACHE(12 * LINE, 2, LINE, 1)}};
static const struct cache_hierarchy full = {
    .workers = 1, .level_count = 1, .levels = {CACHE(8 * LINE, 0, LINE, 1)}};
static const struct cache_hierarchy wide_full = {
    .workers = 1, .level_count = 1, .levels = {CACHE(512 * LINE, 0, LINE, 1)}};
static const struct cache_hierarchy wide_second = {
    .workers = 1, .level_count = 2, .levels = {SMALL_L1, CACHE(512 * LINE, 0, LINE, 1)}};
static const struct cache_hierarchy wide_sets = {
    .workers = 1, .level_count = 1, .levels = {CACHE(80 * LINE, 40, LINE, 1)}};
static const struct cache_hierarchy unknown_ways = {.workers = 1,
                                                    .level_count = 3,
                                                    .levels = {CACHE(16 * LINE, -1, LINE, 1),
                                                               CACHE(32 * LINE, -1, LINE, 1),
                                                               CACHE(64 * LINE, -1, LINE, 1)}};
static const struct cache_hierarchy long_lines = {
    .workers = 1, .level_count = 2, .levels = {SMALL_L1, CACHE(64 * LINE, 4, 2 * LINE, 1)}};
static const struct cache_hierarchy long_middle = {
    .workers = 1,
    .level_count = 3,
    .levels = {SMALL_L1, CACHE(64 * LINE, 4, 2 * LINE, 1), CACHE(256 * LINE, 4, 2 * LINE, 1)}};
static const struct cache_hierarchy two_pairs = {
    .workers = 4, .level_count = 3, .levels = {SMALL_L1, SHARED_L2, CACHE(128 * LINE, 4, LINE, 2)}};
static const struct cache_hierarchy full_tlb = {
    .workers = 2, .level_count = 1, .levels = {SMALL_L1}, .tlb = TLB(8, 0, PAGE)};
static const struct cache_hierarchy big_tlb = {
    .workers = 1, .level_count = 1, .levels = {SMALL_L1}, .tlb = TLB(1536, 0, PAGE)};
static const struct cache_hierarchy set_tlb = {
    .workers = 1, .level_count = 1, .levels = {SMALL_L1}, .tlb = TLB(8, 2, PAGE)};

#define COUNTS(lines, load, store, out)                                                         \
    {                                                                                           \
        .accesses = (lines), .load_misses = (load), .store_misses = (store), .lines_out = (out) \
    }

static const struct course walks[] = {
    /* Sequential */
    {"cold", &one, {{.action = LOAD, SEQUENTIAL(8)}}, {.levels = {COUNTS(8, 8, 0, 0)}}},
    {"16 elements a line",
     &one,
     {{.action = LOAD, .stride = 4, .count = 128}},
     {.levels = {COUNTS(128, 8, 0, 0)}}},
    {"warm and fits",
     &one,
     {{.action = LOAD, SEQUENTIAL(8), .passes = 10}},
     {.levels = {COUNTS(80, 8, 0, 0)}}},
    {"one line over: its set misses, 3 a pass",
     &one,
     {{.action = LOAD, SEQUENTIAL(9), .passes = 10}},
     {.levels = {COUNTS(90, 9 + 9 * 3, 0, 0)}}},
    {"twice the size: nothing is left",
     &one,
     {{.action = LOAD, SEQUENTIAL(16), .passes = 10}},
     {.levels = {COUNTS(160, 160, 0, 0)}}},
    {"only the warm pass counts",
     &one,
     {{.action = LOAD, SEQUENTIAL(8)}, {.action = RESET}, {.action = LOAD, SEQUENTIAL(8)}},
     {.levels = {COUNTS(8, 0, 0, 0)}}},
    {"the second level has it",
     &two,
     {{.action = LOAD, SEQUENTIAL(32), .passes = 3}},
     {.levels = {COUNTS(96, 96, 0, 0), COUNTS(96, 32, 0, 0)}}},

    {"the last level has what it is to hold",
     &two,
     {{.action = HOLD, SEQUENTIAL(4)}, {.action = LOAD, SEQUENTIAL(5)}},
     {.levels = {COUNTS(5, 5, 0, 0), COUNTS(5, 1, 0, 0)}}},

    /* Sets */
    {"as many as ways, a set apart",
     &one,
     {{.action = LOAD, .stride = 4 * LINE, .count = 2, .passes = 10}},
     {.levels = {COUNTS(20, 2, 0, 0)}}},
    {"one more than ways",
     &one,
     {{.action = LOAD, .stride = 4 * LINE, .count = 3, .passes = 10}},
     {.levels = {COUNTS(30, 30, 0, 0)}}},
    {"least recent goes, not the oldest: a b a c a",
     &one,
     {{.action = LOAD, .stride = 4 * LINE, .count = 2},
      {.action = LOAD, .count = 1},
      {.action = LOAD, .start = 8 * LINE, .count = 1},
      {.action = LOAD, .count = 1}},
     {.levels = {COUNTS(5, 3, 0, 0)}}},
    {"six sets, 6 lines apart: ways",
     &six_sets,
     {{.action = LOAD, .stride = 6 * LINE, .count = 2, .passes = 10}},
     {.levels = {COUNTS(20, 2, 0, 0)}}},
    {"six sets, 6 lines apart: one more",
     &six_sets,
     {{.action = LOAD, .stride = 6 * LINE, .count = 3, .passes = 10}},
     {.levels = {COUNTS(30, 30, 0, 0)}}},
    {"six sets, 8 lines apart: in three of them",
     &six_sets,
     {{.action = LOAD, .stride = 8 * LINE, .count = 6, .passes = 10}},
     {.levels = {COUNTS(60, 6, 0, 0)}}},
    {"six sets, all",
     &six_sets,
     {{.action = LOAD, SEQUENTIAL(12), .passes = 10}},
     {.levels = {COUNTS(120, 12, 0, 0)}}},
    {"fully associative, any stride",
     &full,
     {{.action = LOAD, .stride = 4 * LINE, .count = 8, .passes = 10}},
     {.levels = {COUNTS(80, 8, 0, 0)}}},
    {"fully associative, one more",
     &full,
     {{.action = LOAD, .stride = 4 * LINE, .count = 9, .passes = 10}},
     {.levels = {COUNTS(90, 90, 0, 0)}}},
    {"fully associative and hashed",
     &wide_full,
     {{.action = LOAD, .stride = 4 * LINE, .count = 512, .passes = 10}},
     {.levels = {COUNTS(5120, 512, 0, 0)}}},
    {"fully associative and hashed, one more",
     &wide_full,
     {{.action = LOAD, .stride = 4 * LINE, .count = 513, .passes = 10}},
     {.levels = {COUNTS(5130, 5130, 0, 0)}}},
    {"two hashed sets: one full, one with a line too many",
     &wide_sets,
     {{.action = LOAD, .stride = 2 * LINE, .count = 40, .passes = 10},
      {.action = LOAD, .start = LINE, .stride = 2 * LINE, .count = 41, .passes = 10}},
     {.levels = {COUNTS(400 + 410, 40 + 410, 0, 0)}}},
    {"unknown ways: 8, 8 and 16",
     &unknown_ways,
     {{.action = LOAD, .stride = 4 * LINE, .count = 16, .passes = 10}},
     {.levels = {COUNTS(160, 160, 0, 0), COUNTS(160, 160, 0, 0), COUNTS(160, 16, 0, 0)}}},
    {"unknown ways: 8 fit the first",
     &unknown_ways,
     {{.action = LOAD, .stride = 4 * LINE, .count = 8, .passes = 10}},
     {.levels = {COUNTS(80, 8, 0, 0), COUNTS(8, 8, 0, 0), COUNTS(8, 8, 0, 0)}}},
    {"unknown ways: 17 fit none",
     &unknown_ways,
     {{.action = LOAD, .stride = 4 * LINE, .count = 17, .passes = 10}},
     {.levels = {COUNTS(170, 170, 0, 0), COUNTS(170, 170, 0, 0), COUNTS(170, 170, 0, 0)}}},

    /* Stores */
    {"stores allocate",
     &two,
     {{.action = STORE, SEQUENTIAL(4)}},
     {.levels = {COUNTS(4, 0, 4, 0), COUNTS(4, 0, 4, 0)}}},
    {"stores to a dirty line",
     &two,
     {{.action = STORE, SEQUENTIAL(4), .passes = 5}},
     {.levels = {COUNTS(20, 0, 4, 0), COUNTS(4, 0, 4, 0)}}},
    {"a store after a load is a hit, and dirty",
     &one,
     {{.action = LOAD, SEQUENTIAL(4)}, {.action = STORE, SEQUENTIAL(4)}},
     {.levels = {COUNTS(8, 4, 0, 0)}}},
    {"a load after a store leaves it dirty",
     &one,
     {{.action = STORE, SEQUENTIAL(8)},
      {.action = LOAD, SEQUENTIAL(8)},
      {.action = LOAD, .start = 8 * LINE, SEQUENTIAL(8)}},
     {.levels = {COUNTS(24, 8, 8, 8)}}},
    {"loads leave nothing to write back",
     &one,
     {{.action = LOAD, SEQUENTIAL(16)}},
     {.levels = {COUNTS(16, 16, 0, 0)}}},
    {"dirty lines stop where there is a copy",
     &two,
     {{.action = STORE, SEQUENTIAL(16)}},
     {.levels = {COUNTS(16, 0, 16, 8), COUNTS(16, 0, 16, 0)}}},
    {"dirty lines stop where there is a copy, hashed",
     &wide_second,
     {{.action = STORE, SEQUENTIAL(16)}, {.action = LOAD, SEQUENTIAL(520)}},
     {.levels = {COUNTS(536, 520, 16, 16), COUNTS(536, 504, 16, 8)}}},
    /* Line 0 stays in the first level, where it is used in between, while the second, which sees
     * no hits of the first, loses it: 4 lines of its set there are 8, 16, 24 and 32. */
    {"and continue where there is none",
     &two,
     {{.action = STORE, .count = 1},
      {.action = LOAD, .start = 8 * LINE, .count = 1},
      {.action = LOAD, .count = 1},
      {.action = LOAD, .start = 16 * LINE, .count = 1},
      {.action = LOAD, .count = 1},
      {.action = LOAD, .start = 24 * LINE, .count = 1},
      {.action = LOAD, .count = 1},
      {.action = LOAD, .start = 32 * LINE, .count = 1},
      {.action = LOAD, .count = 1},
      {.action = LOAD, .start = 40 * LINE, .stride = 8 * LINE, .count = 2}},
     {.levels = {COUNTS(11, 6, 1, 1), COUNTS(7, 6, 1, 1)}}},
    {"streams of twice the size: all out but what is left",
     &two,
     {{.action = STORE, SEQUENTIAL(64), .passes = 2}},
     {.levels = {COUNTS(128, 0, 128, 120), COUNTS(128, 0, 128, 96)}}},

    /* Lines */
    {"across two lines",
     &one,
     {{.action = LOAD, .start = 60, .stride = 128, .count = 2, .bytes = 8}},
     {.levels = {COUNTS(4, 4, 0, 0)}}},
    {"up to the line's end",
     &one,
     {{.action = LOAD, .start = 60, .count = 1}},
     {.levels = {COUNTS(1, 1, 0, 0)}}},
    {"five lines at once",
     &one,
     {{.action = LOAD, .start = 63, .count = 1, .bytes = 4 * LINE}},
     {.levels = {COUNTS(5, 5, 0, 0)}}},
    {"longer lines below",
     &long_lines,
     {{.action = LOAD, SEQUENTIAL(16)}},
     {.levels = {COUNTS(16, 16, 0, 0), COUNTS(16, 8, 0, 0)}}},
    {"longer lines below, written",
     &long_lines,
     {{.action = STORE, SEQUENTIAL(16)}},
     {.levels = {COUNTS(16, 0, 16, 8), COUNTS(16, 0, 8, 0)}}},
    {"longer lines in the middle, written",
     &long_middle,
     {{.action = STORE, .start = 1 << 20, SEQUENTIAL(128)}},
     {.levels = {COUNTS(128, 0, 128, 120), COUNTS(128, 0, 64, 32), COUNTS(64, 0, 64, 0)}}},

    /* Workers */
    {"a level each",
     &private_caches,
     {{.action = LOAD, .worker = 0, SEQUENTIAL(8)}, {.action = LOAD, .worker = 1, SEQUENTIAL(8)}},
     {.levels = {COUNTS(16, 16, 0, 0), COUNTS(16, 16, 0, 0)}}},
    {"a shared level",
     &shared_cache,
     {{.action = LOAD, .worker = 0, SEQUENTIAL(8)}, {.action = LOAD, .worker = 1, SEQUENTIAL(8)}},
     {.levels = {COUNTS(16, 16, 0, 0), COUNTS(16, 8, 0, 0)}}},
    {"a shared level is one cache in size",
     &shared_cache,
     {{.action = LOAD, .worker = 0, SEQUENTIAL(32)},
      {.action = LOAD, .worker = 1, .start = 32 * LINE, SEQUENTIAL(32)},
      {.action = LOAD, .worker = 0, SEQUENTIAL(32)}},
     {.levels = {COUNTS(96, 96, 0, 0), COUNTS(96, 96, 0, 0)}}},
    {"private ones are one each",
     &private_caches,
     {{.action = LOAD, .worker = 0, SEQUENTIAL(32)},
      {.action = LOAD, .worker = 1, .start = 32 * LINE, SEQUENTIAL(32)},
      {.action = LOAD, .worker = 0, SEQUENTIAL(32)}},
     {.levels = {COUNTS(96, 96, 0, 0), COUNTS(96, 64, 0, 0)}}},
    {"the third worker is in the next cache",
     &three_workers,
     {{.action = LOAD, .worker = 1, SEQUENTIAL(8)},
      {.action = LOAD, .worker = 2, SEQUENTIAL(8)},
      {.action = STORE, .worker = 2, SEQUENTIAL(8)}},
     {.levels = {COUNTS(24, 16, 0, 0), COUNTS(16, 16, 0, 0)}}},
    {"the second pair: dirty in all levels",
     &two_pairs,
     {{.action = STORE, .worker = 2, SEQUENTIAL(64), .passes = 2}},
     {.levels = {COUNTS(128, 0, 128, 120), COUNTS(128, 0, 128, 96), COUNTS(128, 0, 64, 0)}}},

    {"a store makes the copies of other cores old",
     &handing,
     {{.action = STORE, .worker = 0, .start = 1 << 20, SEQUENTIAL(4)},
      {.action = STORE, .worker = 1, .start = 1 << 20, SEQUENTIAL(4)},
      {.action = LOAD, .worker = 0, .start = 1 << 20, SEQUENTIAL(4), .passes = 2}},
     {.levels = {COUNTS(16, 4, 8, 0), COUNTS(12, 4, 8, 0)}, .handed = 8, .handed_in_order = 7}},
    {"out of order",
     &handing,
     {{.action = STORE, .worker = 0, .start = 1 << 20, .stride = 4 * LINE, .count = 2},
      {.action = STORE, .worker = 1, .start = 1 << 20, .stride = 4 * LINE, .count = 2}},
     {.levels = {COUNTS(4, 0, 4, 0), COUNTS(4, 0, 4, 0)}, .handed = 2}},
    {"two workers load the same lines",
     &handing,
     {{.action = LOAD, .worker = 0, SEQUENTIAL(4)}, {.action = LOAD, .worker = 1, SEQUENTIAL(4)}},
     {.levels = {COUNTS(8, 8, 0, 0), COUNTS(8, 8, 0, 0)}}},
    {"where none are handed over, each has a copy",
     &private_caches,
     {{.action = STORE, .worker = 0, SEQUENTIAL(4)},
      {.action = STORE, .worker = 1, SEQUENTIAL(4)},
      {.action = LOAD, .worker = 0, SEQUENTIAL(4)}},
     {.levels = {COUNTS(12, 0, 8, 0), COUNTS(8, 0, 8, 0)}}},

    /* Non-temporal stores */
    {"streams go around", &two, {{.action = STREAM, SEQUENTIAL(64)}}, {.lines_streamed = 64}},
    {"a streamed line counts once",
     &two,
     {{.action = STREAM, .stride = 8, .count = 512, .bytes = 8}},
     {.lines_streamed = 64}},
    {"8 lines at once",
     &two,
     {{.action = STREAM, .stride = 1024, .count = 8, .passes = 16}},
     {.lines_streamed = 8}},
    {"9 lines at once",
     &two,
     {{.action = STREAM, .stride = 1024, .count = 9, .passes = 16}},
     {.lines_streamed = 9 * 16}},
    {"streams take lines out, dirty ones with them",
     &two,
     {{.action = STORE, SEQUENTIAL(4)},
      {.action = STREAM, SEQUENTIAL(2)},
      {.action = LOAD, SEQUENTIAL(4)}},
     {.levels = {COUNTS(8, 2, 4, 0), COUNTS(6, 2, 4, 0)}, .lines_streamed = 2}},
    {"streams take lines out of hashed sets",
     &wide_full,
     {{.action = STORE, SEQUENTIAL(512)},
      {.action = STREAM, SEQUENTIAL(512)},
      {.action = LOAD, SEQUENTIAL(512), .passes = 2}},
     {.levels = {COUNTS(1536, 512, 512, 0)}, .lines_streamed = 512}},
    {"the place of a streamed line is free",
     &wide_full,
     {{.action = LOAD, SEQUENTIAL(512)},
      {.action = STREAM, .start = 256 * LINE, .count = 1},
      {.action = LOAD, .start = 512 * LINE, .count = 1},
      {.action = LOAD, SEQUENTIAL(256)}},
     {.levels = {COUNTS(512 + 1 + 256, 512 + 1, 0, 0)}, .lines_streamed = 1}},

    /* Pages */
    {"as many pages as entries",
     &full_tlb,
     {{.action = LOAD, .stride = PAGE, .count = 8, .passes = 10}},
     {.levels = {COUNTS(80, 80, 0, 0)}, .tlb_accesses = 80, .tlb_misses = 8}},
    {"one page more",
     &full_tlb,
     {{.action = LOAD, .stride = PAGE, .count = 9, .passes = 10}},
     {.levels = {COUNTS(90, 90, 0, 0)}, .tlb_accesses = 90, .tlb_misses = 90}},
    {"as many pages as entries, many",
     &big_tlb,
     {{.action = LOAD, .stride = PAGE, .count = 1536, .passes = 3}},
     {.levels = {COUNTS(4608, 4608, 0, 0)}, .tlb_accesses = 4608, .tlb_misses = 1536}},
    {"one page more than many",
     &big_tlb,
     {{.action = LOAD, .stride = PAGE, .count = 1537, .passes = 3}},
     {.levels = {COUNTS(4611, 4611, 0, 0)}, .tlb_accesses = 4611, .tlb_misses = 4611}},
    {"as many pages as ways",
     &set_tlb,
     {{.action = LOAD, .stride = 4 * PAGE, .count = 2, .passes = 10}},
     {.levels = {COUNTS(20, 2, 0, 0)}, .tlb_accesses = 20, .tlb_misses = 2}},
    {"one page more than ways",
     &set_tlb,
     {{.action = LOAD, .stride = 4 * PAGE, .count = 3, .passes = 10}},
     {.levels = {COUNTS(30, 30, 0, 0)}, .tlb_accesses = 30, .tlb_misses = 30}},
    {"across two pages",
     &full_tlb,
     {{.action = LOAD, .start = PAGE - 4, .count = 1, .bytes = 8}},
     {.levels = {COUNTS(2, 2, 0, 0)}, .tlb_accesses = 2, .tlb_misses = 2}},
    {"streams need pages, and workers their own",
     &full_tlb,
     {{.action = STREAM, .worker = 0, SEQUENTIAL(2)},
      {.action = STREAM, .worker = 1, SEQUENTIAL(2)}},
     {.tlb_accesses = 4, .tlb_misses = 2, .lines_streamed = 4}},
};

static void do_accesses(struct cache_model *model, const struct visit *step)
{
    const int64_t passes = step->passes ? step->passes : 1, bytes = step->bytes ? step->bytes : 4;
    for (int64_t i = 0; i < passes * step->count; i++) {
        const uint64_t address = step->start + (uint64_t)(i % step->count * step->stride);
        if (step->action == STREAM)
            cache_model_stream(model, step->worker, address, bytes);
        else if (step->action == HOLD)
            cache_model_hold(model, step->worker, address, false);
        else
            cache_model_access(model, step->worker, address, bytes, step->action == STORE);
    }
}

static void do_step(struct cache_model *model, const struct visit *step)
{
    if (step->action == RESET)
        cache_model_reset_counts(model);
    else
        do_accesses(model, step);
}

/* Derived: a miss moves a line in, and the last level's lines come from memory. */
static struct cache_model_counts complete(const struct course *walk)
{
    struct cache_model_counts counts = walk->counts;
    const struct cache_model_level_counts *last = &counts.levels[walk->shape->level_count - 1];
    for (int k = 0; k < CACHE_LEVELS_MAX; k++)
        counts.levels[k].lines_in = counts.levels[k].load_misses + counts.levels[k].store_misses;
    counts.lines_read = last->load_misses;
    counts.lines_write_allocated = last->store_misses;
    counts.lines_written_back = last->lines_out;
    return counts;
}

#define CHECK(walk, is, wanted, field)                                                         \
    do {                                                                                       \
        if ((is)->field != (wanted)->field)                                                    \
            fail_msg("%s: " #field " is %lld, not %lld", (walk)->name, (long long)(is)->field, \
                     (long long)(wanted)->field);                                              \
    } while (0)

static void check_level(const struct course *walk, const struct cache_model_level_counts *is,
                        const struct cache_model_level_counts *wanted)
{
    CHECK(walk, is, wanted, accesses);
    CHECK(walk, is, wanted, load_misses);
    CHECK(walk, is, wanted, store_misses);
    CHECK(walk, is, wanted, lines_in);
    CHECK(walk, is, wanted, lines_out);
}

static void check_counts(const struct course *walk, const struct cache_model_counts *is)
{
    const struct cache_model_counts wanted = complete(walk);
    for (int k = 0; k < CACHE_LEVELS_MAX; k++)
        check_level(walk, &is->levels[k], &wanted.levels[k]);
    CHECK(walk, is, &wanted, tlb_accesses);
    CHECK(walk, is, &wanted, tlb_misses);
    CHECK(walk, is, &wanted, lines_read);
    CHECK(walk, is, &wanted, lines_write_allocated);
    CHECK(walk, is, &wanted, lines_written_back);
    CHECK(walk, is, &wanted, lines_streamed);
    CHECK(walk, is, &wanted, handed);
    CHECK(walk, is, &wanted, handed_in_order);
}

static void test_walks(void **state)
{
    (void)state;
    for (size_t w = 0; w < sizeof walks / sizeof *walks; w++) {
        struct cache_model *model;
        assert_int_equal(cache_model_create(&model, walks[w].shape), 0);
        for (int s = 0; s < STEPS_MAX && walks[w].steps[s].action != END; s++)
            do_step(model, &walks[w].steps[s]);
        const struct cache_model_counts counts = cache_model_counts(model);
        check_counts(&walks[w], &counts);
        cache_model_free(model);
    }
}

/* 64 lines: 16 read, 24 written, 8 of them after they were read; 3 streamed. */
static void test_traffic(void **state)
{
    (void)state;
    struct cache_model *model;
    const struct visit steps[] = {
        {.action = LOAD, SEQUENTIAL(16)},
        {.action = STORE, .start = 8 * LINE, SEQUENTIAL(24)},
        {.action = STREAM, .start = 64 * LINE, SEQUENTIAL(3)},
        {.action = LOAD, .start = 1 << 20, SEQUENTIAL(100)}, /* push all of these out */
    };
    assert_int_equal(cache_model_create(&model, &long_lines), 0);
    for (size_t s = 0; s < sizeof steps / sizeof *steps; s++)
        do_step(model, &steps[s]);
    const struct cache_model_counts counts = cache_model_counts(model);
    const struct cache_model_traffic traffic = cache_model_traffic(&long_lines, &counts);
    assert_int_equal(traffic.read_bytes, (16 + 100) * LINE);
    assert_int_equal(traffic.write_allocate_bytes, 16 * LINE);
    assert_int_equal(traffic.write_back_bytes, 24 * LINE);
    assert_int_equal(traffic.streamed_bytes, 3 * LINE);
    cache_model_reset_counts(model);
    assert_int_equal(cache_model_counts(model).lines_read, 0);
    cache_model_free(model);
}

/* LRU without sets is a list. Hashed and scanned sets must both do as it does, on the
 * same pseudo-random accesses. */
enum { LIST_MOST = 64 };

struct list {
    int ways, count;
    uint64_t lines[LIST_MOST]; /* most recent first */
    bool dirty[LIST_MOST];
};

static int place_in(const struct list *list, uint64_t line)
{
    int at = 0;
    while (at < list->count && list->lines[at] != line)
        at++;
    return at;
}

static void list_touch(struct list *list, uint64_t line, bool is_store,
                       struct cache_model_level_counts *counts)
{
    int at = place_in(list, line);
    const bool there = at < list->count, dirty = is_store || (there && list->dirty[at]);
    counts->accesses++;
    counts->load_misses += !there && !is_store;
    counts->store_misses += !there && is_store;
    if (!there && list->count == list->ways)
        counts->lines_out += list->dirty[--at];
    else if (!there)
        list->count++;
    for (; at > 0; at--) {
        list->lines[at] = list->lines[at - 1];
        list->dirty[at] = list->dirty[at - 1];
    }
    list->lines[0] = line;
    list->dirty[0] = dirty;
}

static void list_drop(struct list *list, uint64_t line)
{
    int at = place_in(list, line);
    if (at == list->count)
        return;
    for (list->count--; at < list->count; at++) {
        list->lines[at] = list->lines[at + 1];
        list->dirty[at] = list->dirty[at + 1];
    }
}

static void test_against_a_list(void **state)
{
    (void)state;
    for (int ways = 1; ways <= LIST_MOST; ways++) {
        const struct cache_hierarchy shape = {
            .workers = 1, .level_count = 1, .levels = {CACHE(ways * LINE, 0, LINE, 1)}};
        struct cache_model *model;
        struct list list = {.ways = ways};
        struct course walk = {.name = "list", .shape = &shape};
        uint64_t random = (uint64_t)ways;
        assert_int_equal(cache_model_create(&model, &shape), 0);
        for (int i = 0; i < 5000; i++) {
            random = random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
            const uint64_t line = (random >> 40) % (uint64_t)(ways + ways / 4 + 1);
            const uint64_t kind = (random >> 33) % 8;
            if (kind == 0) {
                cache_model_stream(model, 0, line * LINE, 4);
                list_drop(&list, line);
            } else {
                cache_model_access(model, 0, line * LINE, 4, kind < 4);
                list_touch(&list, line, kind < 4, &walk.counts.levels[0]);
            }
        }
        struct cache_model_counts counts = cache_model_counts(model);
        counts.lines_streamed = 0;
        check_counts(&walk, &counts);
        cache_model_free(model);
    }
}

/* What is dirty goes back to memory, once: loads of other lines push it out of all levels. */
static void test_dirty_lines(void **state)
{
    static const struct cache_hierarchy *const shapes[] = {&one, &two, &shared_cache, &two_pairs,
                                                           &wide_second};
    (void)state;
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        struct cache_model *model;
        uint64_t random = i;
        assert_int_equal(cache_model_create(&model, shapes[i]), 0);
        for (int n = 0; n < 20000; n++) {
            random = random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
            const uint64_t line = (random >> 40) % 600;
            cache_model_access(model, (int)(random >> 33) % shapes[i]->workers, line * LINE, 4,
                               line % 8 < 2);
        }
        const int64_t dirty = cache_model_dirty_lines(model);
        const int64_t written = cache_model_counts(model).lines_written_back;
        assert_int_equal(cache_model_dirty_lines(model), dirty);
        assert_true(dirty > 0 && written > 100);
        for (int worker = 0; worker < shapes[i]->workers; worker++)
            for (uint64_t line = 10000; line < 11000; line++)
                cache_model_access(model, worker, line * LINE, 4, false);
        assert_int_equal(cache_model_dirty_lines(model), 0);
        /* A line that leaves the last level first may go to memory twice. */
        const int64_t later = cache_model_counts(model).lines_written_back - written;
        if (later < dirty || later > dirty + dirty / 4 + 2)
            fail_msg("shape %zu: %lld dirty, %lld written back", i, (long long)dirty,
                     (long long)later);
        cache_model_free(model);
    }
}

/* A cache of which little is used: what is dirty is what was stored, wherever it is. 4099 sets of 3
 * ways are no multiple of anything. */
static void test_little_used(void **state)
{
    (void)state;
    enum { SETS = 4099, WAYS = 3 };
    static const uint64_t lines[] = {0, 1, 170, 171, 2047, 2048, SETS - 1, SETS, 2 * SETS + 341};
    const struct cache_hierarchy shape = {
        .workers = 1, .level_count = 1, .levels = {CACHE(SETS * WAYS * LINE, WAYS, LINE, 1)}};
    const int count = sizeof lines / sizeof *lines;
    struct cache_model *model;
    assert_int_equal(cache_model_create(&model, &shape), 0);
    for (int turn = 0; turn < 2; turn++) {
        for (int i = 0; i < count; i++)
            cache_model_access(model, 0, lines[i] * LINE, 4, i % 2 == turn);
        assert_int_equal(cache_model_dirty_lines(model), turn == 0 ? (count + 1) / 2 : count);
    }
    cache_model_free(model);
}

/* Lines that are 64 KiB apart share a set of the L2, unless their pages lie in frames at random;
 * and a walk is far if the line is not in the L2 either. */
static void test_frames(void **state)
{
    static const struct {
        int64_t frame_bytes, count, misses_least, misses_most, far_least, far_most;
    } cases[] = {{0, 64, 64, 64, 64, 64}, {PAGE, 64, 0, 12, 0, 12}, {PAGE, 4, 0, 0, 0, 0}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct cache_hierarchy shape = {.workers = 1,
                                              .level_count = 3,
                                              .levels = {CACHE(4096, 8, LINE, 1),
                                                         CACHE(512 << 10, 8, LINE, 1),
                                                         CACHE(32 << 20, 16, LINE, 1)},
                                              .tlb = TLB(2, 0, PAGE),
                                              .frame_bytes = cases[i].frame_bytes};
        struct cache_model *model;
        assert_int_equal(cache_model_create(&model, &shape), 0);
        for (int pass = 0; pass < 2; pass++) {
            cache_model_reset_counts(model);
            for (int64_t line = 0; line < cases[i].count; line++)
                cache_model_access(model, 0, (uint64_t)line << 16, 4, false);
        }
        const struct cache_model_counts counts = cache_model_counts(model);
        assert_in_range(counts.levels[1].load_misses, cases[i].misses_least, cases[i].misses_most);
        assert_in_range(counts.tlb_misses_far, cases[i].far_least, cases[i].far_most);
        assert_int_equal(counts.tlb_misses, cases[i].count);
        cache_model_free(model);
    }
}

/* Misses of the TLB before the other one: of pages that are `step` apart, visited in two passes. */
static void test_near_tlb(void **state)
{
    static const struct {
        int64_t pages, step, near, conflicts;
    } cases[] = {{8, 1, 0, 0}, {9, 1, 9, 0},  {4, 2, 0, 0},
                 {8, 2, 0, 8}, {5, 16, 0, 5}, {16, 4, 16, 0}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct cache_hierarchy shape = {
            .workers = 1, .level_count = 1, .levels = {SMALL_L1}, .tlb = {1536, 0, PAGE, 8}};
        struct cache_model *model;
        assert_int_equal(cache_model_create(&model, &shape), 0);
        for (int pass = 0; pass < 2; pass++) {
            cache_model_reset_counts(model);
            for (int64_t page = 0; page < cases[i].pages; page++)
                for (int twice = 0; twice < 2; twice++)
                    cache_model_access(model, 0, (uint64_t)(page * cases[i].step) * PAGE, 4, false);
        }
        const struct cache_model_counts counts = cache_model_counts(model);
        assert_int_equal(counts.tlb_accesses, 2 * cases[i].pages);
        assert_int_equal(counts.tlb_misses, 0);
        assert_int_equal(counts.tlb_near_misses, cases[i].near);
        assert_int_equal(counts.tlb_conflict_misses, cases[i].conflicts);
        cache_model_free(model);
    }
}

static void test_refused(void **state)
{
    (void)state;
    static const struct cache_hierarchy shapes[] = {
        {.workers = 0, .level_count = 1, .levels = {SMALL_L1}},
        {.workers = 1, .level_count = 0, .levels = {SMALL_L1}},
        {.workers = 1,
         .level_count = CACHE_LEVELS_MAX + 1,
         .levels = {SMALL_L1, SMALL_L1, SMALL_L1, SMALL_L1}},
        {.workers = 1, .level_count = 1, .levels = {CACHE(32, 1, LINE, 1)}},
        {.workers = 1, .level_count = 1, .levels = {CACHE(4096, 1, 48, 1)}},
        {.workers = 1, .level_count = 1, .levels = {CACHE(4096, 1, 0, 1)}},
        {.workers = 1, .level_count = 1, .levels = {CACHE(4096, -2, LINE, 1)}},
        {.workers = 1, .level_count = 1, .levels = {CACHE(4096, 1, LINE, 0)}},
        {.workers = 1, .level_count = 2, .levels = {SMALL_L1, CACHE(4096, 1, 32, 1)}},
        {.workers = 1, .level_count = 1, .levels = {SMALL_L1}, .tlb = TLB(-1, 0, PAGE)},
        {.workers = 1, .level_count = 1, .levels = {SMALL_L1}, .tlb = TLB(8, -1, PAGE)},
        {.workers = 1, .level_count = 1, .levels = {SMALL_L1}, .tlb = TLB(8, 0, 5000)},
    };
    for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++) {
        struct cache_model *model = (struct cache_model *)&shapes;
        assert_int_equal(cache_model_create(&model, &shapes[s]), -EINVAL);
        assert_null(model);
    }
    cache_model_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_walks),          cmocka_unit_test(test_traffic),
        cmocka_unit_test(test_against_a_list), cmocka_unit_test(test_dirty_lines),
        cmocka_unit_test(test_little_used),    cmocka_unit_test(test_refused),
        cmocka_unit_test(test_frames),         cmocka_unit_test(test_near_tlb),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
