/* `warpline show` as text: pictures of a pattern's first requests, and the models' counts. */
#include "study/base/units.h"
#include "study/commands/look/forecast.h"
#include "study/model/gpu/traffic.h"
#include "study/plan/walks.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

enum {
    PICTURES = 4,
    PICTURE_LINES = 4,
    PICTURE_BYTES = 4 /* bytes for each character */
};

static const char *const array_names[ARRAYS] = {
    [ARRAY_IN] = "in", [ARRAY_OUT] = "out", [ARRAY_INDEX] = "index", [ARRAY_TILE] = "tile"};
static const char *const access_names[] = {[ACCESS_LOAD] = "reads",
                                           [ACCESS_STORE] = "writes",
                                           [ACCESS_ATOMIC] = "adds to",
                                           [ACCESS_STREAM] = "streams to"};

static int64_t least_line_after(const struct request *request, int line_bytes, int64_t after)
{
    int64_t least = -1;
    for (int lane = 0; lane < WARP_LANES; lane++) {
        const int64_t line = request->element[lane] * request->element_bytes / line_bytes;
        if (request->element[lane] >= 0 && line > after && (least < 0 || line < least))
            least = line;
    }
    return least;
}

/* Which part of those bytes is requested: '#' all, '+' some, '.' none. */
static char asked_of(const struct request *request, int64_t byte)
{
    int asked = 0;
    for (int64_t b = byte; b < byte + PICTURE_BYTES; b++)
        for (int lane = 0; lane < WARP_LANES; lane++)
            if (request->element[lane] >= 0 &&
                b / request->element_bytes == request->element[lane]) {
                asked++;
                break;
            }
    return asked == 0 ? '.' : asked == PICTURE_BYTES ? '#' : '+';
}

static void draw_line(const struct request *request, int64_t line, int line_bytes, int group_bytes)
{
    printf("    line %-8lld", (long long)line);
    for (int byte = 0; byte < line_bytes; byte += PICTURE_BYTES) {
        if (byte % group_bytes == 0)
            putchar('|');
        putchar(asked_of(request, line * line_bytes + byte));
    }
    puts("|");
}

static void draw_request(const struct request *request, const char *who, int line_bytes,
                         int group_bytes)
{
    int64_t line = -1;
    int drawn = 0;
    printf("  %s %s %s\n", who, access_names[request->access], array_names[request->array]);
    while ((line = least_line_after(request, line_bytes, line)) >= 0)
        if (drawn++ < PICTURE_LINES)
            draw_line(request, line, line_bytes, group_bytes);
    if (drawn > PICTURE_LINES)
        printf("    ... %d more lines\n", drawn - PICTURE_LINES);
}

/* Prints the first request of each kind that the first warp (`gpu`), or the first thread, makes:
 * its addresses as lines of `line_bytes` bytes, one character for every four of them, and on a GPU
 * with bars between the sectors. */
static void picture_draw(const struct pattern *pattern, const struct shape *shape,
                         int element_bytes, bool gpu, int line_bytes)
{
    struct request requests[PICTURES];
    const int count = walk_first_requests(pattern, shape, element_bytes, gpu, requests, PICTURES);
    for (int i = 0; i < count; i++)
        draw_request(&requests[i], gpu ? "first warp" : "first thread", line_bytes,
                     gpu ? SECTOR_BYTES : line_bytes);
}

/* Pages for each request are printed from this value on. */
static const double several_pages = 1.05;

/* "1 line", "1.5 lines" */
static void print_each(double number, const char *what)
{
    const char *text = DIGITS(number, 4);
    printf("%s %s%s", text, what, strcmp(text, "1") == 0 ? "" : "s");
}

static void print_requests(const char *what, const struct global_requests *kind, int element_bytes)
{
    if (kind->requests == 0)
        return;
    printf("  %-7s%.0f requests of ", what, kind->requests);
    print_each(kind->lanes / kind->requests, "lane");
    fputs(": ", stdout);
    print_each(kind->sectors / kind->requests, "sector");
    fputs(" and ", stdout);
    print_each(kind->lines / kind->requests, "line");
    fputs(" each", stdout);
    if (element_bytes)
        printf(", %.3g %% of the sectors used",
               100 * kind->lanes * element_bytes / (kind->sectors * SECTOR_BYTES));
    if (kind->pages > kind->requests * several_pages)
        printf(", on %.3g pages of 2 MiB", kind->pages / kind->requests);
    putchar('\n');
}

static void print_walked(int64_t walked, int64_t blocks)
{
    if (walked == blocks)
        printf("all %lld blocks simulated", (long long)blocks);
    else
        printf("%lld of %lld blocks simulated", (long long)walked, (long long)blocks);
}

