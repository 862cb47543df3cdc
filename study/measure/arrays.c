#include "study/measure/arrays.h"

#include "cpu/memory.h"
#include "patterns/clock.h"
#include "study/base/stop.h"
#include "study/base/units.h"
#include "study/plan/module.h"
#include "study/plan/targets.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LARGE_PAGE_BYTES = 1 << 21 };

/* A driver took 2 s to pin 1 GiB in pages of 4 KiB: more than a copy to pageable memory takes. */
static const size_t pinned_most_bytes = (size_t)1 << 30;

static const double look_lasts_for_each = 20;

void host_memory_release(struct host_memory *host, struct target *target)
{
    if (host->pinned)
        target->ops->unpin(target, host->memory);
    free(host->memory);
    *host = (struct host_memory){.memory = NULL};
}

/* Fresh, untouched memory. */
static bool take_host(struct host_memory *host, struct target *target, size_t bytes)
{
    host_memory_release(host, target);
    if (posix_memalign(&host->memory, LARGE_PAGE_BYTES, bytes)) {
        host->memory = NULL;
        return false;
    }
    host->room = bytes;
    return true;
}

static bool pin(struct host_memory *host, struct target *target)
{
    host->pinned = target->ops->pin && target->ops->pin(target, host->memory, host->room);
    return host->pinned;
}

void *host_copy_of(struct host_memory *copy, struct target *target, const void *from, size_t bytes,
                   char *problem, size_t problem_size)
{
    if (copy->room < bytes && take_host(copy, target, bytes) && bytes <= pinned_most_bytes)
        (void)pin(copy, target);
    if (copy->room < bytes)
        snprintf(problem, problem_size, "no host memory to check the result in");
    else if (target->ops->copy_out(target, copy->memory, from, bytes))
        snprintf(problem, problem_size, "%s could not copy the result out", target->name);
    else
        return copy->memory;
    return NULL;
}

/* Fresh memory on a NUMA node, if that has as much to give: the kernel ends a process that fills
 * one. */
static bool take_on(struct host_memory *end, struct target *target, size_t bytes, int node)
{
    if (node && memory_node_free_bytes(node - 1) < (int64_t)bytes)
        return false;
    end->node = 0;
    if (!take_host(end, target, bytes) || (node && !memory_bind(end->memory, bytes, node - 1)))
        return false;
    end->node = node;
    return true;
}

void *host_end_of(struct host_memory *end, struct target *target, size_t bytes, int node,
                  bool pinned, char *problem, size_t problem_size)
{
    char size[SIZE_TEXT_MAX];
    if (bytes <= end->room && end->node == node)
        return end->memory;
    if (!take_on(end, target, bytes, node)) {
        snprintf(problem, problem_size, "no host memory of %s to transfer from or to",
                 rounded_size_text((int64_t)bytes, size));
        return NULL;
    }
    memset(end->memory, 0, bytes);
    if (!pinned || pin(end, target))
        return end->memory;
    snprintf(problem, problem_size, "the driver of %s would not pin %s of host memory",
             target->name, rounded_size_text((int64_t)bytes, size));
    host_memory_release(end, target);
    return NULL;
}

enum { WORD_BYTES = 8 };

