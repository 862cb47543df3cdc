/* What follow.h asks for: a block of the walk is one step of each chain. */
static void requests(const struct walk *w)
{
    const struct shape s = *w->shape;
    for (int64_t chain = 0; chain < CHAINS; chain++) {
        struct request request = {.array = ARRAY_INDEX, .access = ACCESS_LOAD, .element_bytes = 4};
        for (int lane = 0; lane < WARP_LANES; lane++)
            request.element[lane] = lane ? -1 : CYCLE(START(chain) + w->block);
        w->visit(w->with, &request);
    }
}
