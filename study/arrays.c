#include "study/arrays.h"

#include "patterns/random.h"
#include "study/module.h"
#include "study/targets.h"
#include "study/units.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static const uint64_t poison_word = UINT64_C(0xa5c3f00d5eedbeef);
enum { SEED = 20110, WORD_BYTES = 8 };

static int64_t whole_words(int64_t bytes)
{
    return (bytes + WORD_BYTES - 1) / WORD_BYTES * WORD_BYTES;
}

int64_t arrays_bytes(const struct pattern *pattern, const struct shape *shape, int element_bytes,
                     int64_t *in, int64_t *out)
{
    int64_t sum;
    if (__builtin_mul_overflow(pattern->in_length(shape), (int64_t)element_bytes, in) ||
        __builtin_mul_overflow(pattern->out_length(shape), (int64_t)element_bytes, out) ||
        __builtin_add_overflow(*in, *out, &sum) || sum > INT64_MAX - 2 * (int64_t)WORD_BYTES)
        return -1;
    *in = whole_words(*in);
    *out = whole_words(*out);
    return *in + *out;
}

/* Runs the fill kernel over an array: random words, or poison. */
static int fill(struct arrays *arrays, void *memory, size_t bytes, bool poisoned, char *problem,
                size_t problem_size)
{
    double ns;
    struct kernel_args args = {
        .out = memory,
        .shape = {.elements = (int64_t)(bytes / WORD_BYTES),
                  .threads = 1,
                  .value = {SEED, (int64_t)poison_word, poisoned}},
        .passes = 1,
    };
    if (!arrays->fill)
        return 0;
    int error = arrays->target->ops->run(arrays->target, arrays->fill, &args, &ns, NULL);
    if (error)
        snprintf(problem, problem_size, "%s", target_failure(error));
    return error;
}

static int load_fill(struct arrays *arrays, char *problem, size_t problem_size)
{
    const char *kind = arrays->target->ops->module_kind;
    if (!kind)
        return 0;
    const struct kernel_module *module = module_load(kind, "fill", problem, problem_size);
    if (!module)
        return -1;
    arrays->fill = module->kernels[0].run;
    return 0;
}

static int enough_memory(struct target *target, int64_t bytes, char *problem, size_t problem_size)
{
    char wanted[SIZE_TEXT_MAX], there[SIZE_TEXT_MAX];
    int64_t free_bytes = target->ops->free_bytes(target);
    if (bytes >= 0 && bytes <= free_bytes)
        return 0;
    snprintf(problem, problem_size, "needs %s of memory, %s has %s free",
             bytes < 0 ? "more than 8 EiB" : rounded_size_text(bytes, wanted), target->name,
             rounded_size_text(free_bytes, there));
    return -1;
}

static bool is_enough(const struct arrays *arrays, size_t in, size_t out)
{
    return arrays->in && arrays->out && in <= arrays->in_room && out <= arrays->out_room;
}

static bool first_touch_matters(const struct target *target)
{
    return target->facts.memory_nodes > 1;
}

static int take(struct arrays *arrays, size_t in, size_t out, char *problem, size_t problem_size)
{
    struct target *target = arrays->target;
    arrays->in = target->ops->allocate(target, in);
    arrays->out = target->ops->allocate(target, out);
    arrays->in_room = in;
    arrays->out_room = out;
    if (!arrays->in || !arrays->out) {
        snprintf(problem, problem_size, "%s gave no memory", target->name);
        return -1;
    }
    int error = fill(arrays, arrays->in, in, false, problem, problem_size);
    return error ? error : fill(arrays, arrays->out, out, true, problem, problem_size);
}

static void give_back(struct arrays *arrays)
{
    struct target *target = arrays->target;
    if (arrays->in)
        target->ops->release(target, arrays->in, arrays->in_room);
    if (arrays->out)
        target->ops->release(target, arrays->out, arrays->out_room);
    arrays->in = arrays->out = NULL;
}

/* Takes arrays anew: no smaller than they were, if memory is plenty, so that points in random order
 * do not take them again and again. */
