/* Chases through s.value[0] bytes, a node in every 128, s.value[1] of them at once. */
#ifndef WARPLINE_FOOTPRINT_CHASE_H
#define WARPLINE_FOOTPRINT_CHASE_H

#include "chase.h"

#define NODES        (s.value[0] / 128)
#define PLACE(n)     ((n)*32)
#define INDEX_LENGTH (s.value[0] / 4)
#define CHAINS       s.value[1]
#define VARIANT      (__builtin_ctzll((unsigned long long)CHAINS) + 1)
#define VARIANTS     6

#endif
