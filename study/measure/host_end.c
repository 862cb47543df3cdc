#include "study/measure/host_end.h"

#include "study/units.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LARGE_PAGE_BYTES = 1 << 21 };

void host_end_release(struct host_end *end, struct target *target)
{
    if (end->pinned)
        target->ops->unpin(target, end->memory);
    free(end->memory);
    *end = (struct host_end){.memory = NULL};
}

static bool pin(struct host_end *end, struct target *target)
{
    end->pinned = target->ops->pin && target->ops->pin(target, end->memory, end->room);
    return end->pinned;
}

void *host_end_of(struct host_end *end, struct target *target, size_t bytes, bool pinned,
                  char *problem, size_t problem_size)
{
    char size[SIZE_TEXT_MAX];
    if (bytes <= end->room)
        return end->memory;
    host_end_release(end, target);
    if (posix_memalign(&end->memory, LARGE_PAGE_BYTES, bytes)) {
        end->memory = NULL;
        snprintf(problem, problem_size, "no host memory of %s to transfer from or to",
                 rounded_size_text((int64_t)bytes, size));
        return NULL;
    }
    end->room = bytes;
    memset(end->memory, 0, bytes);
    if (!pinned || pin(end, target))
        return end->memory;
    snprintf(problem, problem_size, "the driver of %s would not pin %s of host memory",
             target->name, rounded_size_text((int64_t)bytes, size));
    host_end_release(end, target);
    return NULL;
}
