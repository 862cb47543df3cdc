// Copies of elements one by one: in order, at a stride, off an aligned start, with a warp's lanes
// mixed, backwards; and setting, adding and comparing arrays.
#include "move.cuh"

constexpr size_t ARRAY_BYTES = 1000000000, STRIDED_BYTES = 250000000;

// Sixteen bytes a thread.
__global__ void copy_vectors(uint4 *__restrict__ out, const uint4 *__restrict__ in, size_t n)
{
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i];
}

__global__ void copy_vectors_streaming(uint4 *__restrict__ out, const uint4 *__restrict__ in,
                                       size_t n)
{
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < n)
        __stcs(&out[i], __ldcs(&in[i]));
}

template <int EACH>
__global__ void copy_streaming(uint32_t *__restrict__ out, const uint32_t *__restrict__ in,
                               size_t n)
{
    size_t first = blockIdx.x * (size_t)blockDim.x * EACH + threadIdx.x;
    uint32_t value[EACH];
#pragma unroll
    for (int e = 0; e < EACH; e++)
        if (first + e * blockDim.x < n)
            value[e] = __ldcs(&in[first + e * blockDim.x]);
#pragma unroll
    for (int e = 0; e < EACH; e++)
        if (first + e * blockDim.x < n)
            __stcs(&out[first + e * blockDim.x], value[e]);
}

// Four elements a thread that lie next to each other in `out`, stored at once.
__global__ void gather_stride(uint4 *__restrict__ out, const uint32_t *__restrict__ in, size_t n,
                              size_t stride)
{
    size_t i = (blockIdx.x * (size_t)blockDim.x + threadIdx.x) * 4;
    if (i + 3 < n)
        out[i / 4] = make_uint4(in[i * stride], in[(i + 1) * stride], in[(i + 2) * stride],
                                in[(i + 3) * stride]);
}

__global__ void scatter_stride(uint32_t *__restrict__ out, const uint4 *__restrict__ in, size_t n,
                               size_t stride)
{
    size_t i = (blockIdx.x * (size_t)blockDim.x + threadIdx.x) * 4;
    if (i + 3 >= n)
        return;
    uint4 value = in[i / 4];
    out[i * stride] = value.x;
    out[(i + 1) * stride] = value.y;
    out[(i + 2) * stride] = value.z;
    out[(i + 3) * stride] = value.w;
}

__global__ void set_vectors(uint4 *out, size_t n)
{
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = make_uint4(0, 0, 0, 0);
}

template <int EACH> __global__ void set_each(uint32_t *out, size_t n)
{
    size_t first = blockIdx.x * (size_t)blockDim.x * EACH + threadIdx.x;
#pragma unroll
    for (int e = 0; e < EACH; e++)
        if (first + e * blockDim.x < n)
            out[first + e * blockDim.x] = 0;
}

struct Same {
    __device__ size_t operator()(size_t i, int) const
    {
        return i;
    }
};

static void memcpy_arrays()
{
    cudaMemcpyAsync(out_memory(), in_memory(), ARRAY_BYTES, cudaMemcpyDeviceToDevice);
}

template <class T> static void copy_of(const char *pattern)
{
    const size_t n = ARRAY_BYTES / sizeof(T);
    Point p = point(pattern, sizeof(T), n, 2 * sizeof(T));
    if (!wanted(p))
        return;
    move_twins<1, T>(p, n, Same(), Same());
    auto right = [=] { return moved<1, T>(n, Same(), Same()); };
    if (sizeof(T) < 4) // what narrow accesses cost is the question: no wider ones for them
        return;
    twin(
        p, "16-bytes-a-thread",
        [=] {
            copy_vectors<<<blocks(ARRAY_BYTES / 16, 256), 256>>>(out_of<uint4>(), in_of<uint4>(),
                                                                 ARRAY_BYTES / 16);
        },
        right);
    twin(p, "cudaMemcpy", memcpy_arrays, right);
}

static void copy_stream()
{
    const size_t n = ARRAY_BYTES / 4;
    Point p = point("copy_stream", 4, n, 8);
    if (!wanted(p))
        return;
    auto right = [=] { return moved<1, uint32_t>(n, Same(), Same()); };
    uint32_t *out = out_of<uint32_t>();
    const uint32_t *in = in_of<uint32_t>();
    twin(
        p, "one-a-thread", [=] { copy_streaming<1><<<blocks(n, 256), 256>>>(out, in, n); }, right);
    twin(
        p, "four-a-thread", [=] { copy_streaming<4><<<blocks(n, 1024), 256>>>(out, in, n); },
        right);
    twin(
        p, "16-bytes-a-thread",
        [=] {
            copy_vectors_streaming<<<blocks(n / 4, 256), 256>>>((uint4 *)out, (const uint4 *)in,
                                                                n / 4);
        },
        right);
}

