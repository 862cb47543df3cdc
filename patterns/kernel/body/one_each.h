/* One element for each logical thread. Included once for each element size. */
INLINED void whole_blocks(const struct part p)
{
#pragma omp simd
    for (int lane = 0; lane < LANE_THREADS; lane++)
        p.out[p.share.thread + lane] = p.in[p.share.thread + lane];
}
