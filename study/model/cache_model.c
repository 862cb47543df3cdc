#include "study/model/cache_model.h"

#include "study/model/lru.h"

#include <errno.h>
#include <stdlib.h>

enum { COMBINING_BUFFERS = 8, NEAR_LEVELS = 2, WAYS_NEAR = 8, WAYS_FAR = 16 };
/* A core's prefetcher follows 32 streams in the L2 (Intel's optimization manual), and others by the
 * instruction, so that 32 random loads in between do not make it lose one. It looks this many lines
 * ahead for the next line of one, and follows equal steps of up to that many lines. */
enum { STREAMS = 64, STREAM_LINES = 2, STEP_LINES = 8 };
enum foresight { UNFORESEEN, APART, IN_ORDER };

struct level {
    int line_shift; /* log2 of the bytes of a line */
    int sharers;
    int cache_count;
    struct lru *caches;
};

struct worker {
    struct lru *caches[CACHE_LEVELS_MAX]; /* the caches that it uses */
    struct lru tlb, near_tlb, near_sets;
    uint64_t last_page; /* plus 1 */
    struct lru combining;
    uint64_t missed[STREAMS]; /* ring buffer: the lines that last missed the first level */
    int next_missed;
};

/* A line that the workers of one first-level cache stored to, until those of a second one access
 * it. More lines than these take the places of earlier ones. */
struct written {
    uint64_t tag; /* its number, plus 1 */
    int cache;
};
enum { WRITTEN_LINES = 1 << 16 };

struct cache_model {
    int level_count;
    struct level levels[CACHE_LEVELS_MAX];
    int page_shift;  /* -1: no TLB */
    int frame_shift; /* -1: an address is its place */
    int worker_count;
    struct worker *workers;
    struct written *written; /* WRITTEN_LINES of them; NULL: no cache takes lines from another */
    /* As the caller sees them, except for those that cache_model_counts computes. */
    struct cache_model_counts counts;
};

static bool power_of_two(int64_t n)
{
    return n > 0 && (n & (n - 1)) == 0;
}

static int log2_of(int64_t power)
{
    return __builtin_ctzll((unsigned long long)power);
}

static bool level_valid(const struct cache_hierarchy *shape, int k)
{
    const struct cache_model_level *level = &shape->levels[k];
    const int least_line = k > 0 ? shape->levels[k - 1].line_bytes : 1;
    return power_of_two(level->line_bytes) && level->line_bytes >= least_line &&
           level->size_bytes >= level->line_bytes && level->ways >= -1 && level->sharers >= 1;
}

static bool tlb_valid(const struct cache_model_tlb *tlb)
{
    return tlb->entries == 0 ||
           (tlb->entries > 0 && tlb->ways >= 0 && power_of_two(tlb->page_bytes));
}

static bool shape_valid(const struct cache_hierarchy *shape)
{
    bool valid = shape->workers >= 1 && shape->level_count >= 1 &&
                 shape->level_count <= CACHE_LEVELS_MAX && tlb_valid(&shape->tlb);
    for (int k = 0; valid && k < shape->level_count; k++)
        valid = level_valid(shape, k);
    return valid && (shape->frame_bytes == 0 || power_of_two(shape->frame_bytes));
}

int cache_model_ways(int ways, int level)
{
    return ways >= 0 ? ways : level < NEAR_LEVELS ? WAYS_NEAR : WAYS_FAR;
}

static int make_level(struct cache_model *model, const struct cache_hierarchy *shape, int k)
{
    const struct cache_model_level *wanted = &shape->levels[k];
    struct level *level = &model->levels[k];
    const uint64_t lines = (uint64_t)(wanted->size_bytes / wanted->line_bytes);
    const uint64_t ways = (uint64_t)cache_model_ways(wanted->ways, k);
    int error = 0;
    level->line_shift = log2_of(wanted->line_bytes);
    level->sharers = wanted->sharers;
    level->cache_count = (shape->workers - 1) / wanted->sharers + 1;
    level->caches = calloc((size_t)level->cache_count, sizeof *level->caches);
    if (!level->caches)
        return -ENOMEM;
    for (int c = 0; c < level->cache_count && !error; c++)
        error = lru_open(&level->caches[c], lines, ways);
    return error;
}

