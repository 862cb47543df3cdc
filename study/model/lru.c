#include "study/model/lru.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { DIRTY = 1, GROUP_SLOTS = 512 /* a page of them */ };

/* A wide set is a ring from its most recent slot to ever older ones. The slot before the most
 * recent one is the oldest, so replacing it rotates the ring by one. */
struct node {
    uint32_t newer, older;
    uint32_t chain; /* next slot of the same bucket, plus 1; 0: the last */
};

struct lru_index {
    struct node *nodes; /* one per slot */
    uint32_t *heads;    /* the most recent slot of each set */
    uint32_t *buckets;  /* by hash: first slot, plus 1; 0: none */
    int bucket_bits;    /* 1 to 32 */
};

/* Empty slots are 0, since fresh memory from calloc is zero and takes no room until it is written.
 * A last level of 512 MiB has 64 MiB of slots, most of which a short walk never reaches. */
static uint64_t key_of(uint64_t block)
{
    return (block + 1) << 1;
}

static uint64_t block_of(uint64_t slot)
{
    return (slot >> 1) - 1;
}

static bool holds(uint64_t slot, uint64_t key)
{
    return (slot & ~(uint64_t)DIRTY) == key;
}

static uint64_t set_of(const struct lru *lru, uint64_t block)
{
    const uint64_t mask = lru->sets - 1;
    return lru->sets & mask ? block % lru->sets : block & mask; /* a division takes far longer */
}

static void close_index(struct lru_index *index)
{
    if (!index)
        return;
    free(index->nodes);
    free(index->heads);
    free(index->buckets);
    free(index);
}

static void make_rings(struct lru *lru)
{
    for (uint64_t set = 0; set < lru->sets; set++) {
        const uint64_t first = set * lru->ways;
        lru->index->heads[set] = (uint32_t)first;
        for (uint64_t way = 0; way < lru->ways; way++)
            lru->index->nodes[first + way] = (struct node){
                .newer = (uint32_t)(first + (way + lru->ways - 1) % lru->ways),
                .older = (uint32_t)(first + (way + 1) % lru->ways),
            };
    }
}

static int open_index(struct lru *lru)
{
    const uint64_t slots = lru->sets * lru->ways;
    struct lru_index *index = calloc(1, sizeof *index);
    lru->index = index;
    if (!index || slots >= UINT32_MAX)
        return -ENOMEM;
    for (index->bucket_bits = 1; UINT64_C(1) << index->bucket_bits < slots;)
        index->bucket_bits++;
    index->nodes = calloc(slots, sizeof *index->nodes);
    index->heads = calloc(lru->sets, sizeof *index->heads);
    index->buckets = calloc(UINT64_C(1) << index->bucket_bits, sizeof *index->buckets);
    if (!index->nodes || !index->heads || !index->buckets)
        return -ENOMEM;
    make_rings(lru);
    return 0;
}

static uint64_t group_count(const struct lru *lru)
{
    return (lru->sets >> lru->group_bits) + 1;
}

/* Number of slots before a group, or of all. */
static uint64_t slots_before(const struct lru *lru, uint64_t group)
{
    const uint64_t sets = group << lru->group_bits;
    return (sets < lru->sets ? sets : lru->sets) * lru->ways;
}

int lru_open(struct lru *lru, uint64_t blocks, uint64_t ways)
{
    if (ways == 0 || ways > blocks)
        ways = blocks;
    *lru = (struct lru){.sets = blocks / ways, .ways = ways};
    while (ways << lru->group_bits < GROUP_SLOTS)
        lru->group_bits++;
    lru->slots = calloc(lru->sets * ways, sizeof *lru->slots);
    lru->used = calloc(group_count(lru), sizeof *lru->used);
    if (lru->slots && lru->used && (ways <= LRU_SCANNED_WAYS || open_index(lru) == 0))
        return 0;
    lru_close(lru);
    return -ENOMEM;
}

void lru_close(struct lru *lru)
{
    free(lru->slots);
    free(lru->used);
    close_index(lru->index);
    *lru = (struct lru){.slots = NULL};
}

static uint32_t *bucket_of(const struct lru_index *index, uint64_t key)
{
    const uint64_t golden_ratio = UINT64_C(0x9E3779B97F4A7C15);
    return &index->buckets[key * golden_ratio >> (64 - index->bucket_bits)];
}

static uint64_t *find_wide(const struct lru *lru, uint64_t key)
{
    const struct lru_index *index = lru->index;
    for (uint32_t at = *bucket_of(index, key); at; at = index->nodes[at - 1].chain)
        if (holds(lru->slots[at - 1], key))
            return &lru->slots[at - 1];
    return NULL;
}

