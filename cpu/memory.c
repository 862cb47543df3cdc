#include "cpu/memory.h"

#include "cpu/limits.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PAGES_LOOKED_AT = 256, NODES_MAX = 256 };

int64_t memory_all_bytes(void)
{
    struct memory_limits limits;
    limits_read("", &limits);
    return limits.all_bytes;
}

int64_t memory_free_bytes(void)
{
    struct memory_limits limits;
    limits_read("", &limits);
    return limits.free_bytes;
}

void *memory_take(size_t bytes, enum pages pages)
{
    void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        return NULL;
    if (pages != PAGES_AS_THE_SYSTEM_HAS_IT)
        (void)madvise(memory, bytes, pages == PAGES_LARGE ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);
    return memory;
}

void memory_release(void *memory, size_t bytes)
{
    munmap(memory, bytes);
}

/* The node of the page at that address, -1 if it is unknown. */
static int node_of_page(const struct topology *topology, const void *page)
{
    hwloc_nodeset_t nodes = hwloc_bitmap_alloc();
    int node = -1;
    if (nodes &&
        hwloc_get_area_memlocation(topology->hwloc, page, 1, nodes, HWLOC_MEMBIND_BYNODESET) == 0)
        node = hwloc_bitmap_first(nodes);
    hwloc_bitmap_free(nodes);
    return node;
}

static void write_shares(const int *pages, int looked, char *text, size_t text_size)
{
    size_t used = 0;
    for (int node = 0; node < NODES_MAX && used < text_size; node++)
        if (pages[node] == looked)
            used += (size_t)snprintf(text + used, text_size - used, "node %d", node);
        else if (pages[node] > 0)
            used += (size_t)snprintf(text + used, text_size - used, "%snode %d %d %%",
                                     used ? "; " : "", node, 100 * pages[node] / looked);
}

void memory_locate(const struct topology *topology, const void *memory, size_t bytes, char *text,
                   size_t text_size)
{
    int pages[NODES_MAX] = {0}, looked = 0;
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    size_t step = bytes / PAGES_LOOKED_AT > page ? bytes / PAGES_LOOKED_AT / page * page : page;
    snprintf(text, text_size, "-");
    for (size_t at = 0; at < bytes; at += step) {
        int node = node_of_page(topology, (const char *)memory + at);
        if (node < 0 || node >= NODES_MAX)
            return;
        pages[node]++;
        looked++;
    }
    if (looked)
        write_shares(pages, looked, text, text_size);
}

void memory_page_policy(char *text, size_t text_size)
{
    char line[128] = "", word[32] = "-";
    FILE *file = fopen("/sys/kernel/mm/transparent_hugepage/enabled", "r");
    if (file && fgets(line, sizeof line, file) && strchr(line, '['))
        sscanf(strchr(line, '['), "[%31[^]]", word);
    if (file)
        fclose(file);
    snprintf(text, text_size, "%s", word);
}
