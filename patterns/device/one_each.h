/* The body of launch: one element for each logical thread. */
#ifdef BYTES
INLINED void all_tiles(const struct work w)
{
#pragma omp simd
    for (int lane = 0; lane < LANE_THREADS; lane++)
        w.out[w.share.thread + lane] = w.in[w.share.thread + lane];
}
#else
#define requests NULL
#endif
