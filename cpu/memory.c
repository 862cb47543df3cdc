#include "cpu/memory.h"

#include "cpu/limits.h"

#include <errno.h>
#include <hwloc.h>
#include <inttypes.h>
#include <limits.h>
#include <linux/mempolicy.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { PAGES_LOOKED_AT = 256, NODE_BITS = 4096, WORD_BITS = 64, SPREAD_BY = 7919 };

static const int64_t large_bytes = INT64_C(1) << 21;

/* The values of --pages. */
static const struct page_wish {
    const char *name, *words;
    int64_t bytes; /* of a reserved page (hugetlbfs); 0: pages that nobody reserved */
    int advice;    /* of madvise for the others */
} page_wishes[] = {{"4k", "4 KiB", 0, MADV_NOHUGEPAGE},
                   {"2m", "2 MiB", INT64_C(1) << 21, 0},
                   {"1g", "1 GiB", INT64_C(1) << 30, 0},
                   {"transparent", "2 MiB", 0, MADV_HUGEPAGE}};

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

/* The number behind the key in a file of /sys; -1: none. An empty key: the first number. */
static int64_t number_in(const char *path, const char *key)
{
    char line[256];
    const char *at;
    int64_t number = -1;
    FILE *file = fopen(path, "r");
    while (file && number < 0 && fgets(line, sizeof line, file))
        if (!(at = strstr(line, key)) || sscanf(at + strlen(key), "%" SCNd64, &number) != 1)
            number = -1;
    if (file)
        fclose(file);
    return number;
}

static int64_t node_kib(int node, const char *key)
{
    char path[64];
    snprintf(path, sizeof path, "/sys/devices/system/node/node%d/meminfo", node);
    return number_in(path, key);
}

int64_t memory_node_bytes(int node)
{
    const int64_t kib = node_kib(node, "MemTotal:");
    return kib < 0 ? -1 : kib << 10;
}

int64_t memory_node_free_bytes(int node)
{
    const int64_t kib = node_kib(node, "MemFree:"), files_kib = node_kib(node, "Inactive(file):");
    return kib < 0 ? -1 : (kib + (files_kib > 0 ? files_kib : 0)) << 10;
}

/* Reserved pages of that size that are free, on a node (-1: on all), in bytes. */
static int64_t reserved_free_bytes(int64_t page_bytes, int node)
{
    char path[128], folder[64] = "/sys/kernel/mm";
    if (node >= 0)
        snprintf(folder, sizeof folder, "/sys/devices/system/node/node%d", node);
    snprintf(path, sizeof path, "%s/hugepages/hugepages-%" PRId64 "kB/free_hugepages", folder,
             page_bytes >> 10);
    const int64_t pages = number_in(path, "");
    return pages > 0 ? pages * page_bytes : 0;
}

int64_t memory_wish_reserved(const struct memory_wish *wish)
{
    return wish->pages ? wish->pages->bytes : 0;
}

static int64_t free_on(const struct memory_wish *wish, int node)
{
    const int64_t page_bytes = memory_wish_reserved(wish);
    return page_bytes ? reserved_free_bytes(page_bytes, node) : memory_node_free_bytes(node);
}

int64_t memory_wish_free_bytes(const struct memory_wish *wish)
{
    const int64_t page_bytes = memory_wish_reserved(wish);
    const int64_t all = page_bytes ? reserved_free_bytes(page_bytes, -1) : memory_free_bytes();
    int64_t there = 0, least = INT64_MAX;
    int nodes = 0;
    for (int node = 0; node < NODES_MAX && wish->mode != MPOL_DEFAULT; node++) {
        const int64_t bytes = wish->nodes >> node & 1 ? free_on(wish, node) : -1;
        there += bytes > 0 ? bytes : 0;
        least = bytes >= 0 && bytes < least ? bytes : least;
        nodes += bytes >= 0;
    }
    if (wish->mode == MPOL_INTERLEAVE && nodes)
        there = least * nodes; /* the fullest node ends an even distribution */
    return nodes && there < all ? there : all;
}

/* The system puts a mapping right below the last one: whole large pages keep all of them at the
 * same place of such a page. */
static size_t whole_pages(size_t bytes, const struct memory_wish *wish)
{
    const size_t large = (size_t)1 << 21, reserved = wish ? (size_t)memory_wish_reserved(wish) : 0;
    const size_t page = reserved         ? reserved
                        : bytes >= large ? large
                                         : (size_t)sysconf(_SC_PAGESIZE);
    return (bytes + page - 1) / page * page;
}

