#include "study/model/gpu/store_merge.h"

#include <string.h>

static void send_sector(struct store_merge *merge, uint32_t bytes)
{
    merge->whole += bytes == UINT32_MAX;
    merge->parts += bytes != 0 && bytes != UINT32_MAX;
}

static void send_last(struct store_merge *merge)
{
    merge->held--;
    for (int i = 0; i < SECTORS_OF_LINE; i++)
        send_sector(merge, merge->lines[merge->held].bytes[i]);
}

/* The held line of that number, moved to the front. */
static struct held_line *hold(struct store_merge *merge, uint64_t number)
{
    int at = 0;
    while (at < merge->held && merge->lines[at].number != number)
        at++;
    struct held_line line = {.number = number};
    if (at < merge->held)
        line = merge->lines[at];
    else if (merge->held == merge->room)
        send_last(merge);
    if (at >= merge->held)
        at = merge->held++;
    memmove(merge->lines + 1, merge->lines, sizeof *merge->lines * (size_t)at);
    merge->lines[0] = line;
    return merge->lines;
}

void store_merge_add(struct store_merge *merge, const struct sectors *sectors)
{
    for (int i = 0; i < sectors->count; i++) {
        const uint64_t number = sectors->number[i];
        hold(merge, number / SECTORS_OF_LINE)->bytes[number % SECTORS_OF_LINE] |= sectors->bytes[i];
    }
}

void store_merge_flush(struct store_merge *merge)
{
    while (merge->held > 0)
        send_last(merge);
}