/* Prints the useful fraction of the traffic. A GPU's plain copy moves nothing else. */
static void print_useful(double useful_bytes, double moved_bytes, bool copy_moves_useful)
{
    if (moved_bytes <= 0)
        printf("\n  useful: %s MB, all of it from caches\n", DIGITS(useful_bytes / 1e6, 4));
    else if (useful_bytes > moved_bytes)
        printf("\n  useful: %s MB, more than the traffic: caches serve the rest\n",
               DIGITS(useful_bytes / 1e6, 4));
    else {
        const double useful = useful_bytes / moved_bytes;
        printf("\n  useful: %s MB, %s %% of the traffic", DIGITS(useful_bytes / 1e6, 4),
               DIGITS(100 * useful, 3));
        if (copy_moves_useful && useful < 1)
            printf(", so at most %.3g of a copy's bandwidth", useful);
        putchar('\n');
    }
}

static void print_gpu_memory(const struct gpu_prediction *p, double useful_bytes)
{
    const double moved = p->read_bytes + p->write_bytes + p->partial_bytes;
    printf("  memory reads %s MB, writes %s MB", DIGITS(p->read_bytes / 1e6, 4),
           DIGITS(p->write_bytes / 1e6, 4));
    if (p->partial_bytes > 0)
        printf(" (%.3g %% of it partial-sector writes, read and merged)",
               100 * p->partial_bytes / p->write_bytes);
    print_useful(useful_bytes, moved, true);
    if (p->memory_share < 1)
        printf("  the L2 still holds %.3g %% of it from the previous pass\n",
               100 * (1 - p->memory_share));
}

/* Prints each resource that alone takes at least a quarter of the predicted time. */
static void print_shares(const struct demand *demand, const struct ceilings *ceilings,
                         double time_ns)
{
    const double worth_telling = 0.25;
    char text[SIZE_TEXT_MAX];
    fputs("  each alone:", stdout);
    const char *before = " ";
    for (int i = 0; i < RESOURCES; i++) {
        const double ns = demand_alone_ns(demand, ceilings, i);
        if (!(ns >= worth_telling * time_ns))
            continue;
        printf("%s%s %s", before, resources[i].name, time_text(ns, text));
        before = ", ";
    }
    putchar('\n');
}

/* Whose ceilings they are, and the date of the oldest that the pass needs: load may have disturbed
 * them then. */
static void print_source(const struct demand *demand, const struct source *source)
{
    char text[32];
    struct tm utc;
    time_t oldest = 0;
    for (int i = 0; i < RESOURCES; i++) {
        const time_t probed = (time_t)source->probed_s[i];
        if (demand->amount[i] > 0 && probed > 0 && (oldest == 0 || probed < oldest))
            oldest = probed;
    }
    strftime(text, sizeof text, ", %F %R UTC", gmtime_r(&oldest, &utc));
    printf(" (ceilings of %s%s)\n", source->of, oldest > 0 ? text : "");
}

static void print_time(const struct demand *demand, const struct source *source,
                       double useful_bytes)
{
    const char *bound;
    char text[SIZE_TEXT_MAX];
    if (!source->known) {
        printf("  no time predicted: run `warpline run --quick` once, or add --with RESULTS\n");
        return;
    }
    const double ns = demand_time_ns(demand, &source->ceilings, &bound);
    if (!bound) {
        const enum resource missing = demand_missing(demand, &source->ceilings);
        printf("  no time predicted: %s did not measure the ceiling of %s; "
               "run `warpline run --quick`, or add --with RESULTS\n",
               source->of, missing < RESOURCES ? resources[missing].name : "some resource");
        return;
    }
    printf("  time %s a pass, %s GB/s of useful bytes, bound by %s", time_text(ns, text),
           DIGITS(useful_bytes / ns, 4), bound);
    print_source(demand, source);
    print_shares(demand, &source->ceilings, ns);
}

/* Prints a pattern whose kernel makes no accesses. */
static void print_call(const struct forecast *f)
{
    const long long steps = f->shape.elements;
    if (f->pattern->walk)
        printf("\n%s: a pass of %lld step%s is less than one block of the kernel; nothing is "
               "predicted for it\n",
               f->target, steps, steps == 1 ? "" : "s");
    else
        printf("\n%s: no accesses to predict\n", f->target);
    if (f->has_demand)
        print_time(&f->demand, &f->source, (double)pattern_useful_bytes(f->pattern, &f->shape, 4));
}

/* Prints the subject of the prediction: how many elements, on how many pages of all arrays. */
static void print_head(const struct forecast *f, const char *target, int64_t page_bytes)
{
    printf("\n%s, %lld ", target, (long long)f->shape.elements);
    if (f->pattern->loop)
        fputs("iterations", stdout);
    else
        printf("elements of %d bytes", f->element_bytes);
    const long long pages = (f->footprint_bytes + page_bytes - 1) / page_bytes;
    printf(", %lld page%s of %lld KiB, ", pages, pages == 1 ? "" : "s",
           (long long)page_bytes / 1024);
}

