/* Makes a pattern out of its address expressions. Included by one pattern file, once, after it has
 * defined
 *
 *   NAME               the pattern's name, an identifier
 *   LOAD, STORE        element read and element written, as expressions over `s` (struct shape)
 *                      and `e` (struct step)
 *   IN_LENGTH, OUT_LENGTH   elements of the two arrays, over `s`
 *
 * and, where the usual meaning does not fit,
 *
 *   VARIANT, VARIANTS  which loop body serves a point, over `s`, and how many there are: 1, 3, 6 or
 *                      8. In a kernel `e.variant` is a compile-time number
 *   FIELDS(v)          fields that a step of variant v touches (1)
 *   LOADS              loads of a step and field (1); LOAD sees the number of each in `e.load`
 *   USEFUL_LOADS       how many of them the algorithm asks for (LOADS): elsewhere a cache serves
 *   WORK               statements that make value[0] to value[count - 1] of what was loaded, the
 *                      LOADS values of the first at its start, then those of the second... Without
 *                      it what is loaded is stored, and zeros where there are no loads
 *   MULTIPLY_ADDS      of a pass, in WORK (0)
 *   NUMBERS            elements are float or double, not words, and there are no others
 *   PUT(place, value)  how a value is stored (place = value)
 *   ACTIVE             whether a step is made, over `s` and `e` (all are); then also ACCESSES, how
 *                      many are
 *   ELEMENTS           steps of a pass, over `s`, where the parameters say how many
 *   INDEX_VALUE, INDEX_LENGTH   entry `i` of the index array, over `s` and `i`, and the array's
 *                      length. LOAD and STORE ask for entry i by INDEX(i)
 *   PUT_INDEX(index, place, value)   how such an entry is stored (index[place] = value)
 *   PAGES              enum pages of the index array
 *   INDEX_COUNT, INDEX_PLACE    how many entries are written, and where the one of number `i` is,
 *                      where these are not all and `i`
 *   MEANING            element `k` of those that output element `i` is made of, over `s`, `i`, `k`;
 *                      -1: it must not be written. The host checks by it where a value does not go
 *                      straight from LOAD to STORE
 *   EXPECT             statements of a function of `s`, `input`, `i` and `element_bytes` that write
 *                      what output element `i` must be to `expected` and return true, or return
 *                      false where it must not be written: for patterns that pass no elements on
 *   ALONE              true: one worker makes all steps (false)
 *   LONE               1: on a GPU no other worker is even started (0); see region.h
 *   CALLS_DRIVER       true: on a GPU the kernel is a call of the driver (false)
 *   CHOOSES_LAUNCH     1: the first two parameters are teams for each multiprocessor and threads of
 *                      each team, on a CPU the second the cores used (0)
 *   SHARES             TAKEN: any worker may make any step; OWN: the steps are each thread's own
 *   WORKERS_MOST       workers of a team (1024)
 *   CHUNK_BLOCKS       blocks that a GPU's worker takes at a time, where any may: see share.h (4)
 *   AFTER_BLOCK        what SIMD_BLOCKS does after each block's stores: a function of
 *                      offload/global.h (nothing)
 *   BLOCKS             SIMD_BLOCKS, or another way to work through a share (tile.h, chase.h...)
 *   BLOCK_ROWS(unroll, lanes, variant)   rows of WARP_LANES steps of a block, where a lane has room
 *                      for `unroll` elements and a worker is so many logical threads
 *   WALK, WALK_BLOCKS, STORE_ACCESS   where BLOCKS does not load and then store: see walk.h
 *   TAIL               SIMD_TAIL, NO_TAIL, or another way to work through what whole blocks leave
 *   KERNEL             DEFINE_KERNEL, or another way to make the kernel of an element size
 *   PLACES_FIRST       1: where elements go comes from memory, and all of a block's places are
 *                      loaded before the first store, which no later load would be moved before
 *   BYTES_MOST         most bytes that a lane may load before it stores any
 *   ROUNDING           enum rounding (ANY_NUMBER)
 *   SIZES(X)           the element sizes there are, X(1) to X(16) (all; 4 and 8 for NUMBERS)
 *
 * In the program only the address functions come out; in a kernel module (WARPLINE_MODULE is
 * defined) kernel.h adds the kernels, whose INDEX reads the array in memory.
 */
#include "pattern.h"
#include "random.h"

#include <stddef.h>

