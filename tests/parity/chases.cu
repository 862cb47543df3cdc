// Pointer chases by one thread, through the same places in the same order as patterns/latency/cycle.h has:
// by indices of 32 bits, and by pointers. A launch continues where the last one stopped, and is long,
// so that what starting it takes does not show.
#include "twin.cuh"

constexpr int STEPS = 1 << 18; // of a launch

// Where chases go: number j of the cycle is at place cycle(j).
struct Cycle {
    size_t nodes, distance; // entries from node to node
    bool shifted;           // each by one line of 128 bytes more, round and round
    bool in_order;
    __host__ __device__ uint32_t operator()(size_t j) const
    {
        int bits = 0;
        while ((size_t(1) << bits) < nodes)
            bits++;
        j &= nodes - 1;
        const size_t node = in_order ? j : permuted(j, bits);
        return (uint32_t)(node * distance + (shifted ? node % (distance / 32) * 32 : 0));
    }
};

__device__ static uint32_t start_of(const uint32_t *state, uint32_t start)
{
    return *state == 0xa5a5a5a5u ? start : *state;
}

__global__ void chase_plain(uint32_t *state, const uint32_t *next, uint32_t start)
{
    uint32_t at = start_of(state, start);
#pragma unroll 16
    for (int step = 0; step < STEPS; step++)
        at = next[at];
    *state = at;
}

__global__ void chase_read_only(uint32_t *state, const uint32_t *__restrict__ next, uint32_t start)
{
    uint32_t at = start_of(state, start);
#pragma unroll 16
    for (int step = 0; step < STEPS; step++)
        at = __ldg(&next[at]);
    *state = at;
}

__global__ void chase_pointers(uint32_t *state, uint32_t *next, uint32_t start)
{
    void **at = (void **)&next[start_of(state, start)];
#pragma unroll 64
    for (int step = 0; step < STEPS; step++)
        at = (void **)*at;
    *state = (uint32_t)((uint32_t *)at - next);
}

// The same, said to be in global memory: a pointer out of memory might be to anywhere.
__global__ void chase_global(uint32_t *state, uint32_t *next, uint32_t start)
{
    unsigned long long at = (unsigned long long)&next[start_of(state, start)];
#pragma unroll 64
    for (int step = 0; step < STEPS; step++)
        at = __ldca((const unsigned long long *)at);
    *state = (uint32_t)((uint32_t *)at - next);
}

static void chase(const char *pattern, long long value, Cycle cycle)
{
    const Point p = point(pattern, 4, STEPS, 4, value, true);
    if (!wanted(p))
        return;
    uint32_t *next = index_memory(), *state = out_of<uint32_t>();
    const uint32_t start = cycle(0), end = cycle(STEPS);
    auto right = [=] { return holds(1, [=] __device__(size_t) { return *state == end; }); };
    for_each(cycle.nodes, [=] __device__(size_t j) { next[cycle(j)] = cycle(j + 1); });
    twin(
        p, "plain", [=] { chase_plain<<<1, 1>>>(state, next, start); }, right);
    twin(
        p, "read-only-path", [=] { chase_read_only<<<1, 1>>>(state, next, start); }, right);
    for_each(cycle.nodes, [=] __device__(size_t j) {
        *(uint32_t **)&next[cycle(j)] = &next[cycle(j + 1)];
    });
    twin(
        p, "pointers", [=] { chase_pointers<<<1, 1>>>(state, next, start); }, right);
    twin(
        p, "global-pointers", [=] { chase_global<<<1, 1>>>(state, next, start); }, right);
}

void chases()
{
    const size_t pages = 4096; /* of a line each: more than an L1 holds */
    for (int bits : {12, 14, 17, 20, 23, 25, 28, 30})
        chase("chase", 1 << bits, Cycle{(size_t)1 << (bits - 7), 32, false, false});
    for (int bits : {20, 28})
        chase("chase_in_order", 1 << bits, Cycle{(size_t)1 << (bits - 7), 32, false, true});
    chase("pages_small", pages, Cycle{pages, 1024, true, false});
    chase("pages_large", pages, Cycle{pages, 1024, true, false});
    chase("pages_64k", pages, Cycle{pages, 16384, true, false});
    chase("pages_far", pages, Cycle{pages, 524288, true, false});
}
