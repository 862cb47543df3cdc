// Access through an array of indices, the same as patterns/indexed/gather.c and its neighbours make.
#include "move.cuh"

constexpr size_t ELEMENTS = size_t(1) << 28; // arrays of 1 GiB

template <class Index> static void index_holds(Index index)
{
    uint32_t *to = index_memory();
    for_each(ELEMENTS, [=] __device__(size_t i) { to[i] = (uint32_t)index(i); });
}

// Where element i lies in its window of 2^bits.
struct Permuted {
    int bits;
    __device__ size_t operator()(size_t i) const
    {
        const size_t inside = i & ((size_t(1) << bits) - 1);
        return i - inside + permuted(inside, bits);
    }
};

struct Reversed {
    int bits;
    __device__ size_t operator()(size_t i) const
    {
        return i ^ ((size_t(1) << bits) - 1);
    }
};

struct Repeated {
    int bits;
    __device__ size_t operator()(size_t i) const
    {
        const size_t mask = (size_t(1) << bits) - 1;
        return (i & ~mask) + (random_word(i) & mask);
    }
};

struct Same {
    __device__ size_t operator()(size_t i, int) const
    {
        return i;
    }
};

struct Indexed {
    const uint32_t *__restrict__ index;
    __device__ size_t operator()(size_t i, int) const
    {
        return index[i];
    }
};

// Four neighbouring indices in one access.
__global__ void gather_four(uint4 *__restrict__ out, const uint32_t *__restrict__ in,
                            const uint4 *__restrict__ index, size_t n)
{
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i >= n / 4)
        return;
    uint4 place = index[i];
    out[i] = make_uint4(in[place.x], in[place.y], in[place.z], in[place.w]);
}

__global__ void scatter_four(uint32_t *__restrict__ out, const uint4 *__restrict__ in,
                             const uint4 *__restrict__ index, size_t n)
{
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i >= n / 4)
        return;
    uint4 place = index[i], value = in[i];
    out[place.x] = value.x;
    out[place.y] = value.y;
    out[place.z] = value.z;
    out[place.w] = value.w;
}

template <class Index> static void gather_of(const Point &p, Index index)
{
    index_holds(index);
    const Indexed indexed = {index_memory()};
    move_twins<1, uint32_t>(p, ELEMENTS, indexed, Same());
    twin(
        p, "four-neighbours-a-thread",
        [] {
            gather_four<<<blocks(ELEMENTS / 4, 256), 256>>>(
                out_of<uint4>(), in_of<uint32_t>(), (const uint4 *)index_memory(), ELEMENTS);
        },
        [=] { return moved<1, uint32_t>(ELEMENTS, indexed, Same()); });
}

template <class Index> static void scatter_of(const Point &p, Index index)
{
    index_holds(index);
    const Indexed indexed = {index_memory()};
    move_twins<1, uint32_t>(p, ELEMENTS, Same(), indexed);
    twin(
        p, "four-neighbours-a-thread",
        [] {
            scatter_four<<<blocks(ELEMENTS / 4, 256), 256>>>(
                out_of<uint32_t>(), in_of<uint4>(), (const uint4 *)index_memory(), ELEMENTS);
        },
        [=] { return moved<1, uint32_t>(ELEMENTS, Same(), indexed); });
}

void indexed()
{
    for (int bits : {5, 16, 28}) {
        const long long window = 1LL << bits;
        const Point p[] = {point("gather", 4, ELEMENTS, 8, window),
                           point("gather_reversed", 4, ELEMENTS, 8, window),
                           point("gather_repeated", 4, ELEMENTS, 8, window),
                           point("scatter", 4, ELEMENTS, 8, window),
                           point("scatter_reversed", 4, ELEMENTS, 8, window)};
        if (wanted(p[0]))
            gather_of(p[0], Permuted{bits});
        if (wanted(p[1]))
            gather_of(p[1], Reversed{bits});
        if (wanted(p[2]))
            gather_of(p[2], Repeated{bits});
        if (wanted(p[3]))
            scatter_of(p[3], Permuted{bits});
        if (wanted(p[4]))
            scatter_of(p[4], Reversed{bits});
    }
    for (long long entries : {1024, 4194304}) {
        const Point p = point("table", 4, ELEMENTS, 8, entries);
        if (wanted(p))
            gather_of(p, [=] __device__(size_t i) {
                return (size_t)(random_word(i) & (uint64_t)(entries - 1));
            });
    }
}