#ifndef VARIANTS
#define VARIANT  1
#define VARIANTS 1
#endif
#ifndef FIELDS
#define FIELDS(v) 1
#endif
#ifndef LOADS
#define LOADS 1
#endif
#ifndef USEFUL_LOADS
#define USEFUL_LOADS LOADS
#endif
#ifndef ALONE
#define ALONE false
#endif
#ifndef CHOOSES_LAUNCH
#define CHOOSES_LAUNCH 0
#endif
#ifndef CALLS_DRIVER
#define CALLS_DRIVER false
#endif
#ifndef STORES
#define STORES 1
#endif
#ifndef ACTIVE
#define ACTIVE true
#endif
#ifndef ACCESSES
#define ACCESSES (s.elements * FIELDS(VARIANT))
#endif
#ifndef MULTIPLY_ADDS
#define MULTIPLY_ADDS 0
#endif
#ifndef SHARES
#define SHARES TAKEN
#endif
#ifndef BLOCKS
#define BLOCKS SIMD_BLOCKS
#endif
#ifndef TAIL
#define TAIL SIMD_TAIL
#endif
#ifndef KERNEL
#define KERNEL DEFINE_KERNEL
#endif
#ifndef BYTES_MOST
#define BYTES_MOST 1024
#endif
#ifndef PUT
#define PUT(place, value) (place) = (value)
#endif
#ifndef ROUNDING
#define ROUNDING ANY_NUMBER
#endif
#ifndef WORK
#define WORK                                      \
    PRAGMA(GCC unroll 64)                         \
    for (int i = 0; i < (LOADS ? 0 : count); i++) \
        value[i] = (__typeof__(value[0])){0};
#endif

#ifndef SIZES
#ifdef NUMBERS
#define SIZES(X) X(4) X(8)
#else
#define SIZES(X) X(1) X(2) X(4) X(8) X(16)
#endif
#endif

#define JOIN_(a, b)     a##b
#define JOIN(a, b)      JOIN_(a, b)
#define SIZE_BIT(BYTES) | BYTES

#ifdef NUMBERS
#define DATA DATA_NUMBERS
typedef float element_4;
typedef double element_8;
#else
#define DATA DATA_WORDS
typedef uint8_t element_1;
typedef uint16_t element_2;
typedef uint32_t element_4;
typedef uint64_t element_8;
/* element_16 is side.h's: what one side's compiler moves in one access the other's does not */
#endif

/* Rows of a block: as many as the loads of a step leave room for in the lane's registers, which
 * hold `unroll` elements. */
#define IN_FLIGHT(unroll, bytes) \
    ((unroll) * (bytes) < BYTES_MOST ? (unroll) : (BYTES_MOST + (bytes)-1) / (bytes))
#define AT_LEAST(least, value) ((value) > (least) ? (value) : (least))
#ifndef BLOCK_ROWS
#define BLOCK_ROWS(unroll, lanes, variant) \
    AT_LEAST(1, (unroll) / (AT_LEAST(1, LOADS) * FIELDS(variant)))
#endif

/* The step that lane `lane` makes `row` rows into block `block` of the pass, which is the block
 * number `own` of its worker, whose lane 0 is `thread`: on a GPU each lane is a logical thread, on
 * a CPU the lanes are turns of the one thread. Sums are written so that what is constant comes last
 * and ends up in the instruction. */
static inline struct step block_step(int64_t thread, int64_t own, int64_t block, int rows, int row,
                                     int lane, int field, int variant, bool lanes_are_threads)
{
    const int64_t own_turn = own * rows * WARP_LANES;
    return (struct step){
        .index = block * rows * WARP_LANES + lane + row * WARP_LANES,
        .row_index = block * rows * WARP_LANES + row * WARP_LANES,
        .thread = thread + (lanes_are_threads ? lane : 0),
        .turn = lanes_are_threads ? own * rows + row : own_turn + lane + row * WARP_LANES,
        .row_turn = lanes_are_threads ? own * rows + row : own_turn + row * WARP_LANES,
        .block = block,
        .rows = rows,
        .row = row,
        .lane = lane,
        .field = field,
        .variant = variant};
}

#ifndef WARPLINE_MODULE
/* The entry of the index array that an address expression asked for last: for walk.h. */
static _Thread_local int64_t entry_asked __attribute__((unused)) = -1;
#endif
#ifdef INDEX_VALUE
#ifndef INDEX_COUNT
#define INDEX_COUNT INDEX_LENGTH
#define INDEX_PLACE i
#endif
static inline int64_t index_value(const struct shape s, int64_t i)
{
    (void)s;
    return INDEX_VALUE;
}
static inline int64_t index_place(const struct shape s, int64_t i)
{
    (void)s;
    return INDEX_PLACE;
}
static int64_t index_room(const struct shape *shape)
{
    const struct shape s = *shape;
    return INDEX_LENGTH;
}
#ifdef WARPLINE_MODULE
#define INDEX(i) ((int64_t)s.index[i])
#else
#define INDEX(i) (entry_asked = (i), index_value(s, entry_asked))
#endif
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

static int64_t load(const struct shape *shape, struct step step)
{
    return address_of_load(*shape, step);
}

static int64_t store(const struct shape *shape, struct step step)
{
    return address_of_store(*shape, step);
}

