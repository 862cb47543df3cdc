#include "study/measure/host_copy.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

void host_copy_release(struct host_copy *copy, struct target *target)
{
    if (copy->pinned)
        target->ops->unpin(target, copy->memory);
    if (copy->memory)
        munmap(copy->memory, copy->room);
    *copy = (struct host_copy){.memory = NULL};
}

static bool take(struct host_copy *copy, struct target *target, size_t bytes)
{
    if (copy->room >= bytes)
        return true;
    host_copy_release(copy, target);
    void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        return false;
    copy->memory = memory;
    copy->room = bytes;
    copy->pinned = target->ops->pin && target->ops->pin(target, memory, bytes);
    return true;
}

void *host_copy_of(struct host_copy *copy, struct target *target, const void *from, size_t bytes,
                   char *problem, size_t problem_size)
{
    if (!take(copy, target, bytes))
        snprintf(problem, problem_size, "no host memory to check the result in");
    else if (target->ops->copy_out(target, copy->memory, from, bytes))
        snprintf(problem, problem_size, "%s could not copy the result out", target->name);
    else
        return copy->memory;
    return NULL;
}

void host_room_release(struct host_room *room, struct target *target)
{
    if (room->kind == PINNED)
        target->ops->unpin(target, room->memory);
    free(room->memory);
    *room = (struct host_room){.memory = NULL};
}

int host_room_take(struct host_room *room, struct target *target, enum host_buffer kind,
                   size_t bytes, char *problem, size_t problem_size)
{
    enum { LARGE_PAGE_BYTES = 1 << 21 };
    if (room->kind == kind && room->bytes >= bytes)
        return 0;
    host_room_release(room, target);
    if (posix_memalign(&room->memory, LARGE_PAGE_BYTES, bytes)) {
        room->memory = NULL;
        snprintf(problem, problem_size, "no host memory to transfer from or to");
        return -1;
    }
    memset(room->memory, 0, bytes);
    room->bytes = bytes;
    room->kind = PAGEABLE;
    if (kind == PINNED && !(target->ops->pin && target->ops->pin(target, room->memory, bytes))) {
        snprintf(problem, problem_size, "%s would not pin host memory", target->name);
        return -1;
    }
    room->kind = kind;
    return 0;
}
