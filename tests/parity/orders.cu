// Several elements to each thread: a run of neighbours, or a row's distance apart. Each thread
// loads its elements one by one or all before it stores, and takes one run or several.
#include "twin.cuh"

constexpr size_t ARRAY_BYTES = 1000000000;

// Element k of thread t.
template <int RUN> struct Neighbours {
    __device__ size_t operator()(size_t t, int k) const
    {
        return t * RUN + k;
    }
};

template <int RUN> struct RowsApart {
    __device__ size_t operator()(size_t t, int k) const
    {
        return t / 32 * 32 * RUN + k * 32 + t % 32;
    }
};

template <int RUN, bool LOADS, class Place>
__global__ void runs_at_once(uint32_t *__restrict__ out, const uint32_t *__restrict__ in,
                             size_t runs, Place place)
{
    for (size_t t = blockIdx.x * (size_t)blockDim.x + threadIdx.x; t < runs;
         t += gridDim.x * (size_t)blockDim.x) {
        uint32_t value[RUN];
#pragma unroll
        for (int k = 0; k < RUN; k++)
            value[k] = LOADS ? in[place(t, k)] : 0;
#pragma unroll
        for (int k = 0; k < RUN; k++)
            out[place(t, k)] = value[k];
    }
}

template <int RUN, bool LOADS, class Place>
__global__ void runs_one_by_one(uint32_t *__restrict__ out, const uint32_t *__restrict__ in,
                                size_t runs, Place place)
{
    for (size_t t = blockIdx.x * (size_t)blockDim.x + threadIdx.x; t < runs;
         t += gridDim.x * (size_t)blockDim.x)
#pragma unroll 1
        for (int k = 0; k < RUN; k++)
            out[place(t, k)] = LOADS ? in[place(t, k)] : 0;
}

template <int RUN, bool LOADS, class Place> static void runs_of(const char *pattern, Place place)
{
    const size_t runs = ARRAY_BYTES / 4 / 32 / RUN * 32, n = runs * RUN;
    Point p = point(pattern, 4, n, LOADS ? 8 : 4, RUN);
    if (!wanted(p))
        return;
    uint32_t *out = out_of<uint32_t>();
    const uint32_t *in = in_of<uint32_t>();
    const unsigned some = (unsigned)multiprocessors() * 8;
    auto right = [=] {
        return holds(n, [=] __device__(size_t i) { return out[i] == (LOADS ? in[i] : 0); });
    };
    twin(
        p, "at-once",
        [=] { runs_at_once<RUN, LOADS><<<blocks(runs, 256), 256>>>(out, in, runs, place); }, right);
    twin(
        p, "one-by-one",
        [=] { runs_one_by_one<RUN, LOADS><<<blocks(runs, 256), 256>>>(out, in, runs, place); },
        right);
    twin(
        p, "grid-stride", [=] { runs_at_once<RUN, LOADS><<<some, 256>>>(out, in, runs, place); },
        right);
}

void orders()
{
    runs_of<1, true>("order", Neighbours<1>());
    runs_of<16, true>("order", Neighbours<16>());
    runs_of<4, false>("order_clear", Neighbours<4>());
    runs_of<4, true>("cyclic", RowsApart<4>());
    runs_of<4, false>("cyclic_clear", RowsApart<4>());
}
