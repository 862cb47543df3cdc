/* Two workers hand one cell to and fro: each waits until the count in it is even or odd, as is its
 * turn, and adds 1 by compare-and-swap. A pattern defines
 *
 *   HANDOVERS   of a pass, an even number */
#ifdef BYTES

INLINED void all_tiles(const struct work w)
{
    const element turn = (element)(w.share.thread & 1);
    element count = turn;
    for (int64_t i = 0; i < HANDOVERS / 2; i++)
        while (!__atomic_compare_exchange_n(w.out, &count, count + 1, true, __ATOMIC_ACQ_REL,
                                            __ATOMIC_RELAXED))
            count = (count & ~(element)1) | turn;
}

#else

static void requests(const struct walk *w)
{
    struct request request = {
        .array = ARRAY_OUT, .access = ACCESS_ATOMIC, .element_bytes = w->element_bytes};
    for (int lane = 0; lane < LANES; lane++)
        request.element[lane] = lane ? -1 : 0;
    w->visit(w->with, &request);
}

#endif
