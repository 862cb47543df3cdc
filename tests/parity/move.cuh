// Twins of patterns that pass elements on: field f of step i from in[load(i, f)] to out[store(i,
// f)]. A thread handles EACH steps, a block's width apart: it loads all, then stores all.
#ifndef WARPLINE_PARITY_MOVE_CUH
#define WARPLINE_PARITY_MOVE_CUH

#include "twin.cuh"

struct Always {
    __device__ bool operator()(size_t) const
    {
        return true;
    }
};

template <int EACH, int FIELDS, class T, class Load, class Store, class Active>
__global__ void move(T *__restrict__ out, const T *__restrict__ in, size_t n, Load load,
                     Store store, Active active)
{
    const size_t first = blockIdx.x * (size_t)blockDim.x * EACH + threadIdx.x;
    T value[EACH][FIELDS];
    size_t place[EACH][FIELDS]; // found before the first store: it may need a separate load
#pragma unroll
    for (int e = 0; e < EACH; e++) {
        const size_t i = first + e * blockDim.x;
#pragma unroll
        for (int f = 0; f < FIELDS; f++)
            if (i < n && active(i)) {
                value[e][f] = in[load(i, f)];
                place[e][f] = store(i, f);
            }
    }
#pragma unroll
    for (int e = 0; e < EACH; e++) {
        const size_t i = first + e * blockDim.x;
#pragma unroll
        for (int f = 0; f < FIELDS; f++)
            if (i < n && active(i))
                out[place[e][f]] = value[e][f];
    }
}

// The same in a loop that steps by the number of all threads, as many as the GPU holds at once.
template <int FIELDS, class T, class Load, class Store, class Active>
__global__ void move_in_loop(T *__restrict__ out, const T *__restrict__ in, size_t n, Load load,
                             Store store, Active active)
{
    const size_t threads = gridDim.x * (size_t)blockDim.x;
#pragma unroll 4
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += threads)
#pragma unroll
        for (int f = 0; f < FIELDS; f++)
            if (active(i))
                out[store(i, f)] = in[load(i, f)];
}

__device__ inline bool operator==(uint4 a, uint4 b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z && a.w == b.w;
}

template <int FIELDS, class T, class Load, class Store, class Active = Always>
bool moved(size_t n, Load load, Store store, Active active = {})
{
    T *out = out_of<T>();
    const T *in = in_of<T>();
    return holds(n, [=] __device__(size_t i) {
        bool right = true;
        for (int f = 0; f < FIELDS && active(i); f++)
            right = right && out[store(i, f)] == in[load(i, f)];
        return right;
    });
}

template <int FIELDS, class T, class Load, class Store, class Active = Always>
void move_twins(const Point &point, size_t n, Load load, Store store, Active active = {})
{
    T *out = out_of<T>();
    const T *in = in_of<T>();
    auto right = [=] { return moved<FIELDS, T>(n, load, store, active); };
    twin(
        point, "one-a-thread",
        [=] { move<1, FIELDS><<<blocks(n, 256), 256>>>(out, in, n, load, store, active); }, right);
    twin(
        point, "four-a-thread",
        [=] { move<4, FIELDS><<<blocks(n, 1024), 256>>>(out, in, n, load, store, active); }, right);
    if constexpr (FIELDS == 1)
        twin(
            point, "eight-a-thread",
            [=] { move<8, FIELDS><<<blocks(n, 2048), 256>>>(out, in, n, load, store, active); },
            right);
    twin(
        point, "grid-stride",
        [=] {
            move_in_loop<FIELDS>
                <<<(unsigned)multiprocessors() * 8, 256>>>(out, in, n, load, store, active);
        },
        right);
}

#endif
