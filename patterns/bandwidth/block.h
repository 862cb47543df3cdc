/* Patterns that are one block operation on everything: on a CPU each worker calls the C library for
 * its own stretch (body/stretch.h: ON_CPU), on a GPU the driver is called for all of it
 * (kernel/driver.h: CALL). */
#ifndef WARPLINE_BLOCK_H
#define WARPLINE_BLOCK_H

#include "patterns/kernel/usual.h"

#include <string.h>

#define SCHEDULE STATIC
#define TAIL     0
#define BODY     "patterns/kernel/body/stretch.h"
#define KERNEL   BY_SIDE("patterns/kernel/kernel.h", "patterns/kernel/driver.h")

#endif
