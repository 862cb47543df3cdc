/* A block's loads, then its stores: load_store.h, rows.h, neighbours.h and others. */
static void requests(const struct walk *w)
{
    const int used = (int)fields(w->shape);
    for (int row = 0; row < w->rows; row++)
        for (int field = 0; field < used; field++)
            for (int load = 0; load < LOADS; load++)
                walk_row(w, row, field, load);
    for (int row = 0; row < w->rows; row++)
        for (int field = 0; field < used; field++)
            walk_row(w, row, field, WALK_STORE);
}
