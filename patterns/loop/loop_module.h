/* The kernel module of a loop: its body, run by a CPU's threads with simd, or by a GPU's persistent
 * warps. It is compiled with the loop's file. The arrays that the loop writes are in `out`, the
 * others in the index array. */
/* The traced iterations have proven what a file asserts. */
#define NDEBUG
#define LOOP_CALL static inline __attribute__((always_inline, flatten))
/* A call for each iteration would cost a GPU more than most bodies. */
#define LOOP_INLINED extern __typeof__(LOOP_NAME) LOOP_NAME __attribute__((always_inline));
#include "patterns/loop/loop_file.h"

/* It takes half a second to compile, and is wrong where x + c - c is x. <math.h> of glibc and musl
 * defines that name. */
#if defined WARPLINE_MODULE_GPU && defined _MATH_H && !defined __FAST_MATH__
#pragma omp declare target
#include "patterns/loop/gpu_math.h"
#pragma omp end declare target
#endif
#include "patterns/loop/taking.h"
#include "warpline_stamp.h"

#include <omp.h>
#include <stdlib.h>

/* A lane executes two rows of a tile together on a GPU, so that more loads are in flight, unless it
 * stores large structs (loop_file.h). Compared with that (H200), one row takes 1.7 times as long
 * for in[n - 1 - i]; four take 0.82 of the time, but where the lanes of a warp access places far
 * apart they take longer: a transpose 1.03 times, elements of 48 bytes 1.08 times. LOOP_WARPS,
 * which the program chooses, gives the registers of a thread, of which offload/assembler/as reads
 * below. If they are few, iterations have numbers of 32 bits. In 64 bits ptxas knows how far apart
 * two elements are, and loads the next one before this one is stored (an update in place 135 us
 * instead of 253). */
#if LOOP_WARPS > 32
typedef uint32_t loop_count;
#else
typedef int64_t loop_count;
#endif
enum {
    TILE_STEPS = LANES * LOOP_LANE_ROWS,
    LANE_REGISTERS = 2048, /* a multiprocessor has 65536, and a warp 32 lanes */
    LOOP_REGISTERS = LANE_REGISTERS / LOOP_WARPS / 8 * 8 /* eight are given out together */
};

