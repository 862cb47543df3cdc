/* Outputs against the host reference: see arrays.h. */
#include "study/measure/arrays.h"

#include "study/plan/targets.h"

#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

enum {
    WORD_BYTES = 8,
    BATCH = 1024, /* iterations that are checked together: their addresses stay in L1 */
    SWEEPS = 5,
    WHY_MAX = 1024,
};

/* A check in progress. */
struct check {
    const struct point_checks *checks; /* NULL: none */
    const struct pattern *pattern;
    const struct shape *shape;
    struct input input;
    unsigned char *out;
    int64_t out_length; /* elements */
    int element_bytes;
};

struct verdict {
    int64_t wrong;
    int64_t first_index; /* element of `out` */
};

static void note_wrong(struct verdict *verdict, int64_t index)
{
#pragma omp critical(verdict)
    {
        if (verdict->wrong == 0 || index < verdict->first_index)
            verdict->first_index = index;
        verdict->wrong++;
    }
}

struct batch {
    int count;
    int64_t loads[BATCH], stores[BATCH];
};

/* Compares stored elements, then poisons them: elements that are not poison at the end should not
 * have been written. */
static inline __attribute__((always_inline)) void check_elements(const struct check *check,
                                                                 const struct batch *batch,
                                                                 const int element_bytes,
                                                                 struct verdict *verdict)
{
    unsigned char expected[ELEMENT_BYTES_MAX], poison[ELEMENT_BYTES_MAX];
    for (int i = 0; i < batch->count; i++) {
        if (batch->stores[i] < 0)
            continue;
        unsigned char *element = check->out + batch->stores[i] * element_bytes;
        if (batch->loads[i] < 0)
            memset(expected, 0, sizeof expected);
        else
            input_element(&check->input, batch->loads[i], element_bytes, expected);
        poison_element(batch->stores[i], element_bytes, poison);
        if (memcmp(element, expected, (size_t)element_bytes) != 0)
            note_wrong(verdict, batch->stores[i]);
        memcpy(element, poison, (size_t)element_bytes);
    }
}

/* The element size as a compile-time number: the comparison is then one instruction. */
static void check_batch(const struct check *check, const struct batch *batch,
                        struct verdict *verdict)
{
    switch (check->element_bytes) {
    case 1:
        check_elements(check, batch, 1, verdict);
        break;
    case 2:
        check_elements(check, batch, 2, verdict);
        break;
    case 4:
        check_elements(check, batch, 4, verdict);
        break;
    case 8:
        check_elements(check, batch, 8, verdict);
        break;
    default:
        check_elements(check, batch, check->element_bytes, verdict);
    }
}

/* Numbers may differ by the order of roundings. */
static bool equal(const struct check *check, const unsigned char *element,
                  const unsigned char *expected)
{
    float floats[2];
    double doubles[2];
    size_t bytes = (size_t)check->element_bytes;
    if (check->pattern->data == DATA_WORDS)
        return memcmp(element, expected, bytes) == 0;
    if (bytes == sizeof(float)) {
        memcpy(&floats[0], element, bytes);
        memcpy(&floats[1], expected, bytes);
        return fabsf(floats[0] - floats[1]) <= FLOAT_TOLERANCE * fabsf(floats[1]);
    }
    memcpy(&doubles[0], element, bytes);
    memcpy(&doubles[1], expected, bytes);
    return fabs(doubles[0] - doubles[1]) <= 1e-13 * fabs(doubles[1]);
}

/* The same for iterations that compute what they store. */
static void check_computed(const struct check *check, const struct batch *batch, struct step first,
                           struct verdict *verdict)
{
    unsigned char expected[ELEMENT_BYTES_MAX] __attribute__((aligned(ELEMENT_BYTES_MAX)));
    for (int i = 0; i < batch->count; i++) {
        unsigned char *element = check->out + batch->stores[i] * check->element_bytes;
        if (batch->stores[i] < 0)
            continue;
        check->pattern->result(check->shape, first, i, &check->input, check->element_bytes,
                               expected);
        if (!equal(check, element, expected))
            note_wrong(verdict, batch->stores[i]);
        poison_element(batch->stores[i], check->element_bytes, element);
    }
}