static void set_of(const char *pattern)
{
    const size_t n = ARRAY_BYTES / 4;
    Point p = point(pattern, 4, n, 4);
    if (!wanted(p))
        return;
    uint32_t *out = out_of<uint32_t>();
    auto right = [=] { return holds(n, [=] __device__(size_t i) { return out[i] == 0; }); };
    twin(
        p, "one-a-thread", [=] { set_each<1><<<blocks(n, 256), 256>>>(out, n); }, right);
    twin(
        p, "four-a-thread", [=] { set_each<4><<<blocks(n, 1024), 256>>>(out, n); }, right);
    twin(
        p, "16-bytes-a-thread",
        [=] { set_vectors<<<blocks(n / 4, 256), 256>>>((uint4 *)out, n / 4); }, right);
    twin(
        p, "cudaMemset", [=] { cudaMemsetAsync(out, 0, ARRAY_BYTES); }, right);
}

static void block_copy()
{
    const size_t n = ARRAY_BYTES / 4;
    Point p = point("block_copy", 4, n, 8);
    if (!wanted(p))
        return;
    auto right = [=] { return moved<1, uint32_t>(n, Same(), Same()); };
    twin(p, "cudaMemcpy", memcpy_arrays, right);
    twin(
        p, "16-bytes-a-thread",
        [=] { copy_vectors<<<blocks(n / 4, 256), 256>>>(out_of<uint4>(), in_of<uint4>(), n / 4); },
        right);
}

static void stride_read(size_t stride)
{
    const size_t n = STRIDED_BYTES / 4;
    Point p = point("stride", 4, n, 8, (long long)stride);
    if (!wanted(p))
        return;
    auto strided = [=] __device__(size_t i, int) { return i * stride; };
    move_twins<1, uint32_t>(p, n, strided, Same());
    twin(
        p, "16-bytes-a-thread",
        [=] {
            gather_stride<<<blocks(n / 4, 256), 256>>>(out_of<uint4>(), in_of<uint32_t>(), n,
                                                       stride);
        },
        [=] { return moved<1, uint32_t>(n, strided, Same()); });
}

static void stride_write(size_t stride)
{
    const size_t n = STRIDED_BYTES / 4;
    Point p = point("stride_write", 4, n, 8, (long long)stride);
    if (!wanted(p))
        return;
    auto strided = [=] __device__(size_t i, int) { return i * stride; };
    move_twins<1, uint32_t>(p, n, Same(), strided);
    twin(
        p, "16-bytes-a-thread",
        [=] {
            scatter_stride<<<blocks(n / 4, 256), 256>>>(out_of<uint32_t>(), in_of<uint4>(), n,
                                                        stride);
        },
        [=] { return moved<1, uint32_t>(n, Same(), strided); });
}

static void offset()
{
    const size_t n = ARRAY_BYTES / 4, off = 1;
    Point p = point("offset", 4, n, 8, (long long)off);
    if (wanted(p))
        move_twins<1, uint32_t>(
            p, n, [=] __device__(size_t i, int) { return i + off; }, Same());
}

template <class Places> static void lanes_case(int number, Places places)
{
    const size_t n = ARRAY_BYTES / 4;
    Point p = point("lanes", 4, n, 8, number);
    if (wanted(p))
        move_twins<1, uint32_t>(p, n, places, places);
}

template <int EVERY> struct EveryNth {
    __device__ bool operator()(size_t i) const
    {
        return i % EVERY == 0;
    }
};

template <int EVERY> static void lanes_idle(int number)
{
    const size_t n = ARRAY_BYTES / 4;
    Point p = point("lanes", 4, n, 8.0 / EVERY, number);
    if (wanted(p))
        move_twins<1, uint32_t>(p, n, Same(), Same(), EveryNth<EVERY>());
}

static void lanes()
{
    lanes_case(1, Same());
    lanes_case(2, [] __device__(size_t i, int) { return i ^ 31; });
    lanes_case(3, [] __device__(size_t i, int) { return i / 32 * 32 + (i % 32 * 5 + 7) % 32; });
    lanes_case(4, [] __device__(size_t i, int) { return i + 1; });
    lanes_idle<2>(5);
    lanes_idle<4>(6);
}

static void turned_round()
{
    const size_t n = ARRAY_BYTES / 4;
    auto from_end = [=] __device__(size_t i, int) { return n - 1 - i; };
    Point backward = point("backward", 4, n, 8);
    if (wanted(backward))
        move_twins<1, uint32_t>(backward, n, from_end, from_end);
    Point reverse = point("reverse", 4, n, 8);
    if (wanted(reverse))
        move_twins<1, uint32_t>(reverse, n, Same(), from_end);
}

static void grid()
{
    const size_t n = ARRAY_BYTES / 4;
    Point p = point("grid", 4, n, 8);
    if (wanted(p))
        move_twins<1, uint32_t>(p, n, Same(), Same());
}

void copies()
{
    copy_of<uint8_t>("copy");
    copy_of<uint16_t>("copy");
    copy_of<uint32_t>("copy");
    copy_of<uint64_t>("copy");
    copy_of<uint4>("copy");
    copy_stream();
    set_of("clear");
    for (size_t stride : {2, 8, 32})
        stride_read(stride);
    for (size_t stride : {2, 8, 32})
        stride_write(stride);
    offset();
    lanes();
    grid();
    turned_round();
    set_of("block_set");
    block_copy();
}
