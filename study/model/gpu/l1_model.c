#include "study/model/gpu/l1_model.h"

#include "study/base/message.h"
#include "study/model/lru.h"

#include <stdlib.h>

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
