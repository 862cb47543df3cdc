/* The iterations of a loop as its tracer runs them: what they reach, and what they leave in the
 * output. */
#include "patterns/random.h"
#include "study/base/array.h"
#include "study/base/median.h"
#include "study/base/units.h"
#include "study/loop/loop_state.h"
#include "study/plan/point.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    RUN_MOST = 1 << 20, /* iterations that are all run; of more, some numbers follow from less */
    BYTES_ALIGNED = 256,
    ITERATIONS_LEAST = 1024,
    ITERATIONS_MOST = 1 << 30, /* below 2^31, as a GPU's kernel requires (narrow) */
    FIRST_MOST = 1 << 24,      /* iterations of which one has accessed something, or none does */
    EACH_MOST = 256, /* accesses of an iteration, where the number of iterations is large */
    COPY_BYTES = 8   /* of a step of the plain copy */
};
static const int fill_bytes[] = {[FILL_FLOAT] = 4, [FILL_DOUBLE] = 8, [FILL_BOOL] = 1, [FILL_1] = 1,
                                 [FILL_2] = 2,     [FILL_4] = 4,      [FILL_8] = 8};
static const double accesses_most = 1 << 28, exact_margin = 1e-3, sum_tolerance = 0.1;

/* A pass of many iterations is wanted again after some of few: its `init` takes long. */
static struct tracer *tracer_of(struct loop *loop, int64_t n)
{
    return n > RUN_MOST ? &loop->of_many : &loop->of_few;
}

/* The same with what follows the order. */
static bool order_with(struct loop *loop, const struct shape *shape, const struct order *order,
                       size_t bytes, struct records *records)
{
    struct tracer *const tracer = tracer_of(loop, shape->elements);
    if (loop->endless) {
        snprintf(loop->trouble, sizeof loop->trouble, "%s", loop->endless);
        return false;
    }
    if (!tracer_start(tracer, loop->program, shape, loop->trouble, sizeof loop->trouble))
        return false;
    if (tracer_order(tracer, order, bytes, records))
        return true;
    loop_tell_trouble(loop, shape, records);
    if (records->count && records->of[records->count - 1].kind == RECORD_ENDLESS)
        loop->endless = needed(strdup(loop->trouble));
    return false;
}

bool loop_order(struct loop *loop, const struct shape *shape, struct order order,
                struct records *records)
{
    return order_with(loop, shape, &order, sizeof order, records);
}

/* Whether the pass was run before; then `e` is what it reached. */
static bool known(const struct loop *loop, const struct shape *shape, struct loop_extent *e)
{
    int i = 0;
    while (i < loop->extent_count && !is_pass_of(&loop->extents[i].pass, shape))
        i++;
    if (i < loop->extent_count)
        *e = loop->extents[i];
    return i < loop->extent_count;
}

static struct loop_extent read_extent(const struct shape *shape, const struct records *records)
{
    struct loop_extent e = {.pass = pass_of(shape), .exact = true};
    for (int i = 0; i < records->count; i++) {
        const struct record *r = &records->of[i];
        const int64_t number = (int64_t)(r->place & ((UINT64_C(1) << PLACE_BITS) - 1));
        if (r->kind == RECORD_EXTENT) {
            const uint64_t array = r->place >> PLACE_BITS;
            e.end[array] = number;
            shape->loop->element_bytes[array] = (int)r->code;
            shape->loop->fill[array] = (enum loop_fill)r->bytes;
        } else if (r->kind == RECORD_ACCESSES)
            e.accesses = number;
        else if (r->kind == RECORD_BYTES)
            e.bytes = number;
        else if (r->kind == RECORD_LONGEST)
            e.longest = number;
        else if (r->kind == RECORD_ROWS)
            shape->loop->lane_rows = (int)number;
    }
    return e;
}

/* All iterations, or counts estimated from some. Zeros after trouble. */
static struct loop_extent run(struct loop *loop, const struct shape *shape, enum order_kind kind)
{
    struct loop_extent e = {.exact = false};
    if (loop_order(loop, shape, (struct order){.kind = kind}, &loop->records))
        e = read_extent(shape, &loop->records);
    e.exact = e.exact && kind == ORDER_RUN;
    return e;
}