static uint64_t *find_scanned(const struct lru *lru, uint64_t set, uint64_t key)
{
    uint64_t *slots = &lru->slots[set * lru->ways];
    for (uint64_t way = 0; way < lru->ways; way++)
        if (holds(slots[way], key))
            return &slots[way];
    return NULL;
}

static uint64_t *find(const struct lru *lru, uint64_t block)
{
    return lru->index ? find_wide(lru, key_of(block))
                      : find_scanned(lru, set_of(lru, block), key_of(block));
}

static void chain(struct lru *lru, uint32_t slot)
{
    uint32_t *bucket = bucket_of(lru->index, lru->slots[slot] & ~(uint64_t)DIRTY);
    lru->index->nodes[slot].chain = *bucket;
    *bucket = slot + 1;
}

static void unchain(struct lru *lru, uint32_t slot)
{
    uint32_t *link = bucket_of(lru->index, lru->slots[slot] & ~(uint64_t)DIRTY);
    while (*link != slot + 1)
        link = &lru->index->nodes[*link - 1].chain;
    *link = lru->index->nodes[slot].chain;
}

static void move_to_head(struct lru_index *index, uint64_t set, uint32_t slot)
{
    struct node *nodes = index->nodes, *node = &nodes[slot];
    const uint32_t head = index->heads[set], tail = nodes[head].newer;
    index->heads[set] = slot;
    if (slot == head || slot == tail) /* already in place once the ring is rotated */
        return;
    nodes[node->newer].older = node->older;
    nodes[node->older].newer = node->newer;
    *node = (struct node){.newer = tail, .older = head, .chain = node->chain};
    nodes[tail].older = slot;
    nodes[head].newer = slot;
}

/* Returns what was in the slot that now holds the key: the key itself if it was there. */
static uint64_t put_wide(struct lru *lru, uint64_t set, uint64_t key, uint64_t dirty)
{
    uint32_t *head = &lru->index->heads[set];
    uint64_t *found = holds(lru->slots[*head], key) ? &lru->slots[*head] : find_wide(lru, key);
    if (found) {
        const uint64_t before = *found;
        *found |= dirty;
        move_to_head(lru->index, set, (uint32_t)(found - lru->slots));
        return before;
    }
    *head = lru->index->nodes[*head].newer;
    const uint64_t before = lru->slots[*head];
    if (before)
        unchain(lru, *head);
    lru->slots[*head] = key | dirty;
    chain(lru, *head);
    return before;
}

/* As put_wide. Looks for the key and shifts each slot that it passes by one, in the same loop.
 * Stops at an empty slot, because those are last. */
static uint64_t put_scanned(struct lru *lru, uint64_t set, uint64_t key, uint64_t dirty)
{
    uint64_t *slots = &lru->slots[set * lru->ways];
    uint64_t carried = key | dirty;
    for (uint64_t way = 0; way < lru->ways; way++) {
        const uint64_t next = slots[way];
        slots[way] = carried;
        carried = next;
        if (next == 0)
            break;
        if (holds(next, key)) {
            slots[0] |= next & DIRTY;
            break;
        }
    }
    return carried;
}

bool lru_touch(struct lru *lru, uint64_t block, bool dirty, uint64_t *pushed_out)
{
    const uint64_t key = key_of(block), set = set_of(lru, block);
    lru->used[set >> lru->group_bits] = true;
    const uint64_t before =
        lru->index ? put_wide(lru, set, key, dirty) : put_scanned(lru, set, key, dirty);
    const bool there = holds(before, key);
    *pushed_out = !there && before & DIRTY ? block_of(before) : LRU_NONE;
    return there;
}

bool lru_mark_dirty(struct lru *lru, uint64_t block)
{
    uint64_t *slot = find(lru, block);
    if (slot)
        *slot |= DIRTY;
    return slot;
}

void lru_drop(struct lru *lru, uint64_t block)
{
    uint64_t *slot = find(lru, block);
    const uint64_t set = set_of(lru, block);
    if (!slot)
        return;
    if (lru->index) {
        const uint32_t at = (uint32_t)(slot - lru->slots);
        unchain(lru, at);
        *slot = 0;
        move_to_head(lru->index, set, at);
        lru->index->heads[set] = lru->index->nodes[at].older;
        return;
    }
    uint64_t *last = &lru->slots[(set + 1) * lru->ways - 1];
    memmove(slot, slot + 1, (size_t)(last - slot) * sizeof *slot);
    *last = 0;
}

uint64_t lru_next_dirty(const struct lru *lru, uint64_t *at)
{
    uint64_t group = *at / lru->ways >> lru->group_bits;
    for (; group < group_count(lru); *at = slots_before(lru, ++group))
        while (lru->used[group] && *at < slots_before(lru, group + 1)) {
            const uint64_t slot = lru->slots[(*at)++];
            if (slot & DIRTY)
                return block_of(slot);
        }
    return LRU_NONE;
}
