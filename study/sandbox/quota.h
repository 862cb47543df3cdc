/* What the kernel limits for each process and each file alone: the memory of all processes of a
 * sandbox, and all files in the folder that it may write to. The caller looks from outside, again
 * and again, and ends the sandbox in time. */
#ifndef WARPLINE_QUOTA_H
#define WARPLINE_QUOTA_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct quota {
    int64_t memory_most;  /* bytes of all processes */
    const char *written;  /* a folder; NULL: none */
    int64_t written_most; /* bytes that it may have, with those from before */
    char passed[64];      /* the limit that was passed, as a clause */
};

/* The bytes of the files in a folder and below; INT64_MAX if some cannot be seen. */
int64_t quota_folder_bytes(const char *folder);

/* Looks at a process and all that descend from it. The clause of a limit that they have passed, or
 * NULL. Needs /proc/PID/task/TID/children; without it, the machine's memory is watched alone. */
const char *quota_passed(pid_t id, void *quota);

#endif
