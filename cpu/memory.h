/* Host memory: how much is free, and where its pages are. */
#ifndef WARPLINE_MEMORY_H
#define WARPLINE_MEMORY_H

#include "cpu/topology.h"
#include "patterns/pattern.h"

/* Total bytes of memory and bytes that can be taken now: as the system says, or what the smallest
 * limit leaves (cpu/limits.h). (hwloc's own sizes are stale on machines that grow.) */
int64_t memory_all_bytes(void);
int64_t memory_free_bytes(void);

/* Pages for `bytes`, not yet touched, so each lands on the node of the thread that touches it
 * first; NULL if there are none. Released with memory_release. The system's policy decides
 * whether large pages are available: PAGES_LARGE requests them, PAGES_SMALL forbids them. */
void *memory_take(size_t bytes, enum pages pages);
void memory_release(void *memory, size_t bytes);

/* Writes the NUMA nodes of an array's pages: "node 0", "node 0 50 %; node 1 50 %", or "-" if the
 * system does not say. Samples up to 256 pages spread evenly over the array. */
void memory_locate(const struct topology *topology, const void *memory, size_t bytes, char *text,
                   size_t text_size);

/* The system's policy on large pages: "always", "madvise", "never" or "-". */
void memory_page_policy(char *text, size_t text_size);

#endif
