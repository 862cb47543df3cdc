#include "study/model/gpu/l1_model.h"

#include "study/base/message.h"
#include "study/model/lru.h"

#include <stdlib.h>
#include <string.h>

struct l1_model {
    struct lru lines;   /* all of them dirty, so that evictions are reported */
    struct lru sectors; /* the sectors that were filled */
};

struct l1_model *l1_model_create(int64_t bytes)
{
    struct l1_model *l1 = needed(calloc(1, sizeof *l1));
    if (lru_open(&l1->lines, (uint64_t)(bytes / SECTOR_BYTES / SECTORS_OF_LINE), 0) ||
        lru_open(&l1->sectors, (uint64_t)(bytes / SECTOR_BYTES), 0)) {
        l1_model_free(l1);
        return NULL;
    }
    return l1;
}

void l1_model_free(struct l1_model *l1)
{
    if (!l1)
        return;
    lru_close(&l1->lines);
    lru_close(&l1->sectors);
    free(l1);
}

static void touch_line(struct l1_model *l1, uint64_t line)
{
    uint64_t pushed_out;
    if (!lru_touch(&l1->lines, line, true, &pushed_out) && pushed_out != LRU_NONE)
        for (uint64_t i = 0; i < SECTORS_OF_LINE; i++)
            lru_drop(&l1->sectors, pushed_out * SECTORS_OF_LINE + i);
}

static bool among(uint64_t line, const uint64_t *lines, int count)
{
    while (count > 0)
        if (lines[--count] == line)
            return true;
    return false;
}

void l1_model_load(struct l1_model *l1, const struct sectors *asked, double *sectors, double *lines)
{
    uint64_t missed[WARP_LANES], none;
    int count = 0;
    for (int i = 0; i < asked->count; i++) {
        const uint64_t line = asked->number[i] / SECTORS_OF_LINE;
        touch_line(l1, line);
        if (lru_touch(&l1->sectors, asked->number[i], false, &none))
            continue;
        ++*sectors;
        if (!among(line, missed, count))
            missed[count++] = line;
    }
    *lines += count;
}

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
