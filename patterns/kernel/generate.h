/* Generates a pattern from its address expressions. A pattern file includes it once, after it has
 * defined what usual.h lists.
 *
 * In the program it generates only the address functions, for the models and for the check of every
 * run; in a kernel module (WARPLINE_MODULE is defined) kernels.h adds the kernels. */
#include "patterns/kernel/usual.h"

#include <stddef.h>

#if defined BLOCK_ROWS || defined CHUNK_BLOCKS || defined WALK_BLOCKS || defined BLOCKS_AHEAD
#error "a warp's block is a tile now: TILE_ROWS, CHUNK_TILES, WALK_TILES, TILES_AHEAD"
#endif
#if defined LOADS && LOADS == 0
#ifndef LOAD
#define LOAD 0
#endif
#ifndef IN_LENGTH
#define IN_LENGTH 0
#endif
#endif
#ifndef SIZES
#define SIZES EVERY_SIZE
#endif
#ifndef RESULT
#define RESULT (LOADS ? VALUE(0) : (element){0})
enum { STORED_AS_LOADED = LOADS == 1, COMPUTED = 0 };
#else
enum { STORED_AS_LOADED = 0, COMPUTED = 1 };
#endif
#ifndef BODY
#define BODY "patterns/kernel/load_store.h"
#endif
#ifndef WALK
#define WALK "patterns/kernel/load_store.h"
#endif
#ifndef KERNEL
#define KERNEL "patterns/kernel/kernel.h"
#endif
#ifndef TILE_ROWS
#define TILE_ROWS(unroll, lanes) AT_LEAST(1, (unroll) / (AT_LEAST(1, LOADS) * FIELDS))
#endif

#define JOIN_(a, b) a##b
#define JOIN(a, b)  JOIN_(a, b)

/* The entry of the index array that an address expression has read: for walk.h. */
static _Thread_local int64_t entry_read __attribute__((unused)) = NO_ENTRY;

/* Elements that a lane has in flight: as many as its registers hold, at most BYTES_MOST bytes. */
#define IN_FLIGHT(unroll, bytes) \
    ((unroll) * (bytes) < BYTES_MOST ? (unroll) : (BYTES_MOST + (bytes)-1) / (bytes))
#define AT_LEAST(least, value) ((value) > (least) ? (value) : (least))

/* Where the pattern runs, from patterns.def: WHERE_copy. A user's own pattern defines it itself. */
#ifndef WARPLINE_OWN
#define PATTERN(family, name, where) enum { WHERE_##name = (where) };
#include "patterns/patterns.def"
#undef PATTERN
#define WHERE JOIN(WHERE_, NAME)
#endif
_Static_assert(((WHERE & (NO_CPU | NO_GPU)) != 0) == (sizeof(WHY_ABSENT) != sizeof(int)),
               "WHY_ABSENT is for patterns that are not on both sides, and says why");

/* The step of lane `lane` in row `row` of tile `tile` of the pass. The tile is number `nth` of its
 * worker, whose lane 0 is `thread`. On a GPU each lane is a logical thread; on a CPU the lanes are
 * iterations of one thread. In sums the constant comes last, so that it ends up in the
 * instruction. */
static inline struct step step_at(int64_t thread, int64_t nth, int64_t tile, int rows, int row,
                                  int lane, int field, int variant, bool lanes_are_threads)
{
    const int64_t first = nth * rows * LANES;
    return (struct step){
        .index = tile * rows * LANES + lane + row * LANES,
        .row_index = tile * rows * LANES + row * LANES,
        .thread = thread + (lanes_are_threads ? lane : 0),
        .iteration = lanes_are_threads ? nth * rows + row : first + lane + row * LANES,
        .row_iteration = lanes_are_threads ? nth * rows + row : first + row * LANES,
        .tile = tile,
        .rows = rows,
        .row = row,
        .lane = lane,
        .field = field,
        .variant = variant};
}

#ifdef INDEX_VALUE
#include "patterns/kernel/index.h"
#else
#define index_room NULL
#endif

