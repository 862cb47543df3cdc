// Reading alone: the sum of an array, and whether two arrays are equal.
#include "twin.cuh"

constexpr size_t N = 250000000; // 4-byte elements

__device__ static void add_warp(uint32_t *total, uint32_t sum)
{
    for (int lanes = 16; lanes; lanes /= 2)
        sum += __shfl_down_sync(0xffffffffu, sum, lanes);
    if (threadIdx.x % 32 == 0)
        atomicAdd(total, sum);
}

template <int EACH> __global__ void sum_each(uint32_t *total, const uint32_t *__restrict__ in)
{
    const size_t first = blockIdx.x * (size_t)blockDim.x * EACH + threadIdx.x;
    uint32_t sum = 0;
#pragma unroll
    for (int e = 0; e < EACH; e++)
        if (first + e * blockDim.x < N)
            sum += in[first + e * blockDim.x];
    add_warp(total, sum);
}

__global__ void sum_in_loop(uint32_t *total, const uint32_t *__restrict__ in)
{
    uint32_t sum = 0;
#pragma unroll 8
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < N;
         i += gridDim.x * (size_t)blockDim.x)
        sum += in[i];
    add_warp(total, sum);
}

__global__ void sum_vectors(uint32_t *total, const uint4 *__restrict__ in)
{
    uint32_t sum = 0;
#pragma unroll 4
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < N / 4;
         i += gridDim.x * (size_t)blockDim.x) {
        const uint4 value = in[i];
        sum += value.x + value.y + value.z + value.w;
    }
    add_warp(total, sum);
}

// Each element by itself: slow and plain.
static void sum_reference(uint32_t *total)
{
    const uint32_t *in = in_of<uint32_t>();
    CHECK(cudaMemset(total, 0xa5, sizeof *total));
    for_each(N, [=] __device__(size_t i) { atomicAdd(total, in[i]); });
}

static void sums()
{
    const Point p = point("sum", 4, N, 4);
    if (!wanted(p))
        return;
    uint32_t *total = out_of<uint32_t>(), *reference = index_memory();
    const uint32_t *in = in_of<uint32_t>();
    const unsigned some = (unsigned)multiprocessors() * 8;
    sum_reference(reference);
    auto right = [=] { return holds(1, [=] __device__(size_t) { return *total == *reference; }); };
    twin(
        p, "eight-a-thread", [=] { sum_each<8><<<blocks(N, 2048), 256>>>(total, in); }, right);
    twin(
        p, "grid-stride", [=] { sum_in_loop<<<some, 256>>>(total, in); }, right);
    twin(
        p, "grid-stride-16-bytes", [=] { sum_vectors<<<some, 256>>>(total, (const uint4 *)in); },
        right);
}

// Set *different where the arrays are not equal.
template <int EACH>
__global__ void compare_each(uint32_t *different, const uint32_t *__restrict__ a,
                             const uint32_t *__restrict__ b)
{
    const size_t first = blockIdx.x * (size_t)blockDim.x * EACH + threadIdx.x;
    uint32_t bits = 0;
#pragma unroll
    for (int e = 0; e < EACH; e++)
        if (first + e * blockDim.x < N)
            bits |= a[first + e * blockDim.x] ^ b[first + e * blockDim.x];
    if (bits)
        *different = 1;
}

__global__ void compare_vectors(uint32_t *different, const uint4 *__restrict__ a,
                                const uint4 *__restrict__ b)
{
    const size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i >= N / 4)
        return;
    const uint4 x = a[i], y = b[i];
    if ((x.x ^ y.x) | (x.y ^ y.y) | (x.z ^ y.z) | (x.w ^ y.w))
        *different = 1;
}

// After one launch on equal arrays nothing must be set; a difference in the last element must be
// found.
static bool finds_difference(const std::function<void()> &launch)
{
    uint32_t *different = out_of<uint32_t>(), *b = index_memory();
    if (!holds(1, [=] __device__(size_t) { return *different == 0xa5a5a5a5u; }))
        return false;
    for_each(1, [=] __device__(size_t) { b[N - 1] ^= 1; });
    launch();
    for_each(1, [=] __device__(size_t) { b[N - 1] ^= 1; });
    return holds(1, [=] __device__(size_t) { return *different == 1; });
}

static void comparisons()
{
    const Point p = point("compare", 4, N, 8);
    if (!wanted(p))
        return;
    uint32_t *different = out_of<uint32_t>(), *b = index_memory();
    const uint32_t *a = in_of<uint32_t>();
    CHECK(cudaMemcpy(b, a, N * sizeof *a, cudaMemcpyDeviceToDevice));
    auto compared = [=](const char *kernel, const std::function<void()> &launch) {
        twin(p, kernel, launch, [=] { return finds_difference(launch); });
    };
    compared("one-a-thread", [=] { compare_each<1><<<blocks(N, 256), 256>>>(different, a, b); });
    compared("four-a-thread", [=] { compare_each<4><<<blocks(N, 1024), 256>>>(different, a, b); });
    compared("16-bytes-a-thread", [=] {
        compare_vectors<<<blocks(N / 4, 256), 256>>>(different, (const uint4 *)a, (const uint4 *)b);
    });
}

void readers()
{
    sums();
    comparisons();
}