/* The iterations of one thread from `first` on, at most `most` of them. */
static void check_steps(const struct check *check, struct step step, int64_t most,
                        struct verdict *verdict)
{
    const struct pattern *pattern = check->pattern;
    struct batch batch = {.count = most < BATCH ? (int)most : BATCH};
    int fields = (int)pattern->fields(check->shape);
    step.variant = (int)pattern->variant(check->shape);
    for (step.field = 0; step.field < fields; step.field++) {
        pattern->addresses(check->shape, step, batch.count, batch.loads, batch.stores);
        if (pattern->result)
            check_computed(check, &batch, step, verdict);
        else
            check_batch(check, &batch, verdict);
    }
}

static void check_threads(const struct check *check, struct verdict *verdict)
{
    const struct shape *shape = check->shape;
    int64_t turns = shape->elements / shape->threads, last = shape->elements;
    turns = turns ? turns : 1;
#pragma omp parallel for schedule(static) collapse(2)
    for (int64_t thread = 0; thread < (last + turns - 1) / turns; thread++)
        for (int64_t turn = 0; turn < turns; turn += BATCH) {
            int64_t index = thread * turns + turn;
            int64_t end = (thread + 1) * turns < last ? (thread + 1) * turns : last;
            struct step step = {.index = index, .thread = thread, .iteration = turn};
            if (index < end)
                check_steps(check, step, end - index, verdict);
        }
}

/* Counts the elements of an 8-byte word, or the element that it is part of, that are not poison. */
static void note_unpoisoned(const struct check *check, int64_t word, struct verdict *verdict)
{
    const int64_t bytes = check->element_bytes;
    const int64_t first = word * WORD_BYTES / bytes, end = (word + 1) * WORD_BYTES / bytes;
    for (int64_t i = first; i < end || i == first; i++) {
        unsigned char poison[ELEMENT_BYTES_MAX];
        poison_element(i, (int)bytes, poison);
        if (memcmp(check->out + i * bytes, poison, (size_t)bytes) != 0)
            note_wrong(verdict, i);
    }
}

/* For elements larger than a word, the second half is checked only where the first is poison. */
static void check_poison(const struct check *check, size_t bytes, struct verdict *verdict)
{
    const uint64_t *words = (const void *)check->out;
    const bool halves = check->element_bytes > WORD_BYTES;
#pragma omp parallel for schedule(static)
    for (size_t i = 0; i < bytes / WORD_BYTES; i++)
        if (words[i] != poison_bits.set &&
            !(halves && i % 2 == 1 && words[i - 1] != poison_bits.set))
            note_unpoisoned(check, (int64_t)i, verdict);
}

/* The expected contents of a part of the output: poison if it must not be written. */
struct expected {
    unsigned char element[EXPECT_MOST * ELEMENT_BYTES_MAX]
        __attribute__((aligned(ELEMENT_BYTES_MAX)));
    bool written[EXPECT_MOST];
};

static void expect_stretch(const struct check *check, int64_t first, int count,
                           struct expected *expected)
{
    const int bytes = check->element_bytes;
    check->pattern->expect(check->shape, &check->input, first, count, bytes, expected->element,
                           expected->written);
    for (int n = 0; n < count; n++)
        if (!expected->written[n])
            poison_element(first + n, bytes, expected->element + (ptrdiff_t)n * bytes);
}

static void compare_stretch(const struct check *check, int64_t first, int count,
                            const struct expected *expected, struct verdict *verdict)
{
    const int64_t bytes = check->element_bytes;
    const unsigned char *out = check->out + first * bytes;
    if (memcmp(out, expected->element, (size_t)(count * bytes)) == 0)
        return;
    for (int n = 0; n < count; n++) {
        const void *found = out + n * bytes, *wanted = expected->element + n * bytes;
        const bool right = expected->written[n] ? equal(check, found, wanted)
                                                : memcmp(found, wanted, (size_t)bytes) == 0;
        if (!right && !(check->pattern->close &&
                        check->pattern->close(check->shape, first + n, found, wanted)))
            note_wrong(verdict, first + n);
    }
}