/* On the line through two values: at a third place. */
static int64_t on_line(const struct loop_extent at[3], int64_t n, const int64_t value[3])
{
    const double slope = (double)(value[2] - value[0]) / (double)(at[2].pass.n - at[0].pass.n);
    return value[0] + (int64_t)(slope * (double)(n - at[0].pass.n));
}

/* Continues three values, of which the middle one is near the line; false if it is not. A margin
 * covers the random ends of what indices reach, unless each iteration adds the same. */
static bool continued(const struct loop_extent at[3], int64_t n, const int64_t value[3],
                      int64_t *result)
{
    const int64_t middle = on_line(at, at[1].pass.n, value), off = llabs(middle - value[1]);
    const bool same = (value[2] - value[0]) % (at[2].pass.n - at[0].pass.n) == 0;
    *result = on_line(at, n, value);
    if (off > 0 || !same)
        *result += (int64_t)(exact_margin * (double)*result) + BYTES_ALIGNED;
    return (double)off <= exact_margin * (double)(value[1] + BYTES_ALIGNED);
}

/* Enlarges the ends to what the last iterations reach: where some alone store, it is a little
 * beyond the line. False after trouble. */
static bool add_last(struct loop *loop, const struct shape *shape, struct loop_extent *e)
{
    enum { ACCESSES = 1 << 20 };
    const int64_t n = shape->elements, some = ACCESSES / (e->accesses / n + 1);
    const int64_t count = some < 1 ? 1 : some < n ? some : n;
    if (!loop_order(loop, shape, (struct order){ORDER_RUN, n - count, count}, &loop->records))
        return false;
    const struct loop_extent last = read_extent(shape, &loop->records);
    for (int k = 0; k < loop->signature.arrays; k++)
        e->end[k] = last.end[k] > e->end[k] ? last.end[k] : e->end[k];
    return true;
}

/* What many iterations reach, from what fewer do. */
static bool continue_extent(struct loop *loop, const struct shape *shape, struct loop_extent *e)
{
    const int64_t n = shape->elements;
    struct loop_extent at[3] = {{.exact = false}};
    bool well = true;
    *e = (struct loop_extent){.pass = pass_of(shape)};
    for (int i = 0; i < 3 && well; i++) {
        struct shape less = *shape;
        less.elements = RUN_MOST >> (2 - i);
        at[i] = loop_extent(loop, &less);
        well = at[i].exact;
    }
    for (int k = 0; k < loop->signature.arrays && well; k++)
        well = continued(at, n, (int64_t[]){at[0].end[k], at[1].end[k], at[2].end[k]}, &e->end[k]);
    return well &&
           continued(at, n, (int64_t[]){at[0].bytes, at[1].bytes, at[2].bytes}, &e->bytes) &&
           continued(at, n, (int64_t[]){at[0].accesses, at[1].accesses, at[2].accesses},
                     &e->accesses) &&
           add_last(loop, shape, e);
}

static struct loop_extent estimate(struct loop *loop, const struct shape *shape)
{
    struct loop_extent e;
    return known(loop, shape, &e) ? e : run(loop, shape, ORDER_SAMPLE);
}

/* Whether the iterations of a pass make so few accesses that they can be followed. */
static bool can_follow(const struct loop_extent *e, int64_t n)
{
    return e->longest <= LOOP_EACH_MOST &&
           ((double)e->accesses <= accesses_most || (n > RUN_MOST && e->accesses / n < EACH_MOST));
}

static void tell_too_many(struct loop *loop, const struct loop_extent *e, int64_t n)
{
    if (e->longest > LOOP_EACH_MOST)
        snprintf(loop->trouble, sizeof loop->trouble,
                 "%s:%d: an iteration of %lld makes %lld accesses, and at most %d can be followed; "
                 "make its inner loop shorter",
                 loop->shown, loop->signature.line, (long long)n, (long long)e->longest,
                 LOOP_EACH_MOST);
    else
        snprintf(loop->trouble, sizeof loop->trouble,
                 "%s: %lld iterations make some %s accesses, too many to follow; use a smaller "
                 "--footprint",
                 loop->shown, (long long)n, DIGITS((double)e->accesses, 2));
}

