#include "study/measure/host_memory.h"

#include "cpu/memory.h"
#include "study/base/units.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LARGE_PAGE_BYTES = 1 << 21 };

void host_memory_release(struct host_memory *host, struct target *target)
{
    if (host->pinned)
        target->ops->unpin(target, host->memory);
    free(host->memory);
    *host = (struct host_memory){.memory = NULL};
}

/* Fresh, untouched memory. */
static bool take(struct host_memory *host, struct target *target, size_t bytes)
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
    if (copy->room < bytes && take(copy, target, bytes))
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
    if (!take(end, target, bytes) || (node && !memory_bind(end->memory, bytes, node - 1)))
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