static int renew(struct arrays *arrays, char *problem, size_t problem_size)
{
    struct target *target = arrays->target;
    size_t in = arrays->in_bytes, out = arrays->out_bytes;
    give_back(arrays);
    if (enough_memory(target, (int64_t)(in + out), problem, problem_size))
        return -1;
    if (!first_touch_matters(target)) {
        size_t kept_in = in > arrays->in_room ? in : arrays->in_room;
        size_t kept_out = out > arrays->out_room ? out : arrays->out_room;
        if ((int64_t)(kept_in + kept_out) <= target->ops->free_bytes(target) / 2) {
            in = kept_in;
            out = kept_out;
        }
    }
    return take(arrays, in, out, problem, problem_size);
}

int arrays_ready(struct arrays *arrays, struct target *target, const struct pattern *pattern,
                 const struct shape *shape, int element_bytes, char *problem, size_t problem_size)
{
    int64_t in, out;
    arrays->target = target;
    if (arrays_bytes(pattern, shape, element_bytes, &in, &out) < 0)
        return enough_memory(target, -1, problem, problem_size);
    if (load_fill(arrays, problem, problem_size))
        return -1;
    size_t dirty = arrays->out_bytes;
    arrays->in_bytes = (size_t)in;
    arrays->out_bytes = (size_t)out;
    if (first_touch_matters(target) || !is_enough(arrays, arrays->in_bytes, arrays->out_bytes))
        return renew(arrays, problem, problem_size);
    return fill(arrays, arrays->out, dirty, true, problem, problem_size);
}

void arrays_release(struct arrays *arrays)
{
    if (arrays->target)
        give_back(arrays);
    if (arrays->copy)
        munmap(arrays->copy, arrays->copy_room);
    *arrays = (struct arrays){0};
}

/* What element `index` of an array of random words is. */
static inline void random_element(int64_t index, int element_bytes, unsigned char *element)
{
    uint64_t words[2];
    uint64_t byte = (uint64_t)index * (uint64_t)element_bytes;
    uint64_t place = SEED + byte / WORD_BYTES;
    words[0] = random_word(place);
    words[1] = element_bytes > WORD_BYTES ? random_word(place + 1) : 0;
    memcpy(element, (unsigned char *)words + byte % WORD_BYTES, (size_t)element_bytes);
}

static inline void poison_element(int64_t index, int element_bytes, unsigned char *element)
{
    const uint64_t words[2] = {poison_word, poison_word};
    size_t byte = (size_t)index * (size_t)element_bytes % WORD_BYTES;
    memcpy(element, (const unsigned char *)words + byte, (size_t)element_bytes);
}

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

/* Steps that are checked together: their addresses stay in L1. */
enum { BATCH = 1024 };

struct batch {
    int count;
    int64_t loads[BATCH], stores[BATCH];
};

/* Compares stored elements, then poisons them: what is left at the end was never to be written. */
static inline __attribute__((always_inline)) void check_elements(unsigned char *out,
                                                                 const struct batch *batch,
                                                                 const int element_bytes,
                                                                 struct verdict *verdict)
{
    unsigned char expected[ELEMENT_BYTES_MAX], poison[ELEMENT_BYTES_MAX];
    for (int i = 0; i < batch->count; i++) {
        unsigned char *element = out + batch->stores[i] * element_bytes;
        random_element(batch->loads[i], element_bytes, expected);
        poison_element(batch->stores[i], element_bytes, poison);
        if (memcmp(element, expected, (size_t)element_bytes) != 0)
            note_wrong(verdict, batch->stores[i]);
        memcpy(element, poison, (size_t)element_bytes);
    }
}

/* The element size as a compile-time number: the comparison is then one instruction. */
static void check_batch(unsigned char *out, const struct batch *batch, int element_bytes,
                        struct verdict *verdict)
{
    switch (element_bytes) {
    case 1:
        check_elements(out, batch, 1, verdict);
        break;
    case 2:
        check_elements(out, batch, 2, verdict);
        break;
    case 4:
        check_elements(out, batch, 4, verdict);
        break;
    case 8:
        check_elements(out, batch, 8, verdict);
        break;
    default:
        check_elements(out, batch, element_bytes, verdict);
    }
}