static struct loop_extent find_extent(struct loop *loop, const struct shape *shape)
{
    const int64_t n = shape->elements;
    struct loop_extent e;
    loop->trouble[0] = '\0';
    if (n > ITERATIONS_LEAST) {
        e = estimate(loop, shape);
        if (e.pass.n && !can_follow(&e, n))
            tell_too_many(loop, &e, n);
        if (loop->trouble[0])
            return e;
    }
    if (n > RUN_MOST && continue_extent(loop, shape, &e))
        return e;
    e = run(loop, shape, ORDER_RUN);
    if (e.pass.n && e.longest > LOOP_EACH_MOST)
        tell_too_many(loop, &e, n);
    return e;
}

/* What happens where the height of a grid follows from n, and is 0. */
static bool is_of_few(const struct records *records)
{
    const int last = records->count ? records->of[records->count - 1].kind : RECORD_END;
    return last == RECORD_BELOW || last == RECORD_BEYOND || last == RECORD_WILD ||
           last == RECORD_DIVISION;
}

struct loop_extent loop_extent(struct loop *loop, const struct shape *shape)
{
    struct loop_extent e;
    if (known(loop, shape, &e)) {
        if (e.trouble)
            snprintf(loop->trouble, sizeof loop->trouble, "%s", e.trouble);
        return e;
    }
    e = find_extent(loop, shape);
    e.pass = pass_of(shape);
    e.trouble = loop->trouble[0] ? strdup(loop->trouble) : NULL;
    e.too_few = e.trouble && is_of_few(&loop->records);
    array_make_room(loop->extents, loop->extent_count, loop->extent_room);
    loop->extents[loop->extent_count++] = e;
    return e;
}

void loop_places(const struct shape *shape, struct loop_place place[LOOP_ARRAYS_MAX])
{
    struct loop *loop = shape->loop;
    const struct loop_extent e = loop_extent(loop, shape);
    int64_t used[2] = {0};
    memset(place, 0, LOOP_ARRAYS_MAX * sizeof *place);
    for (int i = 0; i < loop->signature.count; i++) {
        const struct loop_argument *a = &loop->signature.arguments[i];
        if (a->kind != LOOP_ARRAY)
            continue;
        const int64_t bytes = (e.end[a->number] + 7) / 8 * 8;
        place[a->number] = (struct loop_place){used[a->written], bytes};
        used[a->written] += (bytes + BYTES_ALIGNED - 1) / BYTES_ALIGNED * BYTES_ALIGNED;
    }
}

const struct loop_argument *loop_argument_at(const struct shape *shape, int64_t element,
                                             int64_t *byte)
{
    const struct loop_signature *s = &shape->loop->signature;
    struct loop_place place[LOOP_ARRAYS_MAX];
#pragma omp critical(loop_result)
    loop_places(shape, place);
    for (int i = 0; i < s->count; i++) {
        const struct loop_argument *a = &s->arguments[i];
        *byte = element * 4 - place[a->number].offset;
        if (a->kind == LOOP_ARRAY && a->written && *byte >= 0 && *byte < place[a->number].bytes)
            return a;
    }
    return NULL;
}

/* Whether the arrays are hardly larger than what is accessed: fewer iterations then reach less. */
static bool is_dense(const struct loop_extent *e)
{
    enum { LARGER = 64 };
    double bytes = 0;
    for (int i = 0; i < LOOP_ARRAYS_MAX; i++)
        bytes += (double)e->end[i];
    return bytes < LARGER * (double)e->bytes;
}

/* The largest power of two of iterations that access at most a third more bytes than that, and can
 * be followed; at least `least`. */
