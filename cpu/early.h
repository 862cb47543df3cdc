/* The state that the process was started with, read before any library's constructor runs.
 *
 * libgomp's constructor reads OMP_PROC_BIND, OMP_PLACES and GOMP_CPU_AFFINITY and binds the first
 * thread to one core, so main would find a process of one core. The executable's own .preinit_array
 * runs earlier: ld.so calls it ahead of the constructors of all libraries. */
#ifndef WARPLINE_EARLY_H
#define WARPLINE_EARLY_H

#include <hwloc.h>
#include <stdbool.h>
#include <stddef.h>

/* Writes the hardware threads that the process was started with into `cpus`. False if they were
 * not recorded: in a build whose start-up code does not call .preinit_array. */
bool early_cpus(hwloc_bitmap_t cpus);

/* Names the set variables that make libgomp bind threads: "OMP_PROC_BIND=true, OMP_PLACES=cores";
 * "" where none is set. Returns text. */
const char *early_binding_asked(char *text, size_t text_size);

#endif
