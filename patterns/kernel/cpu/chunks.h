/* A CPU's worker has its share and takes nothing: kernel/gpu/chunks.h has the same names. */
#ifndef WARPLINE_CPU_CHUNKS_H
#define WARPLINE_CPU_CHUNKS_H

#include "patterns/kernel/share.h"

static inline bool schedule_is_dynamic(const struct share mine)
{
    (void)mine;
    return false;
}

static inline struct share dynamic_share(struct share mine, struct notes *notes, int64_t passes)
{
    (void)notes, (void)passes;
    return mine;
}

#endif