static bool set_policy(void *memory, size_t bytes, int mode, uint64_t nodes, unsigned flags)
{
    const unsigned long mask = nodes;
    return mode == MPOL_DEFAULT ||
           syscall(SYS_mbind, memory, bytes, mode, mode == MPOL_LOCAL ? NULL : &mask,
                   mode == MPOL_LOCAL ? 0UL : (unsigned long)WORD_BITS + 1, flags) == 0;
}

bool memory_bind(void *memory, size_t bytes, int node)
{
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), first = (uintptr_t)memory;
    return set_policy((char *)memory - first % page, bytes + first % page, MPOL_BIND,
                      UINT64_C(1) << node, MPOL_MF_MOVE);
}

void *memory_take(size_t bytes, enum pages pages, const struct memory_wish *wish)
{
    const size_t room = whole_pages(bytes, wish);
    const struct page_wish *asked =
        wish && pages == PAGES_AS_THE_SYSTEM_HAS_IT ? wish->pages : NULL;
    const int reserved = asked && asked->bytes
                             ? MAP_HUGETLB | __builtin_ctzll((unsigned long long)asked->bytes)
                                                 << MAP_HUGE_SHIFT
                             : 0;
    void *memory =
        mmap(NULL, room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | reserved, -1, 0);
    if (memory == MAP_FAILED)
        return NULL;
    if (asked && !asked->bytes)
        (void)madvise(memory, room, asked->advice);
    if (pages != PAGES_AS_THE_SYSTEM_HAS_IT)
        (void)madvise(memory, room, pages == PAGES_LARGE ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);
    if (!wish || set_policy(memory, room, wish->mode, wish->nodes, 0))
        return memory;
    munmap(memory, room);
    return NULL;
}

void memory_release(void *memory, size_t bytes, const struct memory_wish *wish)
{
    munmap(memory, whole_pages(bytes, wish));
}

/* Where up to PAGES_LOOKED_AT pages of an array are. */
struct looked {
    int on[NODES_MAX]; /* how many on each node */
    int count;         /* on any */
};

static void look(const void *memory, size_t bytes, struct looked *looked)
{
    void *at[PAGES_LOOKED_AT];
    int status[PAGES_LOOKED_AT], count = 0;
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    const size_t pages = (bytes + page - 1) / page;
    const size_t step = pages > PAGES_LOOKED_AT ? pages / PAGES_LOOKED_AT : 1;
    *looked = (struct looked){.count = 0};
    for (size_t i = 0; i < pages && count < PAGES_LOOKED_AT; i += step, count++)
        at[count] = (char *)memory + (i + (size_t)count * SPREAD_BY % step) * page;
    if (syscall(SYS_move_pages, 0, (unsigned long)count, at, NULL, status, 0) != 0)
        return;
    for (int i = 0; i < count; i++)
        if (status[i] >= 0 && status[i] < NODES_MAX) {
            looked->on[status[i]]++;
            looked->count++;
        }
}

static void write_nodes(const struct looked *looked, char *text, size_t text_size)
{
    size_t used = 0;
    snprintf(text, text_size, "-");
    for (int node = 0; node < NODES_MAX && used < text_size; node++)
        if (looked->on[node] > 0 && looked->on[node] == looked->count)
            used += (size_t)snprintf(text + used, text_size - used, "node %d", node);
        else if (looked->on[node] > 0)
            used +=
                (size_t)snprintf(text + used, text_size - used, "%snode %d %d %%", used ? "; " : "",
                                 node, 100 * looked->on[node] / looked->count);
}

/* "0-1 3" */
static void write_mask(uint64_t nodes, char *text, size_t text_size)
{
    hwloc_bitmap_t set = hwloc_bitmap_alloc();
    hwloc_bitmap_from_ulong(set, nodes);
    hwloc_bitmap_list_snprintf(text, text_size, set);
    hwloc_bitmap_free(set);
    for (char *comma = strchr(text, ','); comma; comma = strchr(comma, ','))
        *comma = ' ';
}

