/* The worker's stretch, with what is left over after whole blocks, at once. Included once for each
 * element size.
 *
 *   ON_CPU   what is done to it, over `to` and `from`, pointers to its elements, and `bytes` */
INLINED void whole_blocks(const struct part p)
{
    const struct share mine = p.share;
    const int variant = p.variant;
    const int64_t block = (int64_t)WARP_LANES * ROWS;
    const int64_t first = mine.first_block * block, all = p.shape.elements;
    const int64_t last = mine.tail_first < all ? all : mine.last_block * block;
    const element *from = p.in + first;
    element *to = p.out + first;
    const size_t bytes = (size_t)(last - first) * BYTES;
    (void)from, (void)to, (void)bytes, (void)variant;
    ON_CPU;
}