static inline int64_t address_of_load(const struct shape s, const struct step e)
{
    (void)s, (void)e;
    return LOAD;
}

static inline int64_t address_of_store(const struct shape s, const struct step e)
{
    (void)s, (void)e;
    return STORE;
}

static inline bool is_active(const struct shape s, const struct step e)
{
    (void)s, (void)e;
    return ACTIVE;
}

static inline int64_t meaning(const struct shape s, int64_t i, int k)
{
    (void)s, (void)i, (void)k;
    return MEANING;
}

static int64_t load(const struct shape *shape, struct step step)
{
    return address_of_load(*shape, step);
}

static int64_t store(const struct shape *shape, struct step step)
{
    return address_of_store(*shape, step);
}

static bool active(const struct shape *shape, struct step step)
{
    return is_active(*shape, step);
}

static void addresses(const struct shape *shape, struct step first, int count, int64_t *loads,
                      int64_t *stores)
{
    const struct shape s = *shape;
    struct step e = first;
    for (int i = 0; i < count; i++) {
        e.index = first.index + i;
        e.iteration = e.row_iteration = first.iteration + i;
        e.lane = (int)(e.index % LANES);
        e.row_index = e.index - e.lane;
        loads[i] = LOADS ? address_of_load(s, e) : -1;
        stores[i] = is_active(s, e) ? address_of_store(s, e) : -1;
    }
}

/* A count of a point, over `s`. */
#define COUNT(name, value)                         \
    static int64_t name(const struct shape *shape) \
    {                                              \
        const struct shape s = *shape;             \
        (void)s;                                   \
        return value;                              \
    }
COUNT(variant_of, VARIANT)
COUNT(multiply_adds, MULTIPLY_ADDS)
COUNT(in_length, IN_LENGTH)
COUNT(out_length, OUT_LENGTH)
#ifdef ELEMENTS
COUNT(fixed_elements, ELEMENTS)
#else
#define fixed_elements NULL
#endif
#ifdef ROUND
COUNT(round_steps, ROUND)
#else
#define round_steps NULL
#endif

static int64_t fields(const struct shape *shape)
{
    const int64_t variant = variant_of(shape);
    (void)variant;
    return FIELDS;
}

static int64_t accesses(const struct shape *shape)
{
    const struct shape s = *shape;
    const int64_t some = ACCESSES;
    return some > 0 ? some : s.elements * fields(shape);
}

#include "patterns/kernel/numbers.h"

#define ROW const struct pattern JOIN(pattern_, NAME)

extern ROW;

#define WALK_OR_ROW BUILTIN_OR_OWN("patterns/kernel/walk.h", "patterns/kernel/own_row.h")
#include PROGRAM_OR_MODULE(WALK_OR_ROW, "patterns/kernel/kernels.h")
#undef WALK_OR_ROW

/* The members of every row that the expressions determine. */
#define EXPRESSIONS                                                                             \
    .no_cpu = WHERE & NO_CPU ? WHY_ABSENT : NULL, .no_gpu = WHERE & NO_GPU ? WHY_ABSENT : NULL, \
    .calls_driver = (WHERE & CALLS_DRIVER) != 0, .sizes = SIZES, .data = DATA, .load = load,    \
    .store = store, .addresses = addresses, .adds = (int)STORE_ACCESS == ACCESS_ATOMIC,         \
    .has_tail = TAIL, .active = active, .variant = variant_of, .fields = fields,                \
    .accesses = accesses, .multiply_adds = multiply_adds, .elements = fixed_elements,           \
    .round = round_steps, .in_length = in_length, .out_length = out_length,                     \
    .index_length = index_room, .alone = ALONE || SIDE_LOAD, .loads_beside = SIDE_LOAD,         \
    .chooses_launch = CHOOSES_LAUNCH, .rows = tile_rows, .tiles = tile_count, .walk = requests, \
    .chunk_tiles = SCHEDULE == DYNAMIC ? CHUNK_TILES : 0