static void write_policy(const void *memory, char *text, size_t text_size)
{
    static const char *const names[] = {[MPOL_DEFAULT] = "first touch",
                                        [MPOL_PREFERRED] = "preferred",
                                        [MPOL_BIND] = "bind",
                                        [MPOL_INTERLEAVE] = "interleave",
                                        [MPOL_LOCAL] = "local"};
    uint64_t mask[NODE_BITS / WORD_BITS] = {0};
    char nodes[128];
    int mode;
    const long error =
        syscall(SYS_get_mempolicy, &mode, mask, (unsigned long)NODE_BITS, memory, MPOL_F_ADDR);
    mode &= ~MPOL_MODE_FLAGS;
    snprintf(text, text_size, "-");
    if (error || mode < 0 || mode >= (int)(sizeof names / sizeof *names) || !names[mode])
        return;
    write_mask(mask[0], nodes, sizeof nodes);
    snprintf(text, text_size, "%s%s%s", names[mode], nodes[0] ? " " : "", nodes);
}

/* Pages of the mappings that hold an array, by /proc/self/smaps. */
struct page_sizes {
    int64_t kernel_bytes; /* of the mapping's smallest */
    int64_t there_kib;    /* in memory */
    int64_t large_kib;    /* of these in transparent large pages */
};

static void read_sizes(const void *memory, size_t bytes, struct page_sizes *sizes)
{
    char line[512];
    uintptr_t from, to;
    const uintptr_t first = (uintptr_t)memory, end = first + bytes;
    bool ours = false;
    long long kib;
    FILE *file = fopen("/proc/self/smaps", "r");
    *sizes = (struct page_sizes){.kernel_bytes = 0};
    while (file && fgets(line, sizeof line, file))
        if (sscanf(line, "%" SCNxPTR "-%" SCNxPTR " ", &from, &to) == 2) {
            if (from >= end)
                break;
            ours = to > first;
        } else if (ours && sscanf(line, "KernelPageSize: %lld", &kib) == 1)
            sizes->kernel_bytes = kib << 10;
        else if (ours && (sscanf(line, "Rss: %lld", &kib) == 1 ||
                          sscanf(line, "Private_Hugetlb: %lld", &kib) == 1))
            sizes->there_kib += kib;
        else if (ours && sscanf(line, "AnonHugePages: %lld", &kib) == 1)
            sizes->large_kib += kib;
    if (file)
        fclose(file);
}

static void write_sizes(const struct page_sizes *sizes, char *text, size_t text_size)
{
    const char *name = NULL;
    char small[32];
    for (size_t i = 0; i < sizeof page_wishes / sizeof *page_wishes; i++)
        if (page_wishes[i].bytes && page_wishes[i].bytes == sizes->kernel_bytes)
            name = page_wishes[i].words;
    const int share = sizes->there_kib ? (int)(100 * sizes->large_kib / sizes->there_kib) : 0;
    snprintf(small, sizeof small, "%lld KiB", (long long)sizes->kernel_bytes >> 10);
    if (sizes->kernel_bytes == 0 || sizes->there_kib == 0)
        snprintf(text, text_size, "-");
    else if (name || sizes->large_kib == 0)
        snprintf(text, text_size, "%s", name ? name : small);
    else
        snprintf(text, text_size, "2 MiB %d %%; %s", share, small);
}

void memory_see(const void *memory, size_t bytes, struct seen_memory *seen)
{
    struct looked looked;
    struct page_sizes sizes;
    look(memory, bytes, &looked);
    read_sizes(memory, bytes, &sizes);
    write_nodes(&looked, seen->nodes, sizeof seen->nodes);
    write_policy(memory, seen->policy, sizeof seen->policy);
    write_sizes(&sizes, seen->page_sizes, sizeof seen->page_sizes);
}

static bool nodes_hold(const struct memory_wish *wish, size_t bytes, const struct looked *looked)
{
    const int nodes = __builtin_popcountll(wish->nodes);
    const int64_t unit = wish->pages && wish->pages->bytes ? wish->pages->bytes : large_bytes;
    const bool even = wish->mode == MPOL_INTERLEAVE && (int64_t)bytes / unit >= (int64_t)8 * nodes;
    for (int node = 0; node < NODES_MAX; node++)
        if (!(wish->nodes >> node & 1) ? looked->on[node] > 0
                                       : even && looked->on[node] < looked->count / nodes / 2)
            return false;
    return looked->count > 0;
}

static bool sizes_hold(const struct page_wish *wish, size_t bytes, const struct page_sizes *sizes)
{
    if (wish->bytes)
        return sizes->kernel_bytes == wish->bytes;
    if (wish->advice == MADV_HUGEPAGE)
        return sizes->large_kib > 0 || (int64_t)bytes < 2 * large_bytes;
    return sizes->large_kib == 0 && sizes->kernel_bytes == sysconf(_SC_PAGESIZE);
}