static int64_t count_within(const struct shape *shape, int64_t least, double bytes)
{
    struct shape few = *shape;
    for (few.elements = least; few.elements < ITERATIONS_MOST; few.elements *= 2) {
        struct shape twice = few;
        twice.elements *= 2;
        const struct loop_extent e = estimate(shape->loop, &twice);
        if (e.bytes <= 0 || (double)e.bytes > bytes * 4 / 3 || !can_follow(&e, twice.elements))
            break;
    }
    return few.elements;
}

/* Sets the smallest number of iterations that access anything, and nothing else: of a stencil's,
 * the first rows may all be its border, and fewer than a row's may reach what is before it. */
static struct loop_extent least_extent(struct shape *few)
{
    struct loop *loop = few->loop;
    few->elements = ITERATIONS_LEAST;
    struct loop_extent e = loop_extent(loop, few);
    while (e.too_few && few->elements < RUN_MOST) {
        few->elements *= 2;
        loop->trouble[0] = '\0';
        e = loop_extent(loop, few);
    }
    if (loop->trouble[0]) {
        few->elements = ITERATIONS_LEAST;
        return loop_extent(loop, few);
    }
    while (!loop->trouble[0] && e.bytes == 0 && few->elements < FIRST_MOST) {
        few->elements *= 2;
        e = estimate(loop, few);
    }
    return e;
}

/* The largest power of two of iterations that access about as many bytes as the copy, and can be
 * followed. */
int64_t loop_elements(const struct shape *shape, int64_t elements)
{
    struct shape few = *shape;
    const double wanted = (double)elements * COPY_BYTES;
    const struct loop_extent least = least_extent(&few);
    const int64_t first = few.elements;
    const double each = (double)least.bytes / (double)first;
    if (each <= 0) /* trouble, which loop_holds reports */
        return ITERATIONS_LEAST;
    while ((double)few.elements * each * 2 < wanted * 4 / 3 && few.elements < ITERATIONS_MOST)
        few.elements *= 2;
    const struct loop_extent e = estimate(shape->loop, &few);
    const bool fits = (double)e.bytes < 2 * wanted && can_follow(&e, few.elements);
    const bool beyond = e.bytes <= 0 && is_dense(&least); /* iterations ended in trouble */
    return fits && !beyond ? few.elements : count_within(shape, first, wanted);
}

static bool races(struct loop *loop, const struct shape *shape)
{
    const struct records *records = &loop->records;
    if (!run(loop, shape, ORDER_RUN).pass.n)
        return true;
    for (int i = 0; i + 3 < records->count; i++)
        if (records->of[i + 1].kind == RECORD_RACE) {
            loop_tell_race(loop, shape, &records->of[i]);
            return true;
        }
    return false;
}

/* Whether an array that is written is reached. */
static bool stores(const struct loop *loop, const struct loop_extent *e)
{
    for (int i = 0; i < loop->signature.count; i++) {
        const struct loop_argument *a = &loop->signature.arguments[i];
        if (a->kind == LOOP_ARRAY && a->written && e->end[a->number] > 0)
            return true;
    }
    return false;
}

/* A guard against borders may leave nothing to do where nobody set a parameter. */
static void tell_stores_nothing(struct loop *loop, const struct shape *shape)
{
    const struct loop_signature *s = &loop->signature;
    const size_t room = sizeof loop->trouble;
    int length =
        snprintf(loop->trouble, room, "%s:%d: its iterations store nothing", loop->shown, s->line);
    for (int i = 0; i < s->count; i++) {
        const struct loop_argument *a = &s->arguments[i];
        if (a->kind == LOOP_PARAMETER && length > 0 && (size_t)length < room)
            length += snprintf(loop->trouble + length, room - (size_t)length, "%s%s = %lld",
                               a->number == 0 ? " with " : ", ", a->name,
                               (long long)shape->value[a->number]);
    }
    if (length > 0 && (size_t)length < room)
        snprintf(loop->trouble + length, room - (size_t)length, "%s",
                 s->parameters ? "; set others, as \"enum { NAME = VALUE };\" does"
                               : ", so the compiler removes them");
}