static int stretch_from(int64_t first, int64_t length, int most)
{
    return length - first < most ? (int)(length - first) : most;
}

/* Compares every element of the output with the pattern's own expectation. Where there are few,
 * each may be a sum over much of the input: then all threads have a part. */
static void check_expectation(const struct check *check, struct verdict *verdict)
{
    struct expected expected;
    const int64_t part = (check->out_length - 1) / omp_get_max_threads() + 1;
    const int most = part < EXPECT_MOST ? (int)part : EXPECT_MOST;
#pragma omp parallel for schedule(static) private(expected)
    for (int64_t i = 0; i < check->out_length; i += most) {
        const int count = stretch_from(i, check->out_length, most);
        expect_stretch(check, i, count, &expected);
        compare_stretch(check, i, count, &expected, verdict);
    }
}

/* The number of additions to each element of the output; NULL without memory. The caller frees
 * it. */
static uint64_t *count_additions(const struct check *check)
{
    const struct pattern *pattern = check->pattern;
    const struct shape *shape = check->shape;
    const int64_t turns = shape->threads < shape->elements ? shape->elements / shape->threads : 1;
    uint64_t *counts = calloc((size_t)check->out_length + 1, sizeof *counts);
    for (int64_t i = 0; counts && i < shape->elements; i++) {
        struct step e = {.index = i, .thread = i / turns, .iteration = i % turns};
        int64_t loaded, stored;
        e.variant = (int)pattern->variant(shape);
        for (e.field = 0; e.field < (int)pattern->fields(shape); e.field++) {
            pattern->addresses(shape, e, 1, &loaded, &stored);
            if (stored >= 0 && stored < check->out_length)
                counts[stored]++;
        }
    }
    return counts;
}

/* Checks iterations that add 1, where only the iterations say how often. False without memory. */
static bool check_additions(const struct check *check, struct verdict *verdict)
{
    const int64_t bytes = check->element_bytes;
    uint64_t *counts = count_additions(check);
    for (int64_t i = 0; counts && i < check->out_length; i++) {
        uint64_t expected = 0;
        poison_element(i, (int)bytes, &expected);
        expected += counts[i];
        if (memcmp(check->out + i * bytes, &expected, (size_t)bytes) != 0)
            note_wrong(verdict, i);
    }
    free(counts);
    return counts != NULL;
}

static int64_t tell(const struct check *check, const struct verdict *verdict, char *problem,
                    size_t problem_size)
{
    char why[WHY_MAX] = "";
    if (!verdict->wrong)
        return 0;
    const bool known =
        check->checks &&
        check->checks->explain(check->pattern, check->shape, verdict->first_index, why, sizeof why);
    if (verdict->wrong == 1)
        snprintf(problem, problem_size, "element %lld of the output is wrong%s%s",
                 (long long)verdict->first_index, known ? "; " : "", why);
    else
        snprintf(
            problem, problem_size, "%lld of the output's elements are wrong, the first is %lld%s%s",
            (long long)verdict->wrong, (long long)verdict->first_index, known ? "; " : "", why);
    return verdict->wrong;
}

/* The host's view of an array: the memory itself, or a copy. NULL with a reason in `problem`. */
static void *host_view(struct arrays *arrays, const struct array *array, char *problem,
                       size_t problem_size)
{
    if (arrays->target->facts.host_memory)
        return array->memory;
    return host_copy_of(&arrays->copy, arrays->target, array->memory, array->bytes, problem,
                        problem_size);
}

static struct check check_of(const struct arrays *arrays, const struct pattern *pattern,
                             const struct shape *shape, int element_bytes, void *out)
{
    return (struct check){.checks = arrays->checks,
                          .pattern = pattern,
                          .shape = shape,
                          .input = {.bits = arrays_data(pattern, element_bytes)},
                          .out = out,
                          .out_length = pattern->out_length(shape),
                          .element_bytes = element_bytes};
}

