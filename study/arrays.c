#include "study/arrays.h"

#include "patterns/random.h"
#include "study/module.h"
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
        __builtin_add_overflow(*in, *out, &sum) || sum > INT64_MAX - 2 * WORD_BYTES)
        return -1;
    *in = whole_words(*in);
    *out = whole_words(*out);
    return *in + *out;
}

/* Runs the fill kernel over an array: random words, or poison. */
static int fill(struct arrays *arrays, void *memory, size_t bytes, bool poisoned)
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
    return arrays->target->ops->run(arrays->target, arrays->fill, &args, &ns, NULL);
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

static int take(struct arrays *arrays, char *problem, size_t problem_size)
{
    struct target *target = arrays->target;
    arrays->in = target->ops->allocate(target, arrays->in_bytes);
    arrays->out = target->ops->allocate(target, arrays->out_bytes);
    if (!arrays->in || !arrays->out) {
        snprintf(problem, problem_size, "%s gave no memory", target->name);
        return -1;
    }
    if (fill(arrays, arrays->in, arrays->in_bytes, false) ||
        fill(arrays, arrays->out, arrays->out_bytes, true)) {
        snprintf(problem, problem_size, "%s could not fill the arrays", target->name);
        return -1;
    }
    return 0;
}

int arrays_make(struct arrays *arrays, struct target *target, const struct pattern *pattern,
                const struct shape *shape, int element_bytes, char *problem, size_t problem_size)
{
    int64_t in, out;
    *arrays = (struct arrays){.target = target};
    int64_t bytes = arrays_bytes(pattern, shape, element_bytes, &in, &out);
    if (enough_memory(target, bytes, problem, problem_size) ||
        load_fill(arrays, problem, problem_size))
        return -1;
    arrays->in_bytes = (size_t)in;
    arrays->out_bytes = (size_t)out;
    if (take(arrays, problem, problem_size) == 0)
        return 0;
    arrays_release(arrays);
    return -1;
}

void arrays_release(struct arrays *arrays)
{
    struct target *target = arrays->target;
    if (arrays->in)
        target->ops->release(target, arrays->in, arrays->in_bytes);
    if (arrays->out)
        target->ops->release(target, arrays->out, arrays->out_bytes);
    arrays->in = arrays->out = NULL;
}

/* What element `index` of an array of random words is. */
static void random_element(int64_t index, int element_bytes, unsigned char *element)
{
    uint64_t words[2];
    uint64_t byte = (uint64_t)index * (uint64_t)element_bytes;
    uint64_t place = SEED + byte / WORD_BYTES;
    words[0] = random_word(place);
    words[1] = element_bytes > WORD_BYTES ? random_word(place + 1) : 0;
    memcpy(element, (unsigned char *)words + byte % WORD_BYTES, (size_t)element_bytes);
}

static void poison_element(int64_t index, int element_bytes, unsigned char *element)
{
    uint64_t words[2] = {poison_word, poison_word};
    size_t byte = (size_t)index * (size_t)element_bytes % WORD_BYTES;
    memcpy(element, (unsigned char *)words + byte, (size_t)element_bytes);
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

/* Compares one stored element, then poisons it: what is left at the end was never to be written. */
static void check_step(unsigned char *out, const struct pattern *pattern, const struct shape *shape,
                       struct step step, int element_bytes, struct verdict *verdict)
{
    unsigned char expected[ELEMENT_BYTES_MAX], poison[ELEMENT_BYTES_MAX];
    int64_t at = pattern->store(shape, step);
    unsigned char *element = out + at * element_bytes;
    random_element(pattern->load(shape, step), element_bytes, expected);
    poison_element(at, element_bytes, poison);
    if (memcmp(element, expected, (size_t)element_bytes) != 0)
        note_wrong(verdict, at);
    memcpy(element, poison, (size_t)element_bytes);
}

static void check_steps(unsigned char *out, const struct pattern *pattern,
                        const struct shape *shape, int element_bytes, struct verdict *verdict)
{
    int64_t turns = shape->elements / shape->threads;
    int fields = (int)pattern->fields(shape), variant = (int)pattern->variant(shape);
    if (turns == 0)
        turns = 1;
#pragma omp parallel for schedule(static)
    for (int64_t i = 0; i < shape->elements; i++) {
        struct step step = {.index = i,
                            .thread = i / turns,
                            .turn = i % turns,
                            .row_turn = i % turns,
                            .variant = variant};
        for (step.field = 0; step.field < fields; step.field++)
            check_step(out, pattern, shape, step, element_bytes, verdict);
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
    check_steps(out, pattern, shape, element_bytes, &verdict);
    check_poison(out, bytes, element_bytes, &verdict);
    if (verdict.wrong)
        snprintf(problem, problem_size,
                 "%lld of the output's elements are wrong, the first is %lld",
                 (long long)verdict.wrong, (long long)verdict.first_index);
    return verdict.wrong;
}

int64_t arrays_check(struct arrays *arrays, const struct pattern *pattern,
                     const struct shape *shape, int element_bytes, char *problem,
                     size_t problem_size)
{
    struct target *target = arrays->target;
    if (!arrays->fill)
        return 0;
    void *copy =
        mmap(NULL, arrays->out_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (copy == MAP_FAILED) {
        snprintf(problem, problem_size, "no host memory to check the result in");
        return -1;
    }
    int64_t wrong = -1;
    if (target->ops->copy_out(target, copy, arrays->out, arrays->out_bytes) == 0)
        wrong =
            compare(copy, arrays->out_bytes, pattern, shape, element_bytes, problem, problem_size);
    else
        snprintf(problem, problem_size, "%s could not copy the result out", target->name);
    munmap(copy, arrays->out_bytes);
    if (fill(arrays, arrays->out, arrays->out_bytes, true))
        wrong = -1;
    return wrong;
}
