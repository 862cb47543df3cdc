/* An index array whose entries stay inside windows of s.value[0] elements, a power of two. Entry
 * `i` lies in the window of element i; INSIDE is its place within that window. */
#ifndef WARPLINE_WINDOW_H
#define WARPLINE_WINDOW_H

#include "patterns/kernel/usual.h"

#define WINDOW       s.value[0]
#define WINDOW_BITS  __builtin_ctzll((unsigned long long)WINDOW)
#define INSIDE       (i & (WINDOW - 1))
#define INDEX_LENGTH s.elements
#define IN_LENGTH    s.elements
#define OUT_LENGTH   s.elements

#define WINDOW_PARAMETER(how)                                                                     \
    {                                                                                             \
        .name = "window", .help = "elements within which indices are " how "; 1: out[i] = in[i]", \
        .low = 1, .high = INT64_C(1) << 31, .standard = 1024, .power_of_two = true                \
    }

#endif