int memory_check(const void *memory, size_t bytes, const struct memory_wish *wish, char *problem,
                 size_t problem_size)
{
    char nodes[128], seen[TEXT_MAX];
    struct looked looked;
    struct page_sizes sizes;
    if (wish->mode != MPOL_DEFAULT) {
        look(memory, bytes, &looked);
        if (!nodes_hold(wish, bytes, &looked)) {
            write_mask(wish->nodes, nodes, sizeof nodes);
            write_nodes(&looked, seen, sizeof seen);
            snprintf(problem, problem_size, "memory was requested %s node %s, and is on %.100s",
                     wish->mode == MPOL_INTERLEAVE ? "evenly on" : "on", nodes,
                     looked.count ? seen : "no node that the kernel names");
            return -EXDEV;
        }
    }
    if (!wish->pages)
        return 0;
    read_sizes(memory, bytes, &sizes);
    if (sizes_hold(wish->pages, bytes, &sizes))
        return 0;
    write_sizes(&sizes, seen, sizeof seen);
    snprintf(problem, problem_size, "--pages %s was requested, and the kernel gave pages of %.100s",
             wish->pages->name, seen);
    return -EXDEV;
}

struct memory_wish memory_wish_on(const struct memory_wish *wish, int node)
{
    return node < 0 ? *wish
                    : (struct memory_wish){
                          .mode = MPOL_BIND, .nodes = UINT64_C(1) << node, .pages = wish->pages};
}

/* Whether the kernel lets the process put a page on a node, and shows that it is there. */
static bool can_place(int node)
{
    char problem[TEXT_MAX];
    const struct memory_wish wish = {.mode = MPOL_BIND, .nodes = UINT64_C(1) << node};
    char *memory = memory_take(1, PAGES_AS_THE_SYSTEM_HAS_IT, &wish);
    if (!memory)
        return false;
    memory[0] = 1;
    const bool placed = memory_check(memory, 1, &wish, problem, sizeof problem) == 0;
    memory_release(memory, 1, &wish);
    return placed;
}

uint64_t memory_nodes(void)
{
    uint64_t mask[NODE_BITS / WORD_BITS] = {0};
    const long error =
        syscall(SYS_get_mempolicy, NULL, mask, (unsigned long)NODE_BITS, NULL, MPOL_F_MEMS_ALLOWED);
    return !error && mask[0] && can_place(__builtin_ctzll(mask[0])) ? mask[0] : 0;
}

static int find_pages(const char *text, struct memory_wish *wish, char *problem,
                      size_t problem_size)
{
    for (size_t i = 0; i < sizeof page_wishes / sizeof *page_wishes; i++)
        if (strcmp(text, page_wishes[i].name) == 0)
            wish->pages = &page_wishes[i];
    if (wish->pages)
        return 0;
    snprintf(problem, problem_size, "option --pages: %.60s: use 4k, 2m, 1g or transparent", text);
    return -EINVAL;
}

static int read_pages(const char *text, struct memory_wish *wish, char *problem,
                      size_t problem_size)
{
    char policy[32];
    const int error = find_pages(text, wish, problem, problem_size);
    if (error)
        return error;
    (void)memory_page_policy("", policy, sizeof policy);
    const bool none = wish->pages->bytes && memory_wish_free_bytes(wish) < wish->pages->bytes;
    if (none)
        snprintf(problem, problem_size,
                 "option --pages: %s: no pages of %s are reserved and free; as root, write how "
                 "many into /sys/kernel/mm/hugepages/hugepages-%" PRId64 "kB/nr_hugepages",
                 text, wish->pages->words, wish->pages->bytes >> 10);
    else if (wish->pages->advice == MADV_HUGEPAGE && policy[0] != 'a' && policy[0] != 'm')
        snprintf(problem, problem_size,
                 "option --pages: transparent: the system gives no transparent large pages "
                 "(/sys/kernel/mm/transparent_hugepage/enabled: %s)",
                 policy);
    else if (strcmp(text, "4k") == 0 && sysconf(_SC_PAGESIZE) != 4096)
        snprintf(problem, problem_size, "option --pages: 4k: this system's pages have %ld bytes",
                 sysconf(_SC_PAGESIZE));
    else
        return 0;
    return -EINVAL;
}