bool loop_holds(const struct shape *shape, char *problem, size_t problem_size)
{
    struct loop *loop = shape->loop;
    struct shape few = *shape;
    few.elements = shape->elements < LOOP_RACES_MOST ? shape->elements : LOOP_RACES_MOST;
    loop->trouble[0] = '\0';
    if (!races(loop, &few)) {
        const struct loop_extent e = loop_extent(loop, shape);
        if (!loop->trouble[0] && !stores(loop, &e))
            tell_stores_nothing(loop, shape);
    }
    if (loop->trouble[0])
        snprintf(problem, problem_size, "%s", loop->trouble);
    return !loop->trouble[0];
}

static double number_in(const unsigned char *element, enum loop_fill fill)
{
    union {
        float narrow;
        double wide;
        int8_t one;
        int16_t two;
        int32_t four;
        int64_t eight;
    } as;
    memcpy(&as, element, (size_t)fill_bytes[fill]);
    switch (fill) {
    case FILL_FLOAT:
        return (double)as.narrow;
    case FILL_DOUBLE:
        return as.wide;
    case FILL_2:
        return as.two;
    case FILL_4:
        return as.four;
    case FILL_8:
        return (double)as.eight;
    default:
        return as.one;
    }
}

int loop_number(const struct shape *shape, const char *array, int64_t i, const void *output,
                double *number, bool *whole)
{
    struct loop *loop = shape->loop;
    struct loop_place place[LOOP_ARRAYS_MAX];
    const struct loop_extent reached = loop_extent(loop, shape);
    loop_places(shape, place);
    for (int k = 0; k < loop->signature.arrays; k++) {
        const int bytes = loop->element_bytes[k];
        if (strcmp(loop_array_name(loop, k), array) != 0)
            continue;
        if (bytes != fill_bytes[loop->fill[k]] || (i + 1) * bytes > reached.end[k])
            return 0;
        *number =
            number_in((const unsigned char *)output + place[k].offset + i * bytes, loop->fill[k]);
        *whole = loop->fill[k] != FILL_FLOAT && loop->fill[k] != FILL_DOUBLE;
        return bytes;
    }
    return 0;
}

/* Room for the output, all of it poison. */
static unsigned char *poisoned(size_t bytes)
{
    unsigned char *room = malloc(bytes);
    for (size_t at = 0; room && at + 8 <= bytes; at += 8)
        memcpy(room + at, &poison_bits.set, 8);
    return room;
}

/* Runs all iterations, and takes the output's contents from there. */
static bool take_result(struct loop *loop, const struct shape *shape,
                        const struct loop_place place[LOOP_ARRAYS_MAX])
{
    struct {
        struct order order;
        int64_t bytes[LOOP_ARRAYS_MAX];
    } message = {.order = {.kind = ORDER_RESULT}};
    const struct loop_signature *s = &loop->signature;
    struct tracer *const tracer = tracer_of(loop, shape->elements);
    for (int i = 0; i < s->count; i++)
        if (s->arguments[i].kind == LOOP_ARRAY && s->arguments[i].written)
            message.bytes[s->arguments[i].number] = place[s->arguments[i].number].bytes;
    bool well =
        order_with(loop, shape, &message.order,
                   sizeof message.order + (size_t)s->arrays * sizeof(int64_t), &loop->records);
    const struct loop_extent made =
        well ? read_extent(shape, &loop->records) : (struct loop_extent){0};
    for (int k = 0; k < s->arrays && well; k++) {
        if (message.bytes[k])
            well = tracer_read(tracer, loop->result + place[k].offset, (size_t)message.bytes[k]);
        if (well && made.end[k] > place[k].bytes) {
            snprintf(loop->trouble, sizeof loop->trouble,
                     "%s: %s is longer in %lld iterations than fewer iterations made expect",
                     loop->shown, loop_array_name(loop, k), (long long)shape->elements);
            well = false;
        }
    }
    if (!well)
        tracer_end(tracer);
    return well;
}

/* The median magnitude of the numbers that a pass leaves in an array, of some of them. NaN for
 * none. */
