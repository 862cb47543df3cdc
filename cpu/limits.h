/* What control groups and resource limits leave the process.
 *
 * The memory that the process may still take is limited by the system, by its control group and all
 * groups above that, and by its resource limits. A plan must fit the smallest of these, because the
 * kernel kills a process that exceeds it.
 *
 * Files are read below `root`, "" for the machine itself, so that tests can read recorded ones. */
#ifndef WARPLINE_LIMITS_H
#define WARPLINE_LIMITS_H

#include <stdint.h>

enum { LIMIT_NAME_MAX = 192 };

struct memory_limits {
    int64_t all_bytes;  /* in all: the smallest limit, or the machine's memory; 0: unknown */
    int64_t free_bytes; /* that can be taken now: the smallest rest of any limit, 0 or more */
    /* The limit with the smallest rest: "control group /job_7", "ulimit -v", or "the machine". */
    char who[LIMIT_NAME_MAX];
};

/* Reads proc/meminfo, proc/self/{cgroup,mountinfo,limits,status} and the groups' files. File pages
 * of a group that have not been used for some time do not count as used: the kernel drops them
 * before it kills a process. A file that cannot be read sets no limit. */
void limits_read(const char *root, struct memory_limits *limits);

/* How long the CPU quota of the process's control group, or of one above it, has stopped threads so
 * far, in ns: the largest value in any cpu.stat, over all CPUs together. 0 if there is no
 * quota. */
double limits_throttled_ns(const char *root);

#endif
