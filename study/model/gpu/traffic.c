#include "study/model/gpu/traffic.h"

/* Most lanes are in address order, so the last sector found is tried first. */
static int find_sector(struct sectors *sectors, uint64_t number)
{
    for (int i = sectors->count - 1; i >= 0; i--)
        if (sectors->number[i] == number)
            return i;
    sectors->number[sectors->count] = number;
    sectors->bytes[sectors->count] = 0;
    return sectors->count++;
}

/* The number of different groups of `group` sectors. */
static int count_groups(const struct sectors *sectors, uint64_t group)
{
    int groups = 0;
    for (int i = 0; i < sectors->count; i++) {
        bool seen = false;
        for (int k = i - 1; k >= 0 && !seen; k--)
            seen = sectors->number[k] / group == sectors->number[i] / group;
        groups += !seen;
    }
    return groups;
}

int traffic_pages(const struct sectors *sectors)
{
    return count_groups(sectors, GPU_PAGE_BYTES / SECTOR_BYTES);
}

void traffic_sectors(const struct request *request, uint64_t base, struct sectors *sectors)
{
    const uint32_t element = request->element_bytes < SECTOR_BYTES
                                 ? (UINT32_C(1) << request->element_bytes) - 1
                                 : UINT32_MAX;
    sectors->count = sectors->lanes = 0;
    for (int lane = 0; lane < WARP_LANES; lane++) {
        if (request->element[lane] < 0)
            continue;
        const uint64_t byte = base + (uint64_t)(request->element[lane] * request->element_bytes);
        sectors->bytes[find_sector(sectors, byte / SECTOR_BYTES)] |= element << byte % SECTOR_BYTES;
        sectors->lanes++;
    }
    sectors->lines = count_groups(sectors, SECTORS_OF_LINE);
}

/* The largest number of different words in one bank among the lanes `first` to `last` - 1. */
static int most_words(const struct request *request, int first, int last)
{
    int64_t words[BANKS][WARP_LANES];
    int count[BANKS] = {0}, most = 0;
    const int parts =
        request->element_bytes <= BANK_BYTES ? 1 : request->element_bytes / BANK_BYTES;
    for (int lane = first; lane < last; lane++)
        for (int part = 0; part < parts && request->element[lane] >= 0; part++) {
            const int64_t word =
                request->element[lane] * request->element_bytes / BANK_BYTES + part;
            const int bank = (int)(word % BANKS);
            int i = 0;
            while (i < count[bank] && words[bank][i] != word)
                i++;
            words[bank][i] = word;
            count[bank] += i == count[bank];
            most = count[bank] > most ? count[bank] : most;
        }
    return most;
}

int traffic_conflict_degree(const struct request *request)
{
    const int phases =
        request->element_bytes <= BANK_BYTES ? 1 : request->element_bytes / BANK_BYTES;
    const int lanes = WARP_LANES / phases;
    int degree = 0;
    for (int phase = 0; phase < phases; phase++)
        degree += most_words(request, phase * lanes, (phase + 1) * lanes);
    return degree;
}