static int make_worker(struct cache_model *model, const struct cache_model_tlb *tlb, int number)
{
    struct worker *worker = &model->workers[number];
    for (int k = 0; k < model->level_count; k++)
        worker->caches[k] = &model->levels[k].caches[number / model->levels[k].sharers];
    int error = lru_open(&worker->combining, COMBINING_BUFFERS, 0);
    if (!error && tlb->entries > 0)
        error = lru_open(&worker->tlb, (uint64_t)tlb->entries, (uint64_t)tlb->ways);
    if (!error && tlb->near_entries > 0)
        error = lru_open(&worker->near_tlb, (uint64_t)tlb->near_entries, 0);
    if (!error && tlb->near_entries > 0)
        error = lru_open(&worker->near_sets, (uint64_t)tlb->near_entries, TLB_NEAR_WAYS);
    return error;
}

static int make(struct cache_model *model, const struct cache_hierarchy *shape)
{
    int error = 0;
    model->level_count = shape->level_count;
    model->page_shift = shape->tlb.entries > 0 ? log2_of(shape->tlb.page_bytes) : -1;
    model->frame_shift = shape->frame_bytes > 0 ? log2_of(shape->frame_bytes) : -1;
    model->workers = calloc((size_t)shape->workers, sizeof *model->workers);
    if (!model->workers)
        return -ENOMEM;
    model->worker_count = shape->workers;
    if (shape->hands_over && shape->workers > 1) {
        model->written = calloc(WRITTEN_LINES, sizeof *model->written);
        if (!model->written)
            return -ENOMEM;
    }
    for (int k = 0; k < shape->level_count && !error; k++)
        error = make_level(model, shape, k);
    for (int w = 0; w < shape->workers && !error; w++)
        error = make_worker(model, &shape->tlb, w);
    return error;
}

int cache_model_create(struct cache_model **model, const struct cache_hierarchy *shape)
{
    *model = NULL;
    if (!shape_valid(shape))
        return -EINVAL;
    *model = calloc(1, sizeof **model);
    const int error = *model ? make(*model, shape) : -ENOMEM;
    if (error) {
        cache_model_free(*model);
        *model = NULL;
    }
    return error;
}

void cache_model_free(struct cache_model *model)
{
    if (!model)
        return;
    for (int k = 0; k < model->level_count; k++) {
        for (int c = 0; model->levels[k].caches && c < model->levels[k].cache_count; c++)
            lru_close(&model->levels[k].caches[c]);
        free(model->levels[k].caches);
    }
    for (int w = 0; w < model->worker_count; w++) {
        lru_close(&model->workers[w].tlb);
        lru_close(&model->workers[w].near_tlb);
        lru_close(&model->workers[w].near_sets);
        lru_close(&model->workers[w].combining);
    }
    free(model->workers);
    free(model->written);
    free(model);
}

/* Moves a dirty line out of level `from`: to the first level beyond that has it, or to memory. */
static void write_back(struct cache_model *model, const struct worker *worker, int from,
                       uint64_t address)
{
    for (int k = from + 1;; k++) {
        model->counts.levels[k - 1].lines_out++;
        if (k == model->level_count ||
            lru_mark_dirty(worker->caches[k], address >> model->levels[k].line_shift))
            return;
    }
}

static bool has_missed(const struct worker *worker, uint64_t line)
{
    for (int i = 0; i < STREAMS; i++)
        if (worker->missed[i] == line)
            return true;
    return false;
}

/* Whether a miss of the first level continues one of the worker's streams: next to a line of it, or
 * apart from it by a short or a repeated step. */
static enum foresight foresight_of(struct worker *worker, uint64_t line)
{
    enum foresight best = UNFORESEEN;
    for (int i = 0; i < STREAMS && best != IN_ORDER; i++) {
        const int64_t step = (int64_t)(line - worker->missed[i]), lines = step < 0 ? -step : step;
        if (lines == 1)
            best = IN_ORDER;
        else if (lines == STREAM_LINES || (lines > STREAM_LINES && lines <= STEP_LINES &&
                                           has_missed(worker, worker->missed[i] - (uint64_t)step)))
            best = APART;
    }
    worker->missed[worker->next_missed] = line;
    worker->next_missed = (worker->next_missed + 1) % STREAMS;
    return best;
}

