/* Host memory: how much is free, on which nodes and in which pages it shall be, and where it is. */
#ifndef WARPLINE_MEMORY_H
#define WARPLINE_MEMORY_H

#include "patterns/target.h"

/* Total bytes of memory and bytes that can be taken now: as the system says, or what the smallest
 * limit leaves (cpu/limits.h). (hwloc's own sizes are stale on machines that grow.) */
int64_t memory_all_bytes(void);
int64_t memory_free_bytes(void);

/* The NUMA nodes that the process may put memory on, a bit each, as the system numbers them. 0 if
 * the kernel refuses that, or does not show where memory is, as it may in a container. */
uint64_t memory_nodes(void);

/* Bytes of that node, in all and free, file pages that the kernel can drop included; -1: the system
 * does not say. */
int64_t memory_node_bytes(int node);
int64_t memory_node_free_bytes(int node);

/* Where memory shall be, and in which pages: --memory and --pages, read. */
struct memory_wish {
    int mode;       /* of <linux/mempolicy.h>; MPOL_DEFAULT: as the process was started */
    uint64_t nodes; /* for that mode; of MPOL_LOCAL, where its pages may be: near the workers */
    const struct page_wish *pages; /* NULL: as the system has it */
};

/* Reads --memory and --pages for workers near those nodes. Returns 0, or -EINVAL with a line in
 * `problem` that names the option and what would do: also where the machine lacks the node, or has
 * no such pages to give. */
int memory_wish_read(const struct placing *placing, uint64_t near, struct memory_wish *wish,
                     char *problem, size_t problem_size);

/* Whether --memory and --pages are written well, for a machine that is not this one. 0, or -EINVAL
 * as above. */
int memory_wish_check(const struct placing *placing, char *problem, size_t problem_size);

/* The bytes of a page, if it wants pages that are reserved for it; else 0. */
int64_t memory_wish_reserved(const struct memory_wish *wish);

/* The same wish, but all on one node. */
struct memory_wish memory_wish_on(const struct memory_wish *wish, int node);

/* Bytes that can be taken now by that wish. */
int64_t memory_wish_free_bytes(const struct memory_wish *wish);

/* Pages for `bytes`, not yet touched, so without a wish each lands on the node of the thread that
 * touches it first; NULL if there are none. Released with memory_release and the same wish. The
 * system's policy decides whether large pages are available: PAGES_LARGE requests them, PAGES_SMALL
 * forbids them; a wish for pages counts only without either. */
void *memory_take(size_t bytes, enum pages pages, const struct memory_wish *wish);
void memory_release(void *memory, size_t bytes, const struct memory_wish *wish);

/* Makes pages land on one node, and moves those that are there already. False if the kernel
 * refuses. */
bool memory_bind(void *memory, size_t bytes, int node);

/* What the kernel says of these pages; up to 256 spread over the array are looked up, each at an
 * odd place of its part, since interleaved nodes alternate. */
void memory_see(const void *memory, size_t bytes, struct seen_memory *seen);

/* Whether the pages are as the wish has them: 0, or -EXDEV with a line in `problem` that says what
 * was requested and what was seen. Pages that nobody touched are nowhere. */
int memory_check(const void *memory, size_t bytes, const struct memory_wish *wish, char *problem,
                 size_t problem_size);

/* The system's policy on large pages: "always", "madvise", "never" or "-", read below `root`, ""
 * for the machine itself. 0, or a negative errno if it cannot be read now. */
int memory_page_policy(const char *root, char *text, size_t text_size);

#endif
