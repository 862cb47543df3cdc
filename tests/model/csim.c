/* A cache simulator as a course has its students write one, for tests/model/trace: sets of lines
 * with the time of their last use. It shares nothing with the program's model.
 *
 * usage: csim SIZE LINE WAYS <trace    prints accesses, misses of loads and of stores */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct line {
    uint64_t tag, used; /* used: 0 is empty */
};

struct cache {
    struct line *lines;
    uint64_t sets, ways, line_bytes, time;
};

/* Whether it missed. */
static int touch(struct cache *cache, uint64_t address)
{
    const uint64_t block = address / cache->line_bytes;
    struct line *set = cache->lines + block % cache->sets * cache->ways, *oldest = set;
    for (struct line *line = set; line < set + cache->ways; line++) {
        if (line->used && line->tag == block) {
            line->used = ++cache->time;
            return 0;
        }
        if (line->used < oldest->used)
            oldest = line;
    }
    *oldest = (struct line){block, ++cache->time};
    return 1;
}

int main(int argc, char **argv)
{
    char text[128], kind;
    unsigned long long address, accesses = 0, loads = 0, stores = 0;
    int bytes;
    if (argc != 4)
        return 2;
    const uint64_t size = strtoull(argv[1], NULL, 10);
    struct cache cache = {.line_bytes = strtoull(argv[2], NULL, 10)};
    cache.ways = strtoull(argv[3], NULL, 10);
    if (cache.ways == 0)
        cache.ways = size / cache.line_bytes;
    cache.sets = size / cache.line_bytes / cache.ways;
    cache.lines = calloc(cache.sets * cache.ways, sizeof *cache.lines);
    while (cache.lines && fgets(text, sizeof text, stdin)) {
        if (sscanf(text, " %c %llx,%d", &kind, &address, &bytes) != 3) {
            free(cache.lines);
            return 1;
        }
        for (int part = 0; part < 1 + (kind == 'M'); part++) {
            const int missed = touch(&cache, address);
            if (kind == 'S' || part == 1)
                stores += missed;
            else
                loads += missed;
            accesses++;
        }
    }
    printf("%llu %llu %llu\n", accesses, loads, stores);
    free(cache.lines);
    return 0;
}