/* The steps of one thread from `first` on, at most `most` of them. */
static void check_steps(unsigned char *out, const struct pattern *pattern,
                        const struct shape *shape, struct step step, int64_t most,
                        int element_bytes, struct verdict *verdict)
{
    struct batch batch = {.count = most < BATCH ? (int)most : BATCH};
    int fields = (int)pattern->fields(shape);
    step.variant = (int)pattern->variant(shape);
    for (step.field = 0; step.field < fields; step.field++) {
        pattern->addresses(shape, step, batch.count, batch.loads, batch.stores);
        check_batch(out, &batch, element_bytes, verdict);
    }
}

static void check_threads(unsigned char *out, const struct pattern *pattern,
                          const struct shape *shape, int element_bytes, struct verdict *verdict)
{
    int64_t turns = shape->elements / shape->threads, last = shape->elements;
    turns = turns ? turns : 1;
#pragma omp parallel for schedule(static) collapse(2)
    for (int64_t thread = 0; thread < (last + turns - 1) / turns; thread++)
        for (int64_t turn = 0; turn < turns; turn += BATCH) {
            int64_t index = thread * turns + turn;
            int64_t end = (thread + 1) * turns < last ? (thread + 1) * turns : last;
            struct step step = {.index = index, .thread = thread, .turn = turn};
            if (index < end)
                check_steps(out, pattern, shape, step, end - index, element_bytes, verdict);
        }
}

static void check_poison(const unsigned char *out, size_t bytes, int element_bytes,
                         struct verdict *verdict)
{
    const uint64_t *words = (const void *)out;
#pragma omp parallel for schedule(static)
    for (size_t i = 0; i < bytes / WORD_BYTES; i++)
        if (words[i] != poison_word)
            note_wrong(verdict, (int64_t)(i * WORD_BYTES) / element_bytes);
}

static int64_t compare(unsigned char *out, size_t bytes, const struct pattern *pattern,
                       const struct shape *shape, int element_bytes, char *problem,
                       size_t problem_size)
{
    struct verdict verdict = {0};
    check_threads(out, pattern, shape, element_bytes, &verdict);
    check_poison(out, bytes, element_bytes, &verdict);
    if (verdict.wrong)
        snprintf(problem, problem_size,
                 "%lld of the output's elements are wrong, the first is %lld",
                 (long long)verdict.wrong, (long long)verdict.first_index);
    return verdict.wrong;
}

/* What the host sees of `out`: the memory itself, or a copy, whose pages are kept: touching fresh
 * ones takes longer than copying. NULL with a reason in `problem`. */
static void *host_view(struct arrays *arrays, char *problem, size_t problem_size)
{
    struct target *target = arrays->target;
    if (target->facts.host_memory)
        return arrays->out;
    if (arrays->copy_room < arrays->out_bytes) {
        if (arrays->copy)
            munmap(arrays->copy, arrays->copy_room);
        arrays->copy_room = arrays->out_bytes;
        arrays->copy = mmap(NULL, arrays->copy_room, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    }
    if (arrays->copy == MAP_FAILED) {
        arrays->copy = NULL;
        arrays->copy_room = 0;
        snprintf(problem, problem_size, "no host memory to check the result in");
        return NULL;
    }
    if (target->ops->copy_out(target, arrays->copy, arrays->out, arrays->out_bytes) == 0)
        return arrays->copy;
    snprintf(problem, problem_size, "%s could not copy the result out", target->name);
    return NULL;
}

int64_t arrays_check(struct arrays *arrays, const struct pattern *pattern,
                     const struct shape *shape, int element_bytes, char *problem,
                     size_t problem_size)
{
    if (!arrays->fill)
        return 0;
    void *out = host_view(arrays, problem, problem_size);
    if (!out)
        return -1;
    return compare(out, arrays->out_bytes, pattern, shape, element_bytes, problem, problem_size);
}
