/* What control groups and resource limits leave the process.
 *
 * How much memory the process may still take: by the system, by its control group and all groups
 * above that, and by its resource limits. Whatever is smallest is what a plan must keep to, for
 * beyond it the kernel ends the process.
 *
 * Files are read below `root`, "" for the machine itself, so that tests can read recorded ones. */
#ifndef WARPLINE_LIMITS_H
#define WARPLINE_LIMITS_H

#include <stdint.h>

enum { LIMIT_NAME_MAX = 192 };

struct memory_limits {
    int64_t all_bytes;  /* there are: the smallest limit, or the machine's memory; 0: not known */
    int64_t free_bytes; /* that can be taken now: the least that any limit leaves, 0 or more */
    /* What leaves the least: "control group /job_7", "ulimit -v", or "the machine". */
    char who[LIMIT_NAME_MAX];
};

/* Reads proc/meminfo, proc/self/{cgroup,mountinfo,limits,status} and the groups' files. Of a
 * group's memory, file pages that nobody has used for some time do not count as used: the kernel
 * drops them before it ends a process. What cannot be read does not limit. */
void limits_read(const char *root, struct memory_limits *limits);

/* How long the CPU quota of the process's control group, or of one above it, has stopped threads so
 * far, in ns: the most that one of them says in cpu.stat. All CPUs together; 0 where there is no
 * quota. */
double limits_throttled_ns(const char *root);

#endif