static void addresses(const struct shape *shape, struct step first, int count, int64_t *loads,
                      int64_t *stores)
{
    const struct shape s = *shape;
    struct step e = first;
    for (int i = 0; i < count; i++) {
        e.index = first.index + i;
        e.turn = e.row_turn = first.turn + i;
        e.lane = (int)(e.index % WARP_LANES);
        e.row_index = e.index - e.lane;
        loads[i] = LOADS ? address_of_load(s, e) : -1;
        stores[i] = is_active(s, e) ? address_of_store(s, e) : -1;
    }
}

#define COUNT_FUNCTION(name, expression)           \
    static int64_t name(const struct shape *shape) \
    {                                              \
        const struct shape s = *shape;             \
        (void)s;                                   \
        return expression;                         \
    }
COUNT_FUNCTION(variant, VARIANT)
COUNT_FUNCTION(fields, FIELDS(VARIANT))
COUNT_FUNCTION(accesses, ACCESSES)
COUNT_FUNCTION(multiply_adds, MULTIPLY_ADDS)
COUNT_FUNCTION(in_length, IN_LENGTH)
COUNT_FUNCTION(out_length, OUT_LENGTH)
#ifdef PAGES
COUNT_FUNCTION(page_kind, PAGES)
#else
#define page_kind NULL
#endif
#ifdef ELEMENTS
COUNT_FUNCTION(fixed_elements, ELEMENTS)
#else
#define fixed_elements NULL
#endif

/* What is stored, made of what was loaded: `count` values at once, so that work on one can go on
 * while another's waits. */
#define DEFINE_WORK(BYTES)                                             \
    static inline __attribute__((always_inline)) void work_##BYTES(    \
        const struct shape s, element_##BYTES *value, const int count) \
    {                                                                  \
        (void)s, (void)value, (void)count;                             \
        WORK                                                           \
    }

#ifdef MEANING
static inline int64_t meaning(const struct shape s, int64_t i, int k)
{
    (void)s, (void)k;
    return MEANING;
}
#endif

#if defined MEANING && defined NUMBERS
SIZES(DEFINE_WORK)
/* All at once: a value has to wait for its own last result, but not for those of others. */
#define EXPECT_NUMBERS(BYTES)                                                                 \
    if (element_bytes == BYTES) {                                                             \
        element_##BYTES value[EXPECT_MOST * LOADS] = {0}, *const places = expected;           \
        for (int n = 0; n < count; n++) {                                                     \
            written[n] = meaning(s, first + n, 0) >= 0;                                       \
            for (int k = 0; k < LOADS && written[n]; k++)                                     \
                input_element(input, meaning(s, first + n, k), BYTES, &value[n * LOADS + k]); \
        }                                                                                     \
        work_##BYTES(s, value, EXPECT_MOST);                                                  \
        for (int n = 0; n < count; n++)                                                       \
            if (written[n])                                                                   \
                places[n] = value[n];                                                         \
    }
static void expected_elements(const struct shape *shape, const struct input *input, int64_t first,
                              int count, int element_bytes, void *expected, bool *written)
{
    const struct shape s = *shape;
    SIZES(EXPECT_NUMBERS)
}
#elif defined MEANING
#define EXPECT                                                       \
    if (meaning(s, i, 0) < 0)                                        \
        return false;                                                \
    input_element(input, meaning(s, i, 0), element_bytes, expected); \
    return true;
#endif

#ifdef EXPECT
static inline bool expected_element(const struct shape s, const struct input *input, int64_t i,
                                    int element_bytes, void *expected)
{
    (void)s, (void)i, (void)input, (void)element_bytes;
    EXPECT
}

static void expected_elements(const struct shape *shape, const struct input *input, int64_t first,
                              int count, int element_bytes, void *expected, bool *written)
{
    for (int n = 0; n < count; n++)
        written[n] = expected_element(*shape, input, first + n, element_bytes,
                                      (unsigned char *)expected + n * element_bytes);
}
#elif !defined MEANING
#define expected_elements NULL
#endif

#include "walk.h"

/* The part of every row that the macros give. */
#define EXPRESSIONS                                                                             \
    .loads = USEFUL_LOADS, .stores = STORES, .sizes = 0 SIZES(SIZE_BIT), .data = DATA,          \
    .rounding = ROUNDING, .load = load, .store = store, .addresses = addresses,                 \
    .variant = variant, .fields = fields, .accesses = accesses, .multiply_adds = multiply_adds, \
    .elements = fixed_elements, .in_length = in_length, .out_length = out_length,               \
    .index_length = index_room, .alone = ALONE, .chooses_launch = CHOOSES_LAUNCH,               \
    .calls_driver = CALLS_DRIVER, .rows = block_rows, .blocks = block_count, .walk = WALKER,    \
    .pages = page_kind, .expect = expected_elements

#define ROW const struct pattern JOIN(pattern_, NAME)

extern ROW;

#ifdef WARPLINE_MODULE
#include "kernel.h"
#endif
