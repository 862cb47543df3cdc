// CUDA's side of the benchmark: cudaMemcpy, and three natural kernels for a float copy and strides:
// one element a thread, 16 bytes (four elements) a thread, eight loads in flight a thread. Prints
// `POINT KERNEL GB/s` in useful bytes, medians of 11 samples of 4 launches; points are named as
// points.c names them. Results are checked.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#define CHECK(call)                                                                                \
    do {                                                                                           \
        cudaError_t error_ = (call);                                                               \
        if (error_ != cudaSuccess) {                                                               \
            fprintf(stderr, "%s: %s\n", #call, cudaGetErrorString(error_));                        \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

__global__ void fill(uint32_t *out, size_t n)
{
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = (uint32_t)(i * 2654435761u) ^ (uint32_t)(i >> 7);
}

__global__ void compare(const uint32_t *out, const uint32_t *in, size_t n, size_t stride, int *bad)
{
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < n && out[i] != in[i * stride])
        *bad = 1;
}

template <class T> __global__ void one(T *out, const T *in, size_t n, size_t stride)
{
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i * stride];
}

__global__ void four(uint4 *out, const uint32_t *in, size_t n, size_t stride)
{
    size_t i = (blockIdx.x * (size_t)blockDim.x + threadIdx.x) * 4;
    if (i + 3 < n)
        out[i / 4] = stride == 1 ? *(const uint4 *)(in + i)
                                 : make_uint4(in[i * stride], in[(i + 1) * stride],
                                              in[(i + 2) * stride], in[(i + 3) * stride]);
}

template <class T> __global__ void eight(T *out, const T *in, size_t n, size_t stride)
{
    size_t first = blockIdx.x * (size_t)blockDim.x * 8 + threadIdx.x;
    T value[8];
#pragma unroll
    for (int u = 0; u < 8; u++)
        if (first + u * blockDim.x < n)
            value[u] = in[(first + u * blockDim.x) * stride];
#pragma unroll
    for (int u = 0; u < 8; u++)
        if (first + u * blockDim.x < n)
            out[first + u * blockDim.x] = value[u];
}

template <class F> double median_ms(F launch)
{
    float ms[11];
    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    launch();
    for (float &sample : ms) {
        CHECK(cudaEventRecord(start));
        for (int i = 0; i < 4; i++)
            launch();
        CHECK(cudaEventRecord(stop));
        CHECK(cudaEventSynchronize(stop));
        CHECK(cudaEventElapsedTime(&sample, start, stop));
    }
    CHECK(cudaGetLastError());
    std::sort(ms, ms + 11);
    return ms[5] / 4;
}

static unsigned blocks(size_t n, size_t each) { return (unsigned)((n + each - 1) / each); }

static void check(uint32_t *out, const uint32_t *in, size_t n, size_t stride)
{
    int *bad, host = 0;
    CHECK(cudaMalloc(&bad, sizeof *bad));
    CHECK(cudaMemset(bad, 0, sizeof *bad));
    compare<<<blocks(n, 256), 256>>>(out, in, n, stride, bad);
    CHECK(cudaMemcpy(&host, bad, sizeof host, cudaMemcpyDeviceToHost));
    if (host) {
        fprintf(stderr, "a CUDA kernel's result is wrong\n");
        exit(1);
    }
    CHECK(cudaMemset(out, 0xa5, n * sizeof *out));
    CHECK(cudaFree(bad));
}

static void floats(const char *point, uint32_t *out, const uint32_t *in, size_t n, size_t stride)
{
    double useful = 8e-6 * n;
    double ms = median_ms([&] { one<<<blocks(n, 256), 256>>>(out, in, n, stride); });
    check(out, in, n, stride);
    printf("%s one-a-thread %.2f\n", point, useful / ms);
    ms = median_ms([&] { four<<<blocks(n / 4, 256), 256>>>((uint4 *)out, in, n, stride); });
    check(out, in, n, stride);
    printf("%s 16-bytes-a-thread %.2f\n", point, useful / ms);
    ms = median_ms([&] { eight<<<blocks(n, 2048), 256>>>(out, in, n, stride); });
    check(out, in, n, stride);
    printf("%s eight-in-flight %.2f\n", point, useful / ms);
}

int main()
{
    const size_t bytes = 1000000000, strided = bytes / 16; // of each array; floats at a stride
    uint32_t *in, *out;
    char point[64];
    CHECK(cudaMalloc(&in, 32 * strided * 4));
    CHECK(cudaMalloc(&out, bytes));
    fill<<<blocks(32 * strided, 256), 256>>>(in, 32 * strided);
    double ms = median_ms([&] { cudaMemcpyAsync(out, in, bytes, cudaMemcpyDeviceToDevice); });
    check(out, in, bytes / 4, 1);
    printf("copy:16:%zu cudaMemcpy %.2f\n", bytes, 2e-6 * bytes / ms);
    snprintf(point, sizeof point, "copy:4:%zu", bytes);
    floats(point, out, in, bytes / 4, 1);
    for (size_t stride = 2; stride <= 32; stride *= 2) {
        snprintf(point, sizeof point, "stride:4:%zu:%zu", strided * 4, stride);
        floats(point, out, in, strided, stride);
    }
}