static void print_gpu(const struct forecast *f)
{
    const struct gpu_prediction *p = &f->gpu;
    print_head(f, f->target, GPU_PAGE_BYTES);
    print_walked(p->walked, p->blocks);
    printf(p->error > 0 ? ", sectors within %.2g %%\n" : "\n", 200 * p->error);
    if (f->pattern->loop)
        loop_print(f);
    else
        picture_draw(f->pattern, &f->shape, f->element_bytes, true, SECTOR_BYTES * SECTORS_OF_LINE);
    print_requests("loads", &p->loads, f->pattern->loop ? 0 : f->element_bytes);
    print_requests("stores", &p->stores, f->pattern->loop ? 0 : f->element_bytes);
    if (p->tile_requests > 0)
        printf("  tile   %.0f requests of shared memory, bank-conflict degree %.4g\n",
               p->tile_requests, p->tile_turns / p->tile_requests);
    print_gpu_memory(p, f->useful_bytes);
    if (f->has_demand)
        print_time(&f->demand, &f->source, f->useful_bytes);
    else
        printf("  no time predicted: the driver's call makes different requests, these are a "
               "loop's\n");
}

static void print_levels(const struct cpu_prediction *p)
{
    for (int i = 0; i < p->shape.level_count; i++) {
        const struct cache_model_level_counts *level = &p->counts.levels[i];
        printf("  %-7s%s of 1000 accesses miss it: %s loads, %s stores\n", p->shape.levels[i].name,
               DIGITS(1e3 * (double)(level->load_misses + level->store_misses) / p->accesses, 4),
               DIGITS(1e3 * (double)level->load_misses / p->accesses, 4),
               DIGITS(1e3 * (double)level->store_misses / p->accesses, 4));
    }
    printf("  TLB    %s of 1000 accesses miss its %d entries of %lld bytes\n",
           DIGITS(1e3 * (double)p->counts.tlb_misses / p->accesses, 4), p->shape.tlb.entries,
           (long long)p->shape.tlb.page_bytes);
    if (p->counts.handed > 0)
        printf("  cores  %s of 1000 accesses take a line that another core has just stored to\n",
               DIGITS(1e3 * (double)p->counts.handed / p->accesses, 4));
}

static void print_cpu_memory(const struct cpu_prediction *p, double useful_bytes)
{
    const struct cache_model_traffic traffic = cache_model_traffic(&p->shape, &p->counts);
    const double mega = p->scale / 1e6;
    printf("  memory reads %s MB, reads %s MB before writing (write-allocate), writes back %s MB",
           DIGITS(mega * (double)traffic.read_bytes, 4),
           DIGITS(mega * (double)traffic.write_allocate_bytes, 4),
           DIGITS(mega * (double)traffic.write_back_bytes, 4));
    if (traffic.streamed_bytes > 0)
        printf(", %s MB written around the caches",
               DIGITS(mega * (double)traffic.streamed_bytes, 4));
    print_useful(useful_bytes, predict_memory_bytes(p), false);
}

static void print_cpu(const struct forecast *f)
{
    char cores[64];
    const struct cpu_prediction *p = &f->cpu;
    const long long used = f->shape.workers, all = f->facts.launch.workers;
    snprintf(cores, sizeof cores, used < all ? "%s, %lld of %lld cores" : "%s, %lld cores",
             f->target, used, all);
    print_head(f, cores, p->shape.tlb.page_bytes);
    print_walked(p->walked, p->blocks);
    printf(p->error > 0 ? ", misses within %.2g %%\n" : "\n", 200 * p->error);
    if (f->pattern->loop)
        loop_print(f);
    else
        picture_draw(f->pattern, &f->shape, f->element_bytes, false, p->shape.levels[0].line_bytes);
    if (p->accesses <= 0) {
        printf("  no time predicted: all accesses are of the tile, in the L1, whose speed no "
               "ceiling says\n");
        return;
    }
    print_levels(p);
    const bool some = f->left_part < 1;
    if (f->left_part > 0 && (some || p->left_lines.part_free > 0)) {
        char part[32] = "";
        if (some)
            snprintf(part, sizeof part, "%s %% of ", DIGITS(100 * f->left_part, 2));
        printf(
            "  L3     lost %swhat the pass before used: others evict it after %s ms without use\n",
            part, DIGITS(f->source.ceilings.ns_each[CPU_L3_STAYS] * 1e-6, 2));
    }
    print_cpu_memory(p, f->useful_bytes);
    if (f->has_demand)
        print_time(&f->demand, &f->source, f->useful_bytes);
    else
        printf("  no time predicted: cores add to lines that others added to last\n");
}

static int print_forecast(void *with, const struct forecast *f)
{
    (void)with;
    if (f->absent)
        printf("\n%s: %s\n", f->target, f->absent);
    else if (!f->has_accesses || (f->cpu.blocks == 0 && f->gpu.blocks == 0))
        print_call(f);
    else if (f->model == MODEL_SECTORS)
        print_gpu(f);
    else
        print_cpu(f);
    return 0;
}

int forecast_print(const struct pattern *pattern, const struct shape *shape,
                   const struct plan_request *request, const char *with)
{
    return forecast_each(pattern, shape, request, with, print_forecast, NULL);
}
