/* Looks a key up in a table that is half full: every even slot. */
enum { slots = 65536 };
static unsigned slot_of(unsigned key, long slots)
{
    return key * 8 % (unsigned)slots;
}
void look_up(long i, long n, int *steps, const unsigned *key, const unsigned *table, long slots)
{
    unsigned slot = slot_of(key[i], slots);
    int count = 0;
    while (table[slot] && table[slot] != key[i]) {
        slot = (slot + 1) % (unsigned)slots;
        count++;
    }
    steps[i] = count;
}
void init(long n, int *steps, unsigned *key, unsigned *table, long slots)
{
    for (long i = 0; i < n; i++)
        key[i] = (unsigned)i;
    for (long i = 0; i < slots; i++)
        table[i] = i % 2 ? 0 : 0xffffffff;
}
/* line, access, array: requests of a warp; lanes, sectors and lines of each, by hand
 * 9 reads key 1 32 4 1
 * 11 reads table 1 32 32 8
 * 11 reads table 1 32 32 8
 * 15 writes steps 1 32 4 1 */