static int read_node(const char *text, struct memory_wish *wish, char *problem, size_t problem_size)
{
    char *end, nodes[128];
    const uint64_t there = memory_nodes();
    const long node = strtol(text + strlen("node:"), &end, 10);
    if (!text[strlen("node:")] || *end || node < 0 || node >= NODES_MAX || !(there >> node & 1)) {
        write_mask(there, nodes, sizeof nodes);
        snprintf(problem, problem_size,
                 "option --memory: %.60s: there is no such node with memory for this process; "
                 "there is %s",
                 text, there ? nodes : "none where the kernel lets it place memory");
        return -EINVAL;
    }
    wish->mode = MPOL_BIND;
    wish->nodes = UINT64_C(1) << node;
    return 0;
}

static int read_memory(const char *text, uint64_t near, struct memory_wish *wish, char *problem,
                       size_t problem_size)
{
    if (strncmp(text, "node:", strlen("node:")) == 0)
        return read_node(text, wish, problem, problem_size);
    if (strcmp(text, "interleave") == 0) {
        wish->mode = MPOL_INTERLEAVE;
        wish->nodes = memory_nodes();
    } else if (strcmp(text, "local") == 0) {
        wish->mode = MPOL_LOCAL;
        wish->nodes = near;
    } else if (strcmp(text, "first-touch") != 0) {
        snprintf(problem, problem_size,
                 "option --memory: %.60s: use local, interleave, node:N or first-touch", text);
        return -EINVAL;
    }
    return 0;
}

/* Takes and touches a page by the wish: what the kernel refuses, it refuses now. The calling thread
 * is not yet bound, so what is near it may be anywhere. */
static int try(const struct memory_wish *asked, char *problem, size_t problem_size)
{
    const struct memory_wish unbound = {MPOL_LOCAL, memory_nodes(), asked->pages};
    const struct memory_wish *wish = asked->mode == MPOL_LOCAL ? &unbound : asked;
    const size_t bytes = whole_pages(1, wish);
    char *memory = memory_take(bytes, PAGES_AS_THE_SYSTEM_HAS_IT, wish);
    if (!memory) {
        snprintf(problem, problem_size,
                 "option --%s: the kernel refuses it here: %s; in a container this may need more "
                 "rights",
                 wish->mode == MPOL_DEFAULT ? "pages" : "memory", strerror(errno));
        return -EINVAL;
    }
    memory[0] = 1;
    const int error = memory_check(memory, bytes, wish, problem, problem_size);
    memory_release(memory, bytes, wish);
    return error;
}

int memory_wish_read(const struct placing *placing, uint64_t near, struct memory_wish *wish,
                     char *problem, size_t problem_size)
{
    *wish = (struct memory_wish){.mode = MPOL_DEFAULT};
    int error =
        placing->memory ? read_memory(placing->memory, near, wish, problem, problem_size) : 0;
    if (!error && placing->pages)
        error = read_pages(placing->pages, wish, problem, problem_size);
    if (error || (wish->mode == MPOL_DEFAULT && !wish->pages))
        return error;
    return try(wish, problem, problem_size);
}

int memory_wish_check(const struct placing *placing, char *problem, size_t problem_size)
{
    static const char node[] = "node:";
    const char *memory = placing->memory;
    struct memory_wish wish = {.pages = NULL};
    const bool is_node = memory && strncmp(memory, node, strlen(node)) == 0 &&
                         memory[strlen(node)] &&
                         !memory[strlen(node) + strspn(memory + strlen(node), "0123456789")];
    const int error = memory && !is_node ? read_memory(memory, 0, &wish, problem, problem_size) : 0;
    return error || !placing->pages ? error
                                    : find_pages(placing->pages, &wish, problem, problem_size);
}

int memory_page_policy(const char *root, char *text, size_t text_size)
{
    char path[PATH_MAX], line[128] = "", word[32] = "-";
    snprintf(path, sizeof path, "%s/sys/kernel/mm/transparent_hugepage/enabled", root);
    errno = 0;
    FILE *file = fopen(path, "r");
    if (file && fgets(line, sizeof line, file) && strchr(line, '['))
        sscanf(strchr(line, '['), "[%31[^]]", word);
    if (file)
        fclose(file);
    const int error = !file && errno != ENOENT ? -errno : 0;
    snprintf(text, text_size, "%s", word);
    return error;
}
