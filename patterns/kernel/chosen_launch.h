/* Patterns that choose their launch: s.value[0] teams for each multiprocessor and s.value[1]
 * threads of each team, on a CPU the second alone. */
#ifndef WARPLINE_CHOSEN_LAUNCH_H
#define WARPLINE_CHOSEN_LAUNCH_H

#include "patterns/kernel/usual.h"

#define CHOOSES_LAUNCH 1

#define TEAMS_PARAMETER                                                                    \
    {                                                                                      \
        .name = "teams", .help = "teams for each multiprocessor; a CPU has one", .low = 0, \
        .high = 8, .standard = 0                                                           \
    }
#define THREADS_PARAMETER                                                                      \
    {                                                                                          \
        .name = "threads", .help = "warps of a team, or cores; 0: as many as can run at once", \
        .low = 0, .high = 1024, .standard = 0                                                  \
    }

#endif
