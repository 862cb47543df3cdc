/* Host memory: how much is free, where its pages are. */
#ifndef WARPLINE_MEMORY_H
#define WARPLINE_MEMORY_H

#include "cpu/topology.h"
#include "patterns/pattern.h"

/* Bytes of memory that there are and that could be taken now: the system's word, or what the
 * smallest limit leaves (cpu/limits.h). (hwloc's own sizes are stale on machines that grow.) */
int64_t memory_all_bytes(void);
int64_t memory_free_bytes(void);

/* Pages for `bytes`, not yet touched, so that they come to the node of the thread that touches them
 * first; NULL where there are none. Released with memory_release. Whether large pages can be had is
 * the system's policy: PAGES_LARGE asks for them, PAGES_SMALL forbids them. */
void *memory_take(size_t bytes, enum pages pages);
void memory_release(void *memory, size_t bytes);

/* Writes the NUMA nodes of an array's pages: "node 0", "node 0 50 %; node 1 50 %", or "-" where the
 * system does not tell. Looks at up to 256 pages evenly over the array. */
void memory_locate(const struct topology *topology, const void *memory, size_t bytes, char *text,
                   size_t text_size);

/* The system's policy on large pages: "always", "madvise", "never" or "-". */
void memory_page_policy(char *text, size_t text_size);

#endif
