/* Structs of s.value[1] fields, of which s.value[0] are used. Each number of used fields has its
 * own loop body. */
#ifndef WARPLINE_STRUCTS_H
#define WARPLINE_STRUCTS_H

#include "patterns/kernel/usual.h"

#define USED     s.value[0]
#define MEMBERS  s.value[1]
#define VARIANT  USED
#define VARIANTS 8
#define FIELDS   variant

#define USED_PARAMETER(text, bound)                                                          \
    {                                                                                        \
        .name = "used", .help = text, .low = 1, .high = 8, .standard = 1, .not_above = bound \
    }
#define MEMBERS_PARAMETER(text)                                             \
    {                                                                       \
        .name = "members", .help = text, .low = 1, .high = 8, .standard = 8 \
    }

#endif