/* Runs the fill kernel over the first `bytes` of an array. */
static int fill(struct arrays *arrays, struct array *array, size_t bytes, struct data_bits bits,
                char *problem, size_t problem_size)
{
    double ns;
    struct kernel_args args = {
        .out = array->memory,
        .shape = {.elements = (int64_t)(bytes / WORD_BYTES),
                  .threads = 1,
                  .value = {(int64_t)bits.keep, (int64_t)bits.set}},
        .launch = arrays->fill_launch,
        .passes = 1,
    };
    array->bits = bits;
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

/* The NUMA node of the point's arrays, -1 for none; a GPU's are its own. */
static int node_of(const struct arrays *arrays)
{
    return arrays->target->ops->side == SIDE_CPU ? arrays->node - 1 : -1;
}

static int64_t free_bytes(const struct arrays *arrays)
{
    return arrays->target->ops->free_bytes(arrays->target, node_of(arrays));
}

static int enough_memory(const struct arrays *arrays, int64_t bytes, char *problem,
                         size_t problem_size)
{
    char wanted[SIZE_TEXT_MAX], there[SIZE_TEXT_MAX], node[32] = "";
    const int64_t there_bytes = free_bytes(arrays);
    if (bytes >= 0 && bytes <= there_bytes)
        return 0;
    if (node_of(arrays) >= 0)
        snprintf(node, sizeof node, ", NUMA node %d,", node_of(arrays));
    snprintf(problem, problem_size, "needs %s of memory, %s%s has %s free",
             bytes < 0 ? "more than 8 EiB" : rounded_size_text(bytes, wanted), arrays->target->name,
             node, rounded_size_text(there_bytes, there));
    return -1;
}

static bool first_touch_matters(const struct target *target)
{
    return target->facts.memory_nodes > 1;
}

/* Where an array begins in its memory, so that no two begin alike. */
static size_t begin_of(const struct arrays *arrays, const struct array *array)
{
    const size_t unit = arrays->target->facts.arrays_apart_bytes;
    return array == &arrays->in ? 8 * unit : array == &arrays->index ? 7 * unit : 0;
}

static void give_back(struct arrays *arrays, struct array *array)
{
    const size_t begin = begin_of(arrays, array);
    if (array->memory)
        arrays->target->ops->release(arrays->target, (char *)array->memory - begin,
                                     begin + array->room);
    array->memory = NULL;
}

/* Whether an array keeps more that the point does not need than is free: others need it, too. */
static bool is_hoarded(const struct arrays *arrays, const struct array *array, int64_t bytes)
{
    return array->memory && (int64_t)array->room - bytes > free_bytes(arrays);
}

/* Records what an array must be for the current point, and frees one that does not fit. */
static void want(struct arrays *arrays, struct array *array, int64_t bytes, enum pages pages)
{
    struct target *target = arrays->target;
    if (bytes &&
        ((size_t)bytes > array->room || pages != array->pages || arrays->node != array->node ||
         first_touch_matters(target) || is_hoarded(arrays, array, bytes)))
        give_back(arrays, array);
    array->dirty = array->memory ? array->bytes : 0;
    array->bytes = (size_t)bytes;
    if (bytes) { /* memory that this point does not use stays as it was requested */
        array->pages = pages;
        array->node = arrays->node;
    }
}

/* Allocates a missing array: no smaller than before if memory is plenty, so that points in random
 * order do not allocate it repeatedly. */
static int take(struct arrays *arrays, struct array *array, char *problem, size_t problem_size)
{
    struct target *target = arrays->target;
    size_t room = array->bytes;
    const size_t begin = begin_of(arrays, array);
    if (array->memory || array->bytes == 0)
        return 0;
    if (!first_touch_matters(target) && array->room > room &&
        (int64_t)array->room <= free_bytes(arrays) / 4)
        room = array->room;
    char *memory = target->ops->allocate(target, begin + room, array->pages, node_of(arrays));
    array->memory = memory ? memory + begin : NULL;
    array->room = room;
    array->filled = 0;
    array->seen_until_ns = 0;
    if (memory)
        return 0;
    snprintf(problem, problem_size, "%s gave no memory", target->name);
    return -1;
}

static int64_t missing_bytes(const struct arrays *arrays)
{
    const struct array *const all[] = {&arrays->in, &arrays->out, &arrays->index};
    int64_t missing = 0;
    for (int i = 0; i < 3; i++)
        missing += all[i]->memory ? 0 : (int64_t)all[i]->bytes;
    return missing;
}

static void give_back_all(struct arrays *arrays)
{
    give_back(arrays, &arrays->in);
    give_back(arrays, &arrays->out);
    give_back(arrays, &arrays->index);
}

/* Memory that an earlier point left in one array may be missing for another. Then all are allocated
 * again, only as large as needed. */
static int take_all(struct arrays *arrays, char *problem, size_t problem_size)
{
    if (missing_bytes(arrays) > 0 && missing_bytes(arrays) > free_bytes(arrays))
        give_back_all(arrays);
    const int64_t missing = missing_bytes(arrays);
    if (missing && enough_memory(arrays, missing, problem, problem_size))
        return -1;
    if (take(arrays, &arrays->in, problem, problem_size) ||
        take(arrays, &arrays->out, problem, problem_size) ||
        take(arrays, &arrays->index, problem, problem_size))
        return -1;
    return 0;
}

static bool same_bits(struct data_bits a, struct data_bits b)
{
    return a.keep == b.keep && a.set == b.set;
}

/* Fills an array as far as the point needs it and it is not filled already: the bytes that the last
 * point may have written, or all if it held other data. The rest may never be needed, and is
 * large. */
static int refill(struct arrays *arrays, struct array *array, struct data_bits bits, char *problem,
                  size_t problem_size)
{
    const size_t sound = same_bits(array->bits, bits) ? array->filled : 0;
    const size_t spoilt = sound ? array->dirty : 0;
    const size_t bytes = sound < array->bytes && spoilt < array->bytes ? array->bytes : spoilt;
    array->filled = sound > bytes ? sound : bytes;
    return bytes && array->memory ? fill(arrays, array, bytes, bits, problem, problem_size) : 0;
}

/* All workers are fastest; on several NUMA nodes those that use the arrays must be the first to
 * touch them, so that their pages are near. */
static struct launch filling_launch(const struct arrays *arrays, const struct pattern *pattern,
                                    const struct shape *shape)
{
    struct launch launch = {0};
    if (first_touch_matters(arrays->target))
        launch = arrays_args(arrays, pattern, shape).launch;
    if (first_touch_matters(arrays->target) && pattern->alone && !pattern->loads_beside)
        launch.threads = 1;
    return launch;
}

/* The index array of the pattern, written by the kernel of the same module. */
static int write_index(struct arrays *arrays, const struct pattern *pattern,
                       const struct shape *shape, char *problem, size_t problem_size)
{
    double ns;
    struct target *target = arrays->target;
    if (!pattern->index_length || !target->ops->module_kind)
        return 0;
    const struct kernel_module *module =
        module_load(target->ops->module_kind, pattern->name, problem, problem_size);
    if (!module)
        return -1;
    struct kernel_args args = arrays_args(arrays, pattern, shape);
    if (first_touch_matters(target) && pattern->alone) /* it alone reads the entries */
        args.launch.threads = 1;
    int error = target->ops->run(target, module->prepare, &args, &ns, NULL);
    if (error)
        snprintf(problem, problem_size, "%s", target_failure(error));
    return error;
}

static int take_host_end(struct arrays *arrays, const struct pattern *pattern, char *problem,
                         size_t problem_size)
{
    const bool pinned = pattern->host_buffer == PINNED;
    arrays->host = NULL;
    if (pattern->host_buffer == NO_HOST_BUFFER || !arrays->target->ops->module_kind)
        return 0;
    arrays->host = host_end_of(&arrays->ends[pinned], arrays->target, arrays->in.bytes,
                               arrays->node, pinned, problem, problem_size);
    return arrays->host ? 0 : -1;
}

struct data_bits arrays_data(const struct pattern *pattern, int element_bytes)
{
    return pattern->data == DATA_NUMBERS ? number_bits(element_bytes) : word_bits();
}

int arrays_ready(struct arrays *arrays, struct target *target, const struct pattern *pattern,
                 const struct shape *shape, int element_bytes, char *problem, size_t problem_size)
{
    struct footprint bytes;
    arrays->target = target;
    if (arrays_bytes(pattern, shape, element_bytes, &bytes) < 0)
        return enough_memory(arrays, -1, problem, problem_size);
    want(arrays, &arrays->in, bytes.in, PAGES_AS_THE_SYSTEM_HAS_IT);
    want(arrays, &arrays->out, bytes.out, PAGES_AS_THE_SYSTEM_HAS_IT);
    want(arrays, &arrays->index, bytes.index, pattern->pages);
    arrays->in.dirty = 0; /* no kernel writes there */
    arrays->fill_launch = filling_launch(arrays, pattern, shape);
    if (load_fill(arrays, problem, problem_size))
        return -1;
    doing("filling the arrays of %s on %s", pattern->name, target->name);
    if (take_all(arrays, problem, problem_size) ||
        refill(arrays, &arrays->in, arrays_data(pattern, element_bytes), problem, problem_size) ||
        refill(arrays, &arrays->out, poison_bits, problem, problem_size))
        return -1;
    if (take_host_end(arrays, pattern, problem, problem_size))
        return -1;
    return write_index(arrays, pattern, shape, problem, problem_size);
}

int arrays_same_data(struct arrays *arrays, const struct pattern *pattern, int element_bytes,
                     char *problem, size_t problem_size)
{
    return refill(arrays, &arrays->out, arrays_data(pattern, element_bytes), problem, problem_size);
}

struct kernel_args arrays_args(const struct arrays *arrays, const struct pattern *pattern,
                               const struct shape *shape)
{
    struct kernel_args args = {.in = arrays->in.memory,
                               .out = arrays->out.memory,
                               .shape = *shape,
                               .launch = launch_asked(pattern, shape),
                               .passes = 1,
                               .launches = pattern->each_pass_a_launch,
                               .only_checked = true,
                               .round_passes = pattern_round_passes(pattern, shape),
                               .host = arrays->host,
                               .set_memory = arrays->target->ops->set_memory};
    args.shape.index = arrays->index.memory;
    if (arrays->range.count > 0) {
        args.launch.first_worker = arrays->range.first;
        args.launch.threads = arrays->range.count;
    }
    if (pattern->places)
        pattern->places(shape, args.place);
    return args;
}

void arrays_place(struct arrays *arrays, const struct point *point)
{
    arrays->range = point_range(point);
    arrays->node = point->memory_node;
}

/* Of memory that the host itself took: where it is to be is known without the target. */
static int locate_host_end(const struct arrays *arrays, struct seen_memory *seen, char *problem,
                           size_t problem_size)
{
    const struct memory_wish anywhere = {.nodes = 0},
                             wish = memory_wish_on(&anywhere, arrays->node - 1);
    memory_see(arrays->host, arrays->in.bytes, seen);
    return memory_check(arrays->host, arrays->in.bytes, &wish, problem, problem_size) ? -1 : 0;
}

/* Also looks where the array is, if that is `wanted` and was not seen lately. */
static int locate_array(const struct arrays *arrays, struct array *array, bool wanted,
                        char *problem, size_t problem_size)
{
    const double start_ns = clock_now_ns();
    const bool look = wanted && start_ns > array->seen_until_ns;
    if (look)
        array->seen = (struct seen_memory){"-", "-", "-"};
    const int error =
        arrays->target->ops->locate(arrays->target, array->memory, array->bytes, node_of(arrays),
                                    look ? &array->seen : NULL, problem, problem_size);
    if (look)
        array->seen_until_ns = clock_now_ns() + look_lasts_for_each * (clock_now_ns() - start_ns);
    return error;
}

int arrays_locate(struct arrays *arrays, struct seen_memory *seen, char *problem,
                  size_t problem_size)
{
    struct array *const all[] = {&arrays->in, &arrays->out, &arrays->index};
    int largest = 0, error = 0;
    *seen = (struct seen_memory){"-", "-", "-"};
    if (arrays->host)
        return locate_host_end(arrays, seen, problem, problem_size);
    for (int i = 1; i < 3; i++)
        largest = all[i]->bytes > all[largest]->bytes ? i : largest;
    for (int i = 0; i < 3 && !error; i++)
        if (all[i]->memory && all[i]->bytes)
            error = locate_array(arrays, all[i], i == largest, problem, problem_size);
    if (all[largest]->memory && all[largest]->bytes)
        *seen = all[largest]->seen;
    return error ? -1 : 0;
}

void arrays_release(struct arrays *arrays)
{
    if (arrays->target) {
        give_back_all(arrays);
        host_memory_release(&arrays->copy, arrays->target);
        for (int i = 0; i < 2; i++)
            host_memory_release(&arrays->ends[i], arrays->target);
    }
    *arrays = (struct arrays){.checks = arrays->checks};
}