#ifdef WARPLINE_MODULE_GPU
/* There long double is double: study/own/compile/refusal.c names the line. */
#define LOOP_IS_COMMON(number, name, declaration, written)                            \
    _Static_assert(_Generic(*(loop_pointer_##number)0, long double : 0, default : 1), \
                   "long double");
LOOP_EACH(LOOP_IS_COMMON, LOOP_NOTHING, LOOP_NOTHING)
#endif

/* A number from 0 to 2^31 - 1, whose origin the compiler does not know. On a GPU its register is
 * marked for offload/assembler/as, which divides it by multiplications. */
INLINED int64_t narrow(int64_t number)
{
    CPU_OR_GPU((void)0, __asm__("{// loop number %0|\n\t}" : "+r"(number)));
    if (number < 0 || number > INT32_MAX)
        __builtin_unreachable();
    return number;
}

/* The arrays of a loop in memory, and what else its iterations get. */
struct body {
    char *array[LOOP_ARRAYS];
    int64_t value[PARAMETERS_MAX], n;
};

/* An array of the loop. On a GPU its register is marked for the assembler, offload/assembler/as. */
INLINED char *array_of(const void *first, const int64_t offset, const int written)
{
    char *array = (char *)first + offset;
    CPU_OR_GPU((void)0, __asm__("{// loop array %1 %0|\n\t}" : "+r"(array) : "n"(written)));
    return array;
}

INLINED struct body body_of(const struct kernel_args args)
{
    struct body body = {.n = narrow(args.shape.elements)};
#define LOOP_START(number, name, declaration, written) \
    body.array[number] =                               \
        array_of((written) ? args.out : args.shape.index, args.place[number].offset, written);
#define LOOP_START_VALUE(number, name) body.value[number] = narrow(args.shape.value[number]);
    LOOP_EACH(LOOP_START, LOOP_START_VALUE, LOOP_NOTHING)
    return body;
}

INLINED void iteration(const struct body body, const int64_t i)
{
    char *const *loop_arrays = body.array;
    const int64_t *loop_values = body.value;
    (void)loop_values;
    loop_body(i, body.n LOOP_EACH(LOOP_ARRAY, LOOP_VALUE, LOOP_NOTHING));
}

/* On a CPU a thread makes a contiguous share of the iterations. */
INLINED void pass_of_core(const struct body body, const struct share mine)
{
    const int64_t first = mine.first_tile, last = mine.last_tile;
#pragma omp simd
    for (int64_t i = first; i < last; i++)
        iteration(body, i);
}

/* A tile. The compiler must not know how far apart a lane's rows are: it would follow the
 * conditions of one row into the next, and branch there. Short branches that depend on one row
 * become predicates, so the loads of several rows are in flight: a stencil with a border took 0.64
 * of the time (H100), `i & 1` as a condition 1.05. */
INLINED void tile_by_lane(const struct body body, const uint32_t number, const int lane)
{
    const loop_count first = (loop_count)opaque(number) * TILE_STEPS + (loop_count)lane;
#pragma GCC unroll 32
    for (loop_count step = 0; step < TILE_STEPS; step += LANES)
        iteration(body, narrow(first + step));
}

/* On a GPU a warp takes tile after tile: part by part through all passes, or its share of one. */
INLINED void tiles_of_warp(const struct body body, const struct taking taking)
{
#pragma omp simd
    for (int lane = 0; lane < LANES; lane++) {
        const uint32_t tiles = (uint32_t)(body.n / TILE_STEPS);
        uint32_t next = taking.next, tile;
        while (tile = take_part(taking, next, tiles), tile != NO_TILE) {
            const uint32_t end = part_end(taking, tile, tiles);
            for (; tile < end; tile++)
                tile_by_lane(body, tile, lane);
            next += taking.step;
        }
    }
}

/* The iterations after the last whole tile. */
INLINED void tail_of_warp(const struct body body, const struct share mine)
{
    const int64_t n = body.n;
#pragma omp simd
    for (int lane = 0; lane < LANES; lane++)
        for (int64_t i = mine.tail_first + lane; i < n; i += LANES)
            iteration(body, narrow(i));
}

INLINED void all_on_cpu(const struct kernel_args args, const struct body body)
{
    const struct share mine = share_of(args.shape, args.launch, 1);
    for (int64_t pass = 0; pass < args.passes; pass++) {
        pass_of_core(body, mine);
        __asm__ volatile("" ::: "memory");
    }
}

INLINED void all_on_gpu(const struct kernel_args args, const struct body body)
{
    const struct share mine = share_of(args.shape, args.launch, TILE_STEPS);
    const struct taking taking = taking_of(args, mine);
    __asm__ volatile("{// loop registers %0|\n\t}" : : "n"(LOOP_REGISTERS));
    for (int64_t pass = 0; pass < (taking.by_ticket ? 1 : args.passes); pass++) {
        tiles_of_warp(body, taking);
        __asm__ volatile("" ::: "memory");
    }
    for (int64_t pass = 0; mine.tail_first < body.n && pass < args.passes; pass++) {
        tail_of_warp(body, mine);
        __asm__ volatile("" ::: "memory");
    }
}

INLINED void all_passes(const struct kernel_args args)
{
    note_where(args.notes);
    CPU_OR_GPU(all_on_cpu, all_on_gpu)(args, body_of(args));
}

#define REGION        run_loop
#define REGION_WORKER all_passes
#define REGION_ALONE  0
#include "patterns/kernel/region.h"

/* A part of the words of all arrays, as `init` finds them. */
INLINED void fill_words(const struct kernel_args args, char *const *array, int64_t part,
                        int64_t parts)
{
    for (int k = 0; k < LOOP_ARRAYS; k++) {
        uint64_t *words = (uint64_t *)(void *)array[k];
        const int64_t count = args.place[k].bytes / 8, n = args.shape.elements;
#pragma omp simd
        for (int64_t i = count * part / parts; i < count * (part + 1) / parts; i++)
            words[i] = loop_word(loop_types[k].fill, k, (uint64_t)i, (uint64_t)n);
    }
}

/* A CPU's first worker fills everything if `init` follows; else each fills its part. */
INLINED void fill_part(const struct kernel_args args)
{
    const struct body body = body_of(args);
    const struct share mine = share_of(args.shape, args.launch, 1);
    note_where(args.notes);
#if defined LOOP_INIT && !defined WARPLINE_MODULE_GPU
    if (mine.thread == 0) {
        fill_words(args, body.array, 0, 1);
        loop_init((long)args.shape.elements, body.array, args.shape.value);
    }
#else
    fill_words(args, body.array, mine.thread / LANE_THREADS, mine.workers);
#endif
}

#define REGION        fill_arrays
#define REGION_WORKER fill_part
#define REGION_ALONE  0
#include "patterns/kernel/region.h"

#if defined LOOP_INIT && defined WARPLINE_MODULE_GPU
/* `init` runs on the host, and its arrays are copied. */
static void fill_and_init(const struct kernel_args *args)
{
    const struct body there = body_of(*args);
    char *array[LOOP_ARRAYS];
    bool enough = true;
    fill_arrays(args);
    for (int k = 0; k < LOOP_ARRAYS; k++) {
        array[k] = malloc((size_t)args->place[k].bytes + 8);
        enough = enough && array[k];
    }
    if (enough) {
        fill_words(*args, array, 0, 1);
        loop_init((long)args->shape.elements, array, args->shape.value);
    } else
        args->notes->where = RAN_NOWHERE;
    for (int k = 0; k < LOOP_ARRAYS; k++) {
        if (enough)
            omp_target_memcpy(there.array[k], array[k], (size_t)args->place[k].bytes, 0, 0,
                              args->launch.device, omp_get_initial_device());
        free(array[k]);
    }
}
#else
#define fill_and_init fill_arrays
#endif

static const struct pattern pattern_loop = {.name = "loop"};

extern const char warpline_stamp[];
const char warpline_stamp[] = WARPLINE_STAMP;
extern const struct kernel_module warpline_kernels;
const struct kernel_module warpline_kernels = {.pattern = &pattern_loop,
                                               .lane_threads = LANE_THREADS,
                                               .prepare = fill_and_init,
                                               .kernels = {{.element_bytes = 4, .run = run_loop}}};