int64_t arrays_check(struct arrays *arrays, const struct pattern *pattern,
                     const struct shape *shape, int element_bytes, char *problem,
                     size_t problem_size)
{
    struct verdict verdict = {0};
    if (!arrays->fill)
        return 0;
    void *out = host_view(arrays, &arrays->out, problem, problem_size);
    if (!out)
        return -1;
    const struct check check = check_of(arrays, pattern, shape, element_bytes, out);
    if (pattern->expect)
        check_expectation(&check, &verdict);
    else if (pattern->adds && !check_additions(&check, &verdict)) {
        snprintf(problem, problem_size, "no host memory to check the result in");
        return -1;
    } else if (!pattern->adds) {
        check_threads(&check, &verdict);
        check_poison(&check, arrays->out.bytes, &verdict);
    }
    return tell(&check, &verdict, problem, problem_size);
}

/* The host's sweeps: from `grids[0]`, and back and forth; the last result is in grids[SWEEPS % 2].
 * Borders stay unchanged. */
static void relax(struct check *check, unsigned char *grids[2])
{
    bool written[EXPECT_MOST];
    int64_t bytes = check->element_bytes;
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
        unsigned char *to = grids[(sweep + 1) % 2];
        check->input.elements = grids[sweep % 2];
        for (int64_t i = 0; i < check->out_length; i += EXPECT_MOST)
            check->pattern->expect(check->shape, &check->input, i,
                                   stretch_from(i, check->out_length, EXPECT_MOST), (int)bytes,
                                   to + i * bytes, written);
    }
}

static int run_sweeps(struct arrays *arrays, const struct kernel *kernel, const struct check *check)
{
    int error = 0;
    double ns;
    struct kernel_args args = arrays_args(arrays, check->pattern, check->shape);
    for (int sweep = 0; sweep < SWEEPS && !error; sweep++) {
        args.in = sweep % 2 ? arrays->out.memory : arrays->in.memory;
        args.out = sweep % 2 ? arrays->in.memory : arrays->out.memory;
        error = arrays->target->ops->run(arrays->target, kernel->run, &args, &ns, NULL);
    }
    return error;
}

static int64_t compare_sweeps(struct check *check, char *problem, size_t problem_size)
{
    struct verdict verdict = {0};
    size_t bytes = (size_t)(check->out_length * check->element_bytes);
    unsigned char *grids[2] = {malloc(bytes), malloc(bytes)};
    const bool there = grids[0] && grids[1];
    for (int g = 0; g < 2 && there; g++)
        for (int64_t i = 0; i < check->out_length; i++)
            input_element(&check->input, i, check->element_bytes,
                          grids[g] + i * check->element_bytes);
    if (there) {
        relax(check, grids);
        for (int64_t i = 0; i < check->out_length; i++)
            if (!equal(check, check->out + i * check->element_bytes,
                       grids[SWEEPS % 2] + i * check->element_bytes))
                note_wrong(&verdict, i);
    }
    free(grids[0]);
    free(grids[1]);
    if (there)
        return tell(check, &verdict, problem, problem_size);
    snprintf(problem, problem_size, "no host memory to check the result in");
    return -1;
}

int64_t arrays_check_sweeps(struct arrays *arrays, const struct pattern *pattern,
                            const struct kernel *kernel, const struct shape *shape, char *problem,
                            size_t problem_size)
{
    if (!arrays->fill)
        return 0;
    struct check check = check_of(arrays, pattern, shape, kernel->element_bytes, NULL);
    arrays->in.filled = 0; /* to be filled again for the next point */
    int error = arrays_same_data(arrays, pattern, kernel->element_bytes, problem, problem_size);
    if (!error)
        error = run_sweeps(arrays, kernel, &check);
    if (error) {
        snprintf(problem, problem_size, "%s", target_failure(error));
        return -1;
    }
    check.out = host_view(arrays, SWEEPS % 2 ? &arrays->out : &arrays->in, problem, problem_size);
    if (!check.out)
        return -1;
    return compare_sweeps(&check, problem, problem_size);
}