static double magnitude_of(const unsigned char *array, int64_t bytes, enum loop_fill fill)
{
    enum { LOOKED_AT = 1023 };
    double magnitude[LOOKED_AT];
    int count = 0;
    const int64_t each = fill_bytes[fill], step = bytes / each / LOOKED_AT + 1;
    for (int64_t at = 0; at + each <= bytes; at += step * each) {
        const double number = fabs(number_in(array + at, fill));
        const unsigned char *poison = (const unsigned char *)&poison_bits.set + at % 8;
        if (isfinite(number) && memcmp(array + at, poison, (size_t)each) != 0)
            magnitude[count++] = number;
    }
    return median_of(magnitude, count);
}

/* The contents of the output after a pass. NULL after trouble. */
static const unsigned char *find_result(struct loop *loop, const struct shape *shape)
{
    struct loop_place place[LOOP_ARRAYS_MAX];
    size_t bytes = 8;
    if (is_pass_of(&loop->result_pass, shape))
        return loop->result;
    loop_places(shape, place);
    free(loop->result);
    loop->result_pass = pass_of(shape);
    for (int k = 0; k < loop->signature.arrays; k++)
        bytes += (size_t)(place[k].offset + place[k].bytes);
    loop->result = poisoned(bytes);
    if (loop->result && !take_result(loop, shape, place)) {
        free(loop->result);
        loop->result = NULL;
    }
    for (int k = 0; k < loop->signature.arrays && loop->result; k++)
        if (loop->fill[k] == FILL_FLOAT || loop->fill[k] == FILL_DOUBLE)
            loop->magnitude[k] =
                magnitude_of(loop->result + place[k].offset, place[k].bytes, loop->fill[k]);
    return loop->result;
}

void loop_expect(const struct shape *shape, const struct input *input, int64_t first, int count,
                 int element_bytes, void *expected, bool *written)
{
    struct loop *loop = shape->loop;
    (void)input;
#pragma omp critical(loop_result)
    {
        const unsigned char *result = find_result(loop, shape);
        for (int i = 0; i < count; i++)
            written[i] = true;
        if (result)
            memcpy(expected, result + first * element_bytes, (size_t)count * (size_t)element_bytes);
        else
            memset(expected, 0, (size_t)count * (size_t)element_bytes);
    }
}

/* How a type rounds. A GPU's expf and the like round otherwise than the host's, and a sum to which
 * many iterations add in any order differs by a rounding for each addition; its terms may be as
 * small as those. Where two numbers nearly cancel, their rounding is large compared with the
 * result, not with other results of the array. Integers in a struct are smaller than `least` as
 * floats, unless they are large. */
struct precision {
    int64_t bytes;
    double tolerance, rounding, least;
};
static const struct precision float_precision = {4, FLOAT_TOLERANCE, FLT_EPSILON / 2, FLT_MIN};
static const struct precision double_precision = {8, 1e-11, DBL_EPSILON / 2, DBL_MIN};

static double tolerance(const struct shape *shape, int array, const struct precision *p)
{
    struct loop_extent e;
#pragma omp critical(loop_result)
    e = loop_extent(shape->loop, shape);
    const double additions = (double)e.accesses / ((double)e.end[array] / (double)p->bytes);
    return fmin(fmax(p->tolerance, additions * p->rounding), sum_tolerance);
}

bool loop_close(const struct shape *shape, int64_t element, const void *found, const void *expected)
{
    int64_t byte;
    const struct loop_argument *a = loop_argument_at(shape, element, &byte);
    const enum loop_fill fill = a ? shape->loop->fill[a->number] : FILL_BOOL;
    if (fill != FILL_FLOAT && fill != FILL_DOUBLE)
        return false;
    const struct precision *p = fill == FILL_FLOAT ? &float_precision : &double_precision;
    const int64_t back = byte % p->bytes;
    const double is = number_in((const unsigned char *)found - back, fill);
    const double wanted = number_in((const unsigned char *)expected - back, fill);
    const double size = fmax(fabs(wanted), shape->loop->magnitude[a->number]);
    return isfinite(wanted) && fabs(wanted) >= p->least &&
           fabs(is - wanted) <= tolerance(shape, a->number, p) * size;
}