/* Where an address lies. The finalizer of splitmix64 gives each page another number; of 2^48 frames
 * no two simulated pages are likely to share one. */
static uint64_t place_of(const struct cache_model *model, uint64_t address)
{
    if (model->frame_shift < 0)
        return address;
    uint64_t page = address >> model->frame_shift;
    page = (page ^ page >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    page = (page ^ page >> 27) * UINT64_C(0x94d049bb133111eb);
    page = (page ^ page >> 31) >> 16;
    return page << model->frame_shift | (address & ((UINT64_C(1) << model->frame_shift) - 1));
}

/* Whether a worker takes the line from another core, which has stored to it. */
static bool is_handed(struct cache_model *model, const struct worker *worker, uint64_t line,
                      bool is_store)
{
    const int cache = (int)(worker - model->workers) / model->levels[0].sharers;
    struct written *written = &model->written[line % WRITTEN_LINES];
    const bool handed = written->tag == line + 1 && written->cache != cache;
    if (is_store)
        *written = (struct written){.tag = line + 1, .cache = cache};
    else if (handed)
        written->tag = 0; /* now both have it */
    return handed;
}

/* Where another core has stored to a line, the copies in a worker's private caches are old. */
static void drop_own(struct cache_model *model, struct worker *worker, uint64_t address)
{
    for (int k = 0; k < model->level_count && model->levels[k].sharers == 1; k++)
        lru_drop(worker->caches[k], address >> model->levels[k].line_shift);
}

/* Returns how many levels it missed. */
static int access_line(struct cache_model *model, struct worker *worker, uint64_t line_address,
                       bool is_store)
{
    const uint64_t address = place_of(model, line_address);
    const bool handed =
        model->written &&
        is_handed(model, worker, line_address >> model->levels[0].line_shift, is_store);
    if (handed)
        drop_own(model, worker, address);
    model->counts.handed += handed;
    enum foresight foresight = IN_ORDER;
    for (int k = 0; k < model->level_count; k++) {
        struct cache_model_level_counts *counts = &model->counts.levels[k];
        const int shift = model->levels[k].line_shift;
        const bool soiled = is_store && k == 0; /* levels beyond get it by write-back */
        uint64_t pushed_out;
        counts->accesses++;
        if (lru_touch(worker->caches[k], address >> shift, soiled, &pushed_out))
            return k;
        if (k == 0)
            foresight = foresight_of(worker, line_address >> shift);
        model->counts.handed_in_order += handed && k == 0 && foresight == IN_ORDER;
        counts->unforeseen += foresight == UNFORESEEN;
        counts->unforeseen_stores += foresight == UNFORESEEN && is_store;
        counts->apart += foresight == APART;
        counts->apart_stores += foresight == APART && is_store;
        counts->load_misses += !is_store;
        counts->store_misses += is_store;
        if (pushed_out != LRU_NONE)
            write_back(model, worker, k, pushed_out << shift);
    }
    return model->level_count;
}

void cache_model_hold(struct cache_model *model, int worker, uint64_t address, bool dirty)
{
    const int last = model->level_count - 1;
    uint64_t none;
    lru_touch(model->workers[worker].caches[last],
              place_of(model, address) >> model->levels[last].line_shift, dirty, &none);
}

static void stream_line(struct cache_model *model, struct worker *worker, uint64_t address)
{
    const uint64_t place = place_of(model, address);
    uint64_t none;
    for (int k = 0; k < model->level_count; k++)
        lru_drop(worker->caches[k], place >> model->levels[k].line_shift);
    model->counts.lines_streamed +=
        !lru_touch(&worker->combining, address >> model->levels[0].line_shift, false, &none);
}

static void access_pages(struct cache_model *model, struct worker *worker, uint64_t first,
                         uint64_t last)
{
    struct cache_model_counts *counts = &model->counts;
    uint64_t none;
    if (model->page_shift < 0)
        return;
    for (uint64_t p = first >> model->page_shift; p <= last >> model->page_shift; p++) {
        counts->tlb_accesses++;
        if (worker->last_page == p + 1)
            continue;
        worker->last_page = p + 1;
        counts->tlb_misses += !lru_touch(&worker->tlb, p, false, &none);
        if (worker->near_tlb.sets == 0)
            continue;
        const bool in_sets = lru_touch(&worker->near_sets, p, false, &none),
                   near = lru_touch(&worker->near_tlb, p, false, &none);
        counts->tlb_near_misses += !near;
        counts->tlb_conflict_misses += near && !in_sets;
    }
}

int cache_model_access(struct cache_model *model, int worker, uint64_t address, int64_t bytes,
                       bool is_store)
{
    const uint64_t last = address + (uint64_t)bytes - 1;
    const int shift = model->levels[0].line_shift;
    const int64_t walked = model->counts.tlb_misses;
    int missed = 0;
    access_pages(model, &model->workers[worker], address, last);
    for (uint64_t line = address >> shift; line <= last >> shift; line++) {
        const int of_line = access_line(model, &model->workers[worker], line << shift, is_store);
        missed = of_line > missed ? of_line : missed;
    }
    model->counts.tlb_misses_far += missed >= NEAR_LEVELS ? model->counts.tlb_misses - walked : 0;
    return missed;
}

void cache_model_stream(struct cache_model *model, int worker, uint64_t address, int64_t bytes)
{
    const uint64_t last = address + (uint64_t)bytes - 1;
    const int shift = model->levels[0].line_shift;
    access_pages(model, &model->workers[worker], address, last);
    for (uint64_t line = address >> shift; line <= last >> shift; line++)
        stream_line(model, &model->workers[worker], line << shift);
}

struct cache_model_counts cache_model_counts(const struct cache_model *model)
{
    struct cache_model_counts counts = model->counts;
    const struct cache_model_level_counts *last = &counts.levels[model->level_count - 1];
    for (int k = 0; k < model->level_count; k++)
        counts.levels[k].lines_in = counts.levels[k].load_misses + counts.levels[k].store_misses;
    counts.lines_read = last->load_misses;
    counts.lines_write_allocated = last->store_misses;
    counts.lines_written_back = last->lines_out;
    return counts;
}

struct cache_model_traffic cache_model_traffic(const struct cache_hierarchy *shape,
                                               const struct cache_model_counts *counts)
{
    const int64_t near_bytes = shape->levels[0].line_bytes;
    const int64_t far_bytes = shape->levels[shape->level_count - 1].line_bytes;
    return (struct cache_model_traffic){
        .read_bytes = counts->lines_read * far_bytes,
        .write_allocate_bytes = counts->lines_write_allocated * far_bytes,
        .write_back_bytes = counts->lines_written_back * far_bytes,
        .streamed_bytes = counts->lines_streamed * near_bytes,
    };
}

void cache_model_reset_counts(struct cache_model *model)
{
    model->counts = (struct cache_model_counts){.tlb_misses = 0};
}

/* Whether a level beyond `from` has the line, which is dirty there, too, then. */
static bool mark_beyond(struct cache_model *model, const struct worker *worker, int from,
                        uint64_t address)
{
    int k = from + 1;
    while (k < model->level_count &&
           !lru_mark_dirty(worker->caches[k], address >> model->levels[k].line_shift))
        k++;
    return k < model->level_count;
}

int64_t cache_model_dirty_lines(struct cache_model *model)
{
    int64_t dirty = 0;
    for (int k = 0; k < model->level_count; k++) {
        const struct level *level = &model->levels[k];
        for (int c = 0; c < level->cache_count; c++) {
            const int first = c * level->sharers; /* all its sharers use the same outer caches */
            uint64_t at = 0, block;
            while ((block = lru_next_dirty(&level->caches[c], &at)) != LRU_NONE)
                dirty += !mark_beyond(model, &model->workers[first], k, block << level->line_shift);
        }
    }
    return dirty;
}
